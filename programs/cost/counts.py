"""Execution counts of nested loops: products of trip counts, or sums for varying bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from programs.loops.region import Loop


class Counts(NamedTuple):
    """The total iterations of the innermost loop, and its executions with any iteration."""

    iterations: int
    entries: int


def counts(loops: Sequence[Loop]) -> Counts:
    """Return the counts of nested loops, outermost first; without loops, one iteration.

    Indices on which no inner bound depends are not enumerated.
    """
    if not loops:
        return Counts(1, 1)
    later = [_needed(loops[depth:]) for depth in range(len(loops) + 1)]
    known: dict[tuple[int, tuple[int, ...]], Counts] = {}

    def inside(depth: int, point: dict[str, int]) -> Counts:
        key = depth, tuple(point[name] for name in sorted(later[depth]) if name in point)
        if key not in known:
            known[key] = count(depth, point)
        return known[key]

    def count(depth: int, point: dict[str, int]) -> Counts:
        loop = loops[depth]
        values = loop.range(point)
        if depth == len(loops) - 1:
            return Counts(len(values), int(len(values) > 0))
        if loop.index not in later[depth + 1]:
            one = inside(depth + 1, point) if values else Counts(0, 0)
            return Counts(len(values) * one.iterations, len(values) * one.entries)
        iterations = entries = 0
        for value in values:
            more = inside(depth + 1, {**point, loop.index: value})
            iterations, entries = iterations + more.iterations, entries + more.entries
        return Counts(iterations, entries)

    return inside(0, {})


def _needed(loops: Sequence[Loop]) -> frozenset[str]:
    """Return the indices that occur in bounds."""
    return frozenset(
        name
        for loop in loops
        for bound in (*loop.lower, *loop.upper)
        for name in bound.affine.names
    )
