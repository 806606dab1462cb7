"""Limits on sizes, before anything of that size is made: what is larger is left open."""

from __future__ import annotations

from solvers.verification.directory import TimeUpError

MOST_CELLS, LEAST_CELLS = 1 << 28, 1 << 12
"""Cycles times values times components and paths, which count as so many at least."""
MOST_ISSUES = 1 << 21
"""Issues of operations, by way, component and cycle."""
MOST_EXECUTED = 1 << 21
"""Iterations of a simulation times cycles and values."""
MOST_STREAMED = 1 << 14
"""Cycles of a program of the streaming engine, and its initiation interval."""
MOST_SPOKES = 1 << 21
"""Cycles of a simulation of the streaming engine times tiles."""
MOST_BITS = 1 << 31
"""Variables about the streaming engine times cycles."""


def require_extent(what: str, size: int, most: int) -> None:
    """Raise `TimeUpError` where there is more of something than this verifier looks at."""
    if size > most:
        raise TimeUpError(f"there are more {what} than the limit of {most:,}")
