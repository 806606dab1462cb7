"""Transistor counts of datapath pieces, from a table of Yosys results or from a new Yosys run.

The table has precedence, so that answers do not depend on the installation.
`python -m pruning.gate_prices` writes it, for the words and units of the presets. Other pieces need
Yosys.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache

import msgspec

from hardware.model.machine import Machine, Slot
from models.errors import InputError
from pruning.gates import units_key
from pruning.prices import Prices

TABLE = os.path.join(os.path.dirname(__file__), "gate_prices.json")

MOST_SOURCES = 24
"""Maximum sources of a priced multiplexer."""


@cache
def table() -> dict[str, Prices]:
    """Return the stored prices, by the type of words."""
    with open(TABLE, "rb") as file:
        return msgspec.json.decode(file.read(), type=dict[str, Prices])


def prices_of(machine: Machine) -> Prices:
    """Return the prices of the pieces of a machine, with exactly its units.

    Raises `InputError` if the table lacks a price and Yosys is missing or fails.
    """
    known = table().get(machine.word)
    if known is None:
        known = pieces_priced(machine.word)
    units: dict[str, int] = {}
    for slot in machine.slots:
        key = units_key(slot)
        if slot.units and key not in units:
            price = known.units.get(key)
            units[key] = units_priced(slot, machine.word) if price is None else price
    return msgspec.structs.replace(known, units=units)


def pieces_priced(word: str) -> Prices:
    """Return the prices without units, measured by Yosys."""
    from hardware.synthesis import require_yosys, transistors_of
    from hardware.verilog import pieces

    require_yosys()
    width = int(word[1:])

    def grown(texts: Iterable[str]) -> tuple[int, ...]:
        """Return prices by number of sources, made monotone: a larger piece may replace one."""
        found = [transistors_of(text, pieces.PIECE) for text in texts]
        for n in reversed(range(len(found) - 1)):
            found[n] = min(found[n], found[n + 1])
        return tuple(found)

    sources = range(2, MOST_SOURCES + 1)
    delay = transistors_of(pieces.delay_piece(width), pieces.PIECE)
    # A multiplexer of one source is a wire; a register without sources is absent.
    return Prices(
        word,
        (0, 0, *grown(pieces.select_piece(n, width) for n in sources)),
        (0, 0, *grown(pieces.register_piece(n, width) for n in sources)),
        delay,
        transistors_of(pieces.slot_piece(width), pieces.PIECE),
        transistors_of(pieces.delivery_piece(), pieces.PIECE),
        transistors_of(pieces.stream_piece(), pieces.PIECE),
        {},
    )


def units_priced(slot: Slot, word: str) -> int:
    """Return the transistors of the units of a slot, measured by Yosys."""
    from hardware.synthesis import require_gates, require_yosys, transistors_of
    from hardware.verilog.pieces import PIECE
    from hardware.verilog.units import unit_module

    require_gates(slot.units)
    require_yosys()
    return transistors_of(unit_module(PIECE, slot.units, word), PIECE)


KEPT = (("i16", "i32", "i64"), ("mesh:2x2",))
"""The word types and the arrays whose units are in the table."""


def main() -> int:
    """Write the table. Raises `InputError` if Yosys is missing or fails."""
    from archs.files import load_architecture
    from hardware.model.machine import machine_of

    found = {}
    for word in KEPT[0]:
        units: dict[str, int] = {}
        for name in KEPT[1]:
            machine = machine_of(load_architecture(name), int(word[1:]))
            units |= {units_key(s): units_priced(s, word) for s in machine.slots[:1]}
        found[word] = msgspec.structs.replace(pieces_priced(word), units=units)
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    with open(TABLE, "wb") as file:
        file.write(text + b"\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        sys.exit(f"error: {error}")
