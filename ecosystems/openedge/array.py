"""The machine: SAT-MapIt's torus, whose elements execute all operations and lose their outputs."""

from __future__ import annotations

import msgspec

from archs.files import load_architecture
from models.data.architecture import Architecture


def array_of(rows: int, columns: int) -> Architecture:
    """Return the array of a given size, with the registers of the machine."""
    known = load_architecture(f"satmapit:{rows}x{columns}")
    named: Architecture = msgspec.structs.replace(known, name=f"openedge:{rows}x{columns}")
    return named
