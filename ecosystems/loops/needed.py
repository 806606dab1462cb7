"""The operations of a loop that its effects depend on."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from models.data.dfg import Operand

Made = tuple[str, tuple[Operand, ...]]
"""The opcode of an operation, and its operands."""


def needed(operations: Mapping[str, Made], roots: Collection[str]) -> dict[str, Made]:
    """Return the operations with an opcode of `roots`, and those whose values they need."""
    found: set[str] = set()
    waiting = [name for name, (word, _) in operations.items() if word in roots]
    while waiting:
        name = waiting.pop()
        if name in found or name not in operations:
            continue
        found.add(name)
        waiting += [each.value for each in operations[name][1]]
    return {name: made for name, made in operations.items() if name in found}
