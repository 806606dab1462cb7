"""Ranking: by cycles, then volume; or by the hypervolume of both (PT-Map, Sec. 3.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from programs.explore.explore_options import Mode

Item = TypeVar("Item")
Point: TypeAlias = tuple[int, int]
"""Cycles and volume."""

MARGIN = 1.1
"""The reference point in multiples of the worst candidate, in cycles and in volume."""


def hypervolume(point: Point, reference: tuple[float, float]) -> float:
    """Return (1 - cycles / reference) · (1 - volume / reference), a share from 0 to 1."""
    shares = [
        1.0 - value / most if most else 1.0 for value, most in zip(point, reference, strict=True)
    ]
    return shares[0] * shares[1]


def reference(points: Sequence[Point]) -> tuple[float, float]:
    """Return the reference point of candidates."""
    cycles, volumes = zip(*points, strict=True)
    return MARGIN * max(cycles), MARGIN * max(volumes)


def ranked(
    items: Sequence[Item],
    point: Callable[[Item], Point],
    mode: Mode,
    name: Callable[[Item], str] = str,
) -> list[Item]:
    """Return items from the best to the worst; ties are broken by cycles, volume, then name."""
    if not items:
        return []
    most = reference([point(item) for item in items])

    def key(item: Item) -> tuple[float, Point, str]:
        first = 0.0 if mode == "performance" else -hypervolume(point(item), most)
        return first, point(item), name(item)

    return sorted(items, key=key)


def front(items: Sequence[Item], point: Callable[[Item], Point]) -> list[Item]:
    """Return the Pareto-optimal items by cycles and volume, of equal ones the first, by cycles."""
    found: list[Item] = []
    for item in sorted(items, key=point):
        if not found or point(item)[1] < point(found[-1])[1]:
            found.append(item)
    return found
