"""Operations that no unit of the hardware executes.

The opcodes are in the list of the generator, whose snapshots differ. Source: the units of
https://github.com/tancheng/VectorCGRA at a2ed1b2, read in November 2026.
"""

from __future__ import annotations

from ecosystems.vectorcgra.packets import Packets

SNAPSHOT = "a2ed1b2 of July 2026"

LACKING = frozenset(
    f"OPT_{word}"
    for word in (
        *("ARS", "GT", "GTE", "LTE", "ULT", "ULTE", "UGT", "UGTE"),
        *("ARS_CONST", "LTE_CONST", "ULT_CONST", "ULTE_CONST", "UGT_CONST", "UGTE_CONST"),
        *("AND_CONST", "OR_CONST", "XOR_CONST", "LLS_CONST", "LRS_CONST"),
    )
)
"""The opcodes of packets that no unit executes; a program with one of them does not run there."""


def lacking(packets: Packets) -> list[str]:
    """Return the opcodes of some packets that no unit executes."""
    words = {p.ctrl.opt for tile in packets.tiles for p in tile.packets if p.ctrl is not None}
    return sorted(words & LACKING)
