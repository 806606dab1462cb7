"""`python -m ecosystems.vectorcgra LOOP TILES`: a loop as packets of VectorCGRA."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ecosystems.openedge.openedge_options import numbers_of
from ecosystems.vectorcgra.vectorcgra_options import VectorCgraOptions
from shell.command import say
from shell.parser import Input
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.shared_options import DFG

UNKNOWN = 30

QUESTION = Question(
    name="vectorcgra",
    about="Write a loop as packets and control words of an array of VectorCGRA. The packets are"
    " executed by the rules of the machine, which is elastic, and compared with the graph.",
    inputs=(DFG, Input("tiles", "TILES", "rows and columns of the array: 4x4")),
    options=VectorCgraOptions,
    codes="exit codes: 0 done, 30 no mapping in the time, 2 usage or input error",
)


def run(inputs: Mapping[str, Any], options: VectorCgraOptions) -> int:
    """Write packets; return the exit code. Raises `InputError`."""
    from ecosystems.vectorcgra.array import array_of, shape_of
    from ecosystems.vectorcgra.lower import lowered
    from ecosystems.vectorcgra.packets import packets_of
    from ecosystems.vectorcgra.search import find
    from ecosystems.vectorcgra.written import executed, rounds_for, write
    from models.errors import InputError
    from shell.budget import Budget
    from solvers.questions.inputs import named, read_dfg
    from solvers.search.solver_options import SolverOptions

    dfg = read_dfg(inputs["dfg"], options)
    values = numbers_of("value", options.values)
    arch = array_of(*shape_of(inputs["tiles"]))
    if options.memory is None and options.rounds is None:
        raise InputError("tiles have to know for how long: --memory FILE, or --rounds N")
    try:
        made = lowered(dfg, values)
    except InputError as error:
        raise error.inside(named(inputs["dfg"])) from None
    engine = SolverOptions(seed=options.seed, memory_limit=options.memory_limit)
    found = find(made, arch, engine, Budget.of(options.time_limit))
    if found is None:
        say("vectorcgra: no mapping in the time (--time-limit)")
        return UNKNOWN
    done, contexts = None, found.placed.contexts
    if options.memory is None:
        packets = packets_of(found.placed, rounds_for(found.placed, options.rounds or 1))
    else:
        packets, done = executed(dfg, values, found.placed, options.memory, options.rounds)
    if options.folder is not None:
        write(options.folder, packets, found, made.dfg, arch, done)
    known = "the smallest" if found.bound >= contexts else f"at least {found.bound}"
    print(f"'{dfg.name}' on {inputs['tiles']} tiles: II = {contexts}, {known}")
    print(f"{len(made.dfg.operations)} operations; {found.placed.stages} iterations overlap")
    if done is not None:
        print(f"executed, as the graph says: {done.iterations} iterations")
        if dfg.results:
            print(f"returned: {done.returned}")
        print(f"cycles: {done.cycles}")
    return 0


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
