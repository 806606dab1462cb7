"""The largest numbers of graphs and arrays; readers of all formats refuse larger ones.

Work and memory grow with cycles, and all sums of numbers within these limits fit 64-bit integers.
"""

from __future__ import annotations

from models.errors import InputError

MOST_LATENCY = 65_536
"""Cycles of an operation, and extra cycles of a path."""

MOST_DISTANCE = 65_536
"""Most iterations between a value and its reader: mappings and proofs grow with it."""

MOST_UNITS = 1_000_000_000_000
"""Limit on every counted quantity: values, operations, ports, hops, contexts and so on."""


def require_most(value: int | None, most: int, field: str, where: str) -> None:
    """Raise `InputError` for a number beyond a limit; None stands for no number."""
    if value is not None and value > most:
        shown = str(value) if value < 10**20 else f"of {len(str(value))} digits"
        raise InputError(f"{field} {shown} must be at most {most}", where)
