"""`python -m ecosystems.openedge LOOP ARCH`: a loop as a program of OpenEdgeCGRA."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ecosystems.openedge.openedge_options import OpenEdgeOptions, numbers_of
from shell.command import say
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.shared_options import ARCH, DFG

if TYPE_CHECKING:
    from ecosystems.openedge.search import Found
    from models.data.architecture import Architecture
    from models.data.dfg import Dfg

UNKNOWN = 30

QUESTION = Question(
    name="openedge",
    about="Write a loop as a program of OpenEdgeCGRA: the CSV files that its simulator reads. The"
    " program is executed by the machine's rules, and compared with the graph.",
    inputs=(DFG, ARCH),
    options=OpenEdgeOptions,
    codes="exit codes: 0 done, 30 no mapping in the time, 2 usage or input error",
)


def run(inputs: Mapping[str, Any], options: OpenEdgeOptions) -> int:
    """Write a program, or the graph that is mapped; return the exit code. Raises `InputError`."""
    from ecosystems.openedge.asked import Asked
    from ecosystems.openedge.lower import lowered
    from ecosystems.openedge.program import program_of
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
        options.rounds,
        options.masks,
    )
    try:
        made = lowered(dfg, asked)
    except InputError as error:
        raise error.inside(named(inputs["dfg"])) from None
    if options.graph is not None:
        write_text(options.graph, dfg_to_json(made))
        return 0
    arch = read_array(inputs["arch"], options, made)
    found = _found(made, arch, options)
    if found is None:
        say("openedge: no mapping in the time (--time-limit)")
        return UNKNOWN
    program = program_of(found.placed)
    if len(program.words) > options.words:
        raise InputError(
            f"the program has {len(program.words)} instructions, more than {options.words}"
            " (--words N for the simulator)"
        )
    after = executed(dfg, asked, program, options.memory)
    if options.folder is not None:
        write(options.folder, program, found.mapping, after)
    contexts, stages = found.placed.contexts, found.placed.stages
    known = "the smallest" if found.bound >= contexts else f"at least {found.bound}"
    known = "" if options.mapping else f", {known}"
    print(f"'{dfg.name}' on '{arch.name}': II = {contexts}{known}")
    last = program.kernel + contexts - 1
    print(
        f"{len(program.words)} instructions, of which {program.kernel} to {last} are repeated;"
        f" {stages} iterations overlap"
    )
    if after is not None:
        print(f"executed, as the graph says: {after.iterations} iterations")
        print(f"steps: {after.steps}")
    return 0


def _found(made: Dfg, arch: Architecture, options: OpenEdgeOptions) -> Found | None:
    """Return the mapping that is given, or that is found."""
    from ecosystems.loops.search import ShortageError
    from ecosystems.openedge.placed import placed, shape
    from ecosystems.openedge.search import Found, find
    from models.data.problem import Problem
    from models.errors import InputError
    from models.judge.checker import check
    from shell.budget import Budget
    from solvers.questions.inputs import read_mapping
    from solvers.search.solver_options import SolverOptions

    shape(arch)
    if options.mapping is None:
        engine = SolverOptions(seed=options.seed, memory_limit=options.memory_limit)
        return find(made, arch, engine, Budget.of(options.time_limit))
    mapping = read_mapping(options.mapping)
    try:
        problem = Problem(made, arch, mapping.contexts)
        violations = check(problem, mapping)
        if violations:
            raise InputError(
                f"not a legal mapping of the machine's operations (--graph): {violations[0]}"
            )
        return Found(mapping, placed(problem, mapping), mapping.contexts or 1)
    except ShortageError as error:
        hint = "min-ii counts it a step later; without --mapping, other ones are looked for"
        raise InputError(f"{error.what}: {hint}", options.mapping) from None
    except InputError as error:
        raise error.inside(options.mapping) from None


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
