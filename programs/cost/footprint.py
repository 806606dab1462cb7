"""Off-array traffic of a nest in closed form: footprints by reference group and level.

References to one array with the same index coefficients form a group: they touch the same shape,
shifted. From the innermost level outwards, footprints grow until they exceed the data buffer.
Inside that level all data is reused; across iterations of the next loop, data is reused as far as
the elements of several iterations fit together; further out, none is. (After Gysi et al., A fast
analytical model of fully associative caches, PLDI 2019, without its sets.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from programs.cost.counts import counts
from programs.cost.grid import points, subscript
from programs.loops.affine import Affine
from programs.loops.expressions import Access, Expression, Index, Opaque, walk
from programs.loops.region import Array, Loop, Region, Scalar, Statement
from programs.transform.ranges import trip_count


class Volume(NamedTuple):
    """Bytes loaded and written back; `working_set` is the bytes touched by the innermost loop.

    `exact` marks a volume equal to a simulation of the isolated nest.
    """

    loads: int
    stores: int
    working_set: int
    exact: bool

    @property
    def total(self) -> int:
        """The total bytes moved."""
        return self.loads + self.stores


@dataclass(frozen=True)
class _Group:
    """Accesses that touch one shape; `read_first`: an element may be read before it is written."""

    accesses: tuple[Access, ...]
    item: int
    extents: tuple[int, ...]
    written: bool
    read_first: bool
    plain: bool


def volume(
    region: Region,
    outer: Sequence[Loop],
    loops: Sequence[Loop],
    statements: Sequence[Statement],
    lines: int,
    line_bytes: int = 4,
) -> Volume:
    """Return the traffic in bytes of one execution of a perfect nest; the buffer has `lines` lines.

    `outer` are the loops around the nest, represented by one iteration in the middle. The volume is
    exact if all data fits, loops are rectangular, statements are unconditional, and every array has
    one group, without an index in two subscripts, that is read-only or one element per point.
    Otherwise it is an estimate with the means of varying bounds.
    """
    nest = tuple(replace(loop, body=()) for loop in (*outer, *loops))
    start = len(outer)
    groups, plain = _groups(region, nest, statements)
    capacity = lines * line_bytes

    def touched(level: int, window: int | None = None) -> list[int]:
        """Return the bytes per group of loops from a level on, the outermost cut to a window."""
        values = _ranges(nest, level, window)
        return [_elements(group, values) * group.item for group in groups]

    fits = len(nest)
    moved = touched(fits)
    inner = touched(len(nest) - 1) if loops else moved
    while fits > start:
        more = touched(fits - 1)
        if sum(more) > capacity:
            break
        fits, moved = fits - 1, more
    if fits > start:
        trips = _trips(nest)
        count = trips[fits - 1]
        window = 1
        # Reuse distance: between an access and its reuse some iterations later, the rest of the
        # first and the start of the last iteration touch one iteration less, plus one point.
        point = sum(touched(len(nest)))
        while window < min(count, _MOST_WINDOW):
            if sum(touched(fits - 1, window)) + point > capacity:
                break
            window += 1
        if window > 1:
            more, less = touched(fits - 1, window), touched(fits - 1, window - 1)
            moved = [a + (count - window) * (a - b) for a, b in zip(more, less, strict=True)]
        else:
            moved = [part * count for part in moved]
        outside = math.prod(trips[start : fits - 1])
        moved = [part * outside for part in moved]
    loads = sum(n for n, group in zip(moved, groups, strict=True) if group.read_first)
    stores = sum(n for n, group in zip(moved, groups, strict=True) if group.written)
    exact = (
        fits == start
        and sum(moved) <= capacity
        and plain
        and all(trip_count(loop) is not None for loop in loops)
        and all(group.plain and group.item % line_bytes == 0 for group in groups)
    )
    return Volume(loads, stores, sum(inner), exact)


_MOST_WINDOW = 16
"""Maximum number of iterations over which reuse is considered."""


def _trips(loops: tuple[Loop, ...]) -> list[int]:
    """Return the trip count of each loop, for varying bounds the mean rounded up."""
    found: list[int] = []
    before = 1
    for depth, loop in enumerate(loops):
        now = counts(loops[: depth + 1]).iterations
        trips = trip_count(loop)
        found.append(max(1, -(-now // before) if before else 0) if trips is None else trips)
        before = now
    return found


Values: TypeAlias = tuple[tuple[str, NDArray[np.int64]], ...]


@lru_cache(maxsize=1 << 12)
def _ranges(loops: tuple[Loop, ...], level: int, window: int | None) -> Values:
    """Return the values of all indices: all values from a level on, else one in the middle.

    If bounds depend on varying indices, the union over these is returned.
    """
    found: dict[str, NDArray[np.int64]] = {}
    varying: dict[str, Loop] = {}
    for depth, loop in enumerate(loops):
        point = {name: int(values[0]) if len(values) else 0 for name, values in found.items()}
        needs = {name for bound in (*loop.lower, *loop.upper) for name in bound.affine.names}
        if depth < level:
            span = loop.range(point)
            found[loop.index] = np.array([span[len(span) // 2] if span else 0], np.int64)
            continue
        if not needs & varying.keys():
            span = loop.range(point)
            found[loop.index] = np.array(span[:window] if depth == level else span, np.int64)
        else:
            first = loops[level]
            rest = _needed(needs, varying, first.index)
            columns = {n: v for n, v in found.items() if n not in varying}
            size = len(found[first.index])
            columns = {n: np.repeat(v, size) for n, v in columns.items()}
            columns[first.index] = found[first.index]
            found[loop.index] = np.unique(points([*rest, loop], columns)[loop.index])
        varying[loop.index] = loop
    return tuple(found.items())


def _needed(names: set[str], varying: dict[str, Loop], first: str) -> list[Loop]:
    """Return the loops, except the first, on which these indices depend, outermost first."""
    wanted = set(names)
    for name, loop in reversed(varying.items()):
        if name in wanted:
            wanted |= {n for bound in (*loop.lower, *loop.upper) for n in bound.affine.names}
    return [loop for name, loop in varying.items() if name in wanted and name != first]


def _groups(
    region: Region, loops: Sequence[Loop], statements: Sequence[Statement]
) -> tuple[list[_Group], bool]:
    declared = region.declared
    order = [loop.index for loop in loops]
    found: dict[object, list[tuple[Access, bool]]] = {}
    plain = True
    keys: dict[Access, object] = {}
    for statement in statements:
        plain = plain and statement.guard.always
        accesses = statement.accesses
        for number, access in enumerate(accesses):
            place = declared[access.name]
            if isinstance(place, Scalar) and place.local:
                continue
            if access not in keys:
                keys[access] = (
                    access.name,
                    tuple(
                        tuple(s.coefficient(name) for name in order)
                        if isinstance(s, Affine)
                        else None
                        for s in access.subscripts
                    ),
                )
            found.setdefault(keys[access], []).append((access, number == len(accesses) - 1))
    names = [key[0] for key in found if isinstance(key, tuple)]
    groups: list[_Group] = []
    for uses in found.values():
        access = uses[0][0]
        place = declared[access.name]
        extents = place.extents if isinstance(place, Array) else ()
        different = tuple(dict.fromkeys(use for use, _ in uses))
        written = any(write for _, write in uses)
        # Elements written first, unconditionally, need no load.
        firsts: dict[Access, bool] = {}
        for use, write in uses:
            firsts.setdefault(use, write)
        first = plain and all(firsts.values())
        disjoint = _disjoint(access)
        alone = names.count(access.name) == 1 and (not written or first or len(different) == 1)
        item = place.type.width // 8
        groups.append(_Group(different, item, extents, written, not first, disjoint and alone))
    return groups, plain


def _disjoint(access: Access) -> bool:
    """Return whether all subscripts are affine and share no index."""
    seen: set[str] = set()
    for place in access.subscripts:
        if not isinstance(place, Affine) or place.names & seen:
            return False
        seen |= place.names
    return True


def _elements(group: _Group, ranges: Values) -> int:
    """Return the number of elements that a group touches for these index values."""
    values = dict(ranges)
    known: dict[tuple[object, int], NDArray[np.int64]] = {}
    boxes: list[list[NDArray[np.int64]]] = []
    for access in group.accesses:
        box: list[NDArray[np.int64]] = []
        for place, extent in zip(access.subscripts, group.extents, strict=True):
            if (place, extent) not in known:
                found = _values(place, values)
                if found is None:
                    found = np.arange(extent)
                known[place, extent] = found[(found >= 0) & (found < extent)]
            box.append(known[place, extent])
        boxes.append(box)
    if len(boxes) == 1 or not group.extents:
        return math.prod(len(part) for part in boxes[0])
    if all(len(part) == 1 for box in boxes for part in box):
        return len({tuple(int(part[0]) for part in box) for box in boxes})
    marked = np.zeros(group.extents, np.bool_)
    for box in boxes:
        marked[np.ix_(*box)] = True
    return int(marked.sum())


def _values(
    place: Affine | Opaque, values: dict[str, NDArray[np.int64]]
) -> NDArray[np.int64] | None:
    """Return all values of a subscript, None if it depends on data."""
    if isinstance(place, Affine) and len(place.terms) <= 1:
        if not place.terms:
            return np.array([place.constant], np.int64)
        (name, factor), *_ = place.terms
        return values[name] * factor + place.constant
    names = sorted(place.names if isinstance(place, Affine) else _indices(place.expression))
    mesh = np.meshgrid(*(values[name] for name in names), indexing="ij")
    grid = {name: part.ravel() for name, part in zip(names, mesh, strict=True)}
    found = subscript(place, grid, len(grid[names[0]]) if names else 1)
    return None if found is None else np.unique(found)


def _indices(expression: Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, Index)}
