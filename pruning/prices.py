"""What the pieces of a datapath take in transistors, for words of one type."""

from __future__ import annotations

import msgspec


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Transistors of each piece; `select` and `register` are by the number of sources, from 0 on.

    `select` is a multiplexer of words, `register` a register that takes one of its sources, the
    first of which is itself. `delay` are the flip-flops of a word. `slot` is an issue slot without
    its units and operands, `delivery` the end of a lane in a memory, `stream` what reads a stream.
    `units` are by the names of all units of a slot, in order, with commas.
    """

    word: str
    select: tuple[int, ...]
    register: tuple[int, ...]
    delay: int
    slot: int
    delivery: int
    stream: int
    units: dict[str, int]
