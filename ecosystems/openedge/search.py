"""Limits of the machine on mappings that are legal in the model.

A register is occupied from the step that writes it, a step longer than in the model, and a flag is
read from a neighbour's output. Solvers get these limits as sets of holds to avoid.
"""

from __future__ import annotations

from collections.abc import Iterator

from ecosystems.loops import search
from ecosystems.openedge.placed import placed
from models.data.mapping import Held
from models.data.problem import Problem


def _avoided(problem: Problem, last: int) -> Iterator[tuple[Held, ...]]:
    """Yield the sets of holds to avoid before a `last` cycle.

    These are values for too long in a register, flags in a register, and flags in the element's own
    output, which the simulator reads differently from the machine.
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
