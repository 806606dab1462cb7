"""Transistor counts of the pieces of a datapath, for words of one type."""

from __future__ import annotations

import msgspec


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Transistors of each piece; `select[n]` and `register[n]` have n sources.

    `select` is a multiplexer of words, `register` a register with its input multiplexer, whose
    first source is the register itself. `delay` is a word of flip-flops, `slot` an issue slot
    without units and operands, `delivery` the end of a lane in a memory, `stream` a reader of a
    stream. The key of `units` is the comma-separated list of a slot's units, in order.
    """

    word: str
    select: tuple[int, ...]
    register: tuple[int, ...]
    delay: int
    slot: int
    delivery: int
    stream: int
    units: dict[str, int]
