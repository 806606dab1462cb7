"""Kinds of operations, independent of their names in files and arrays.

A network distinguishes operations by kind: an addition is one where the graph has `ADD`, `+` or
`add/1`, a load where it has `memr`.
"""

from __future__ import annotations

from models.data.architecture import Architecture, opcode_of
from models.semantics.opcodes import CONSTANTS, MEMORY, SOURCES, STREAMS

KINDS = (
    "const", "load", "store", "input", "output", "add", "sub", "mul", "div", "and", "or", "xor",
    "shl", "shr", "shra", "cmp", "select",
)  # fmt: skip
"""All kinds, in the order of a vocabulary."""

ARITY = {"const": 0, "load": 1, "store": 2, "input": 0, "output": 1, "select": 3}
"""Operands of a kind where they are not two."""

_SAME = {
    "+": "add", "gep": "add", "getelementptr": "add", "-": "sub", "*": "mul", "/": "div",
    "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr", "lshr": "shr", "shrl": "shr",
    "ashr": "shra", "icmp": "cmp",
}  # fmt: skip


def kind_of(operator: str) -> str:
    """Return the kind of an operator, in lower case; its opcode if the kind is unknown."""
    word = opcode_of(operator).lower()
    if word in CONSTANTS:
        return "const"
    if word in MEMORY:
        return "load" if word in SOURCES else "store"
    if word in STREAMS:
        return "input" if word in SOURCES else "output"
    return _SAME.get(word, word)


def spelling(arch: Architecture) -> dict[str, str]:
    """Return the kinds that an array executes, each with an operator that some component supports.

    The operator has the name of the kind if the array supports that name.
    """
    found: dict[str, str] = {}
    units = {component.ops: component for component in arch.components if component.issue}
    for ops, unit in units.items():
        for operator in KINDS if ops is None else unit.latency_of:
            kind = kind_of(operator)
            if operator == kind or kind not in found:
                found[kind] = operator
    return {kind: found[kind] for kind in KINDS if kind in found}


def vocabulary(arch: Architecture) -> tuple[str, ...]:
    """Return the kinds of operations that random DFGs for an array consist of."""
    return tuple(spelling(arch))
