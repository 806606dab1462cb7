"""Limits on sizes, checked before allocation: larger questions are left open."""

from solvers.verification.directory import TimeUpError

MOST_CELLS, LEAST_CELLS = 1 << 28, 1 << 12  # cycles times values times places; per cycle
MOST_ISSUES = 1 << 21  # of operations, by way, component and cycle
MOST_EXECUTED = 1 << 21  # iterations of a simulation times cycles and values
MOST_PARTS = 20_000  # slots, registers and lanes of an array
MOST_STREAMED = 1 << 14  # cycles of a streaming program, and its initiation interval
MOST_SPOKES = 1 << 21  # cycles of a streaming program times tiles
MOST_BITS = 1 << 31  # variables about a streaming program times cycles


def require_extent(what: str, size: int, most: int) -> None:
    """Raise `TimeUpError` where a size exceeds the limit of this verifier."""
    if size > most:
        raise TimeUpError(f"there are more {what} than the limit of {most:,}")
