"""`python -m ecosystems.openedge LOOP ARCH`: a loop as a program of OpenEdgeCGRA."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ecosystems.loops.loop_options import CODES, numbers_of, require_known
from ecosystems.openedge.openedge_options import OpenEdgeOptions
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.shared_options import ARCH, DFG

QUESTION = Question(
    name="openedge",
    about="Write a loop as a program of OpenEdgeCGRA: the CSV files that its simulator reads. The"
    " program is executed by the machine's rules, and compared with the graph.",
    inputs=(DFG, ARCH),
    options=OpenEdgeOptions,
    codes=CODES,
)


def run(inputs: Mapping[str, Any], options: OpenEdgeOptions) -> int:
    """Write a program, or the graph to map; return the exit code. Raises `InputError`."""
    from ecosystems.loops.answer import answered, shown
    from ecosystems.openedge.asked import Asked
    from ecosystems.openedge.lower import lowered
    from ecosystems.openedge.placed import shape
    from ecosystems.openedge.program import program_of
    from ecosystems.openedge.search import MACHINE
    from ecosystems.openedge.written import executed, write
    from models.errors import InputError
    from models.formats.native_json import dfg_to_json
    from models.formats.text_files import write_text
    from solvers.questions.inputs import named, read_array, read_dfg

    dfg = read_dfg(inputs["dfg"], options)
    asked = Asked(
        numbers_of("value", options.values),
        numbers_of("result", options.results),
        options.spare,
        options.iterations,
        options.masks,
    )
    require_known("value", asked.values, dfg.inputs)
    require_known("result", asked.results, dfg.results)
    try:
        made = lowered(dfg, asked)
    except InputError as error:
        raise error.inside(named(inputs["dfg"])) from None
    if options.graph is not None:
        write_text(options.graph, dfg_to_json(made))
        return 0
    arch = read_array(inputs["arch"], options, made)
    shape(arch)
    names = f"'{dfg.name}' on '{arch.name}'"
    known = answered("openedge", MACHINE, made, arch, options)
    if known.mapping is None:
        return shown(names, known, options, {})
    work = MACHINE.placed(known)
    program = program_of(work)
    if len(program.words) > options.instructions:
        raise InputError(
            f"the program has {len(program.words)} instructions, more than {options.instructions}"
            " (--instructions N for the simulator)"
        )
    after = executed(dfg, asked, program, options.memory)
    if options.out is not None:
        write(options.out, program, known.mapping, after)
    last = program.kernel + work.contexts - 1
    lines = [
        f"{len(program.words)} instructions, of which {program.kernel} to {last} are repeated;"
        f" {work.stages} iterations overlap"
    ]
    more = {"instructions": len(program.words), "overlapping": work.stages}
    if after is not None:
        lines.append(f"executed, equal to the graph: {after.iterations} iterations")
        lines.append(f"steps: {after.steps}")
        more |= {"iterations": after.iterations, "steps": after.steps}
    return shown(names, known, options, more, *lines)


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
