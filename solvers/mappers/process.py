"""What heuristics tell those who run them."""

from __future__ import annotations


class HopelessError(Exception):
    """A heuristic finds no mapping at an II, with any amount of time."""
