"""The default word width: the widest type or number of the graph, at least 32 bits.

A type wider than 32 bits, such as `ptr` or `double`, takes words of 64 bits, and so does a constant
or an initial number that 32 bits cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hardware.model.float_values import float_values, floats_read
from hardware.model.units import bits_of_type, typed
from models.data.dfg import Dfg, Number

USUAL, WIDE = 32, 64


class Width(NamedTuple):
    """The bits of a word, and the item of the graph that needs more than 32, if any."""

    bits: int
    reason: str = ""


def width_of(dfg: Dfg) -> Width:
    """Return the width of words for a graph. Raises `InputError` for operators without hardware."""
    for what, bits in _needs(dfg):
        if bits > USUAL:
            return Width(WIDE, what)
    return Width(USUAL)


def _needs(dfg: Dfg) -> Iterator[tuple[str, int]]:
    """Yield each item with an explicit width, and its bits."""
    used = {operation.operator for operation in dfg.operations}
    for row in dfg.operators:
        if row.name in used or dfg.patterns:
            full = typed(row, f"i{USUAL}")
            for type_ in (full.of or full.type, full.type):
                yield f"operator '{row.name}' has words of {type_}", bits_of_type(str(type_))
    for operation in dfg.operations:
        kinds = floats_read(dfg, operation.operator)
        for operand, kind in zip(operation.operands, kinds, strict=True):
            number = dfg.constant_by_name.get(operand.value)
            if number is not None and not kind:
                yield f"constant '{operand.value}' is {number}", _size(number)
    floats = float_values(dfg)
    for begun in dfg.initial:
        for first in begun.numbers:
            if not isinstance(first, str) and begun.value not in floats:
                yield f"'{begun.value}' begins with {first}", _size(first)


def _size(number: Number) -> int:
    """Return the bits of the narrowest word, signed or unsigned, that holds a number."""
    if number != number or abs(number) == float("inf"):
        return 0
    whole = int(number)
    return whole.bit_length() if whole >= 0 else (~whole).bit_length() + 1
