"""The inputs of a loop that determine the addresses of its loads and stores.

An input that reaches an address through sums, moves and selections alone is a *base*: the start of
an array. An input that reaches it otherwise, such as a factor, is a *part* of an address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.model.units import Unit, instruction_or_access
from models.data.dfg import Dfg, Operation

CARRIES = frozenset(("add", "sub", "mov", "select"))
"""Instructions whose result points into the array of one of their operands."""


class Addressing(NamedTuple):
    """The inputs and `input` operations that reach addresses: bases, and parts."""

    bases: tuple[str, ...]
    parts: tuple[str, ...]


def addressing(dfg: Dfg, units: Mapping[str, Unit]) -> Addressing:
    """Return the inputs that reach addresses of a graph; `units` are its operations' units."""
    begun = {row.value: [n for n in row.numbers if isinstance(n, str)] for row in dfg.initial}
    reached: dict[str, bool] = {}  # whether as a base
    waiting = [
        (operation.operands[bool(units[operation.name].predicate)].value, True)
        for operation in dfg.operations
        if units[operation.name].access in ("load", "store")
    ]
    while waiting:
        value, base = waiting.pop()
        if reached.get(value) or (value in reached and not base):
            continue
        reached[value] = base
        waiting += [(name, base) for name in begun.get(value, ())]
        operation = dfg.operation_by_name.get(value)
        if operation is not None and units[value].access is None:
            name = _instruction(dfg, operation)
            for place, operand in enumerate(operation.operands):
                carries = name in CARRIES and (name != "select" or place > 0)
                waiting.append((operand.value, base and carries))
    given = (*dfg.inputs, *_taken(dfg, units))
    return Addressing(
        tuple(name for name in given if reached.get(name) is True),
        tuple(name for name in given if reached.get(name) is False),
    )


def _instruction(dfg: Dfg, operation: Operation) -> str | None:
    row = dfg.operator_by_name.get(operation.operator)
    return None if row is None else instruction_or_access(row)


def _taken(dfg: Dfg, units: Mapping[str, Unit]) -> Iterator[str]:
    return (o.name for o in dfg.operations if units[o.name].access == "input")
