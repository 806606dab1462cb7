"""`python -m ecosystems.vectorcgra LOOP TILES`: a loop as packets of VectorCGRA."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ecosystems.loops.loop_options import CODES, numbers_of, require_known
from ecosystems.vectorcgra.vectorcgra_options import VectorCgraOptions
from shell.parser import Input
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.shared_options import DFG

QUESTION = Question(
    name="vectorcgra",
    about="Write a loop as packets and control words of an array of VectorCGRA. The packets are"
    " executed by the rules of the machine, which is elastic, and compared with the graph.",
    inputs=(DFG, Input("tiles", "TILES", "rows and columns of the array: 4x4")),
    options=VectorCgraOptions,
    codes=CODES,
)


def run(inputs: Mapping[str, Any], options: VectorCgraOptions) -> int:
    """Write packets, or the graph to map; return the exit code. Raises `InputError`."""
    from ecosystems.loops.answer import answered, shown
    from ecosystems.vectorcgra.array import array_of, shape_of
    from ecosystems.vectorcgra.lower import lowered
    from ecosystems.vectorcgra.packets import packets_of
    from ecosystems.vectorcgra.search import machine_of
    from ecosystems.vectorcgra.units import SNAPSHOT, lacking
    from ecosystems.vectorcgra.written import executed, rounds_for, write
    from models.errors import InputError
    from models.formats.native_json import dfg_to_json
    from models.formats.text_files import write_text
    from solvers.questions.inputs import named, read_dfg

    dfg = read_dfg(inputs["dfg"], options)
    values = numbers_of("value", options.values)
    require_known("value", values, dfg.inputs)
    rows, columns = shape_of(inputs["tiles"])
    if options.graph is None and options.memory is None and options.iterations is None:
        raise InputError("tiles have to know for how long: --memory FILE, or --iterations N")
    try:
        made = lowered(dfg, values)
    except InputError as error:
        raise error.inside(named(inputs["dfg"])) from None
    if options.graph is not None:
        write_text(options.graph, dfg_to_json(made.dfg))
        return 0
    machine, names = machine_of(made), f"'{dfg.name}' on {rows}x{columns} tiles"
    known = answered("vectorcgra", machine, made.dfg, array_of(rows, columns), options)
    if known.mapping is None:
        return shown(names, known, options, {})
    work, done = machine.placed(known), None
    if options.memory is None:
        packets = packets_of(work, rounds_for(work, options.iterations or 1))
    else:
        packets, done = executed(dfg, values, work, options.memory, options.iterations)
    if options.out is not None:
        write(options.out, packets, work, known, done)
    lines = [f"{len(made.dfg.operations)} operations; {work.stages} iterations overlap"]
    more: dict[str, object] = {"operations": len(made.dfg.operations), "overlapping": work.stages}
    missing = lacking(packets)
    more["lacking"] = missing
    if missing:
        what = f"no unit of VectorCGRA at {SNAPSHOT} executes {', '.join(missing)}"
        lines.append(f"{what}: these packets run in other snapshots only")
    if done is not None:
        where = ", by the interpreter" if missing else ""
        lines.append(f"executed{where}, equal to the graph: {done.iterations} iterations")
        more |= {"iterations": done.iterations, "cycles": done.cycles}
        if dfg.results:
            lines.append(f"returned: {done.returned}")
            more["returned"] = done.returned
        lines.append(f"cycles: {done.cycles}")
    return shown(names, known, options, more, *lines)


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
