"""What the machine does not do of a mapping that is legal in the model.

A register is taken from the step that writes it on, for a step longer than in the model, and a flag
is read from a neighbour's output. Solvers are told so as sets of what is not held together.
"""

from __future__ import annotations

from collections.abc import Iterator

from ecosystems.loops import search
from ecosystems.openedge.placed import placed
from models.data.mapping import Held
from models.data.problem import Problem


def _avoided(problem: Problem, last: int) -> Iterator[tuple[Held, ...]]:
    """Yield what is not held together before a `last` cycle.

    That is a value for too long in a register, a flag in a register, and a flag in the own output,
    which the simulator reads in another way than the machine.
    """
    flags = [
        (operation.operands[2].value, operation.name)
        for operation in problem.dfg.operations
        if operation.operator in ("bsfa", "bzfa")
    ]
    for component in problem.arch.components:
        name = component.name
        if not name.startswith("pe"):
            continue
        for flag, reader in flags:
            for cycle in range(last):
                yield Held(flag, name, cycle), Held(reader, name, cycle + 1)
    yield from search.too_long(problem, last, {flag: 1 for flag, _ in flags})


MACHINE = search.Machine(placed, _avoided)
