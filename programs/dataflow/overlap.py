"""Dependence distances of two accesses to one array, by their subscripts.

Distances are in iterations of the loop.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from programs.loops.affine import Affine
from programs.loops.domain import isl_conditions, isl_names
from programs.loops.expressions import Access, Subscript
from programs.loops.region import Loop
from programs.polyhedral.domains import least_values
from programs.polyhedral.quasi import Place, Quasi
from shell.packages import require_package

MOST_COUNTED = 4096
"""Maximum number of enumerated iterations."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """The distances at which two accesses may reach the same element.

    Distance d: the first access in iteration n, and the second in iteration n + d. `exact` is the
    only distance, None if several are possible; `certain` means that they conflict there for all
    indices. `least` has the smallest distance of at least 0, of at least 1, and, with the second
    access first, of at least 1; each None if no such distance exists.
    """

    exact: int | None = None
    certain: bool = False
    least: tuple[int | None, int | None, int | None] = (0, 1, 1)

    @property
    def never(self) -> bool:
        """Whether the accesses never conflict."""
        return self.least[0] is None and self.least[2] is None

    @property
    def now(self) -> bool:
        """Whether they may conflict within an iteration."""
        return self.least[0] == 0

    def forwards(self, least: int) -> int | None:
        """Return the smallest distance of at least 0 or 1, the first access coming first."""
        return self.least[least]

    def backwards(self) -> int | None:
        """Return the smallest distance of at least 1, the second access coming first."""
        return self.least[2]


NEVER = Overlap(least=(None, None, None))


def most_trips(loop: Loop) -> int | None:
    """Return the trip count of a loop with constant bounds, else None."""
    if not all(bound.affine.is_constant for bound in (*loop.lower, *loop.upper)):
        return None
    return len(loop.range({}))


def overlap(first: Access, second: Access, loop: Loop, outer: Sequence[Loop]) -> Overlap:
    """Return the distances at which two accesses of one array conflict in `loop`.

    Subscripts with the same coefficient of the index are solved directly. Otherwise the iterations
    of all loops are searched: by enumeration for constant bounds without outer indices, else by
    isl, which also handles the quasi-affine indices of flattened loops. Other non-affine subscripts
    may have any value. Guards are ignored. Accesses outside the array do not count.
    """
    distances = set[int]()
    always, open_pairs = True, list[tuple[Place, Place]]()
    for one, two in zip(first.subscripts, second.subscripts, strict=True):
        if not isinstance(one, Affine) or not isinstance(two, Affine):
            always = False
            if _is_quasi(one, loop, outer) and _is_quasi(two, loop, outer):
                open_pairs.append((_place(one), _place(two)))
            continue
        # one(n) = two(n + d): with equal factors, `one` is ahead by factor·step·d.
        factor, ahead = one.coefficient(loop.index), one - two
        if factor != two.coefficient(loop.index) or not ahead.is_constant:
            open_pairs.append((one, two))
        elif factor:
            distance, rest = divmod(ahead.constant, factor * loop.step)
            if rest:
                return NEVER
            distances.add(distance)
        elif ahead.constant:
            return NEVER
    if len(distances) > 1:
        return NEVER
    trips = most_trips(loop)
    for distance in distances:
        if trips is not None and abs(distance) >= trips:
            return NEVER
        found = _only(distance, always and not open_pairs)
        if open_pairs and _looked_up(open_pairs, first, second, loop, outer).never:
            return NEVER
        return found
    if open_pairs:
        return _looked_up(open_pairs, first, second, loop, outer)
    far = None if trips is not None and trips < 2 else 1
    return Overlap(certain=always and not open_pairs, least=(0, far, far))


def _only(distance: int, certain: bool) -> Overlap:
    ahead = distance if distance >= 0 else None
    return Overlap(distance, certain, (ahead, ahead or None, -distance if distance < 0 else None))


def _place(subscript: Subscript) -> Place:
    return subscript if isinstance(subscript, Affine) else subscript.expression


def _is_quasi(subscript: Subscript, loop: Loop, outer: Sequence[Loop]) -> bool:
    loops = (*outer, loop)
    return Quasi(isl_names(loops), least_values(loops)).text(_place(subscript)) is not None


def _looked_up(
    open_pairs: Sequence[tuple[Place, Place]],
    first: Access,
    second: Access,
    loop: Loop,
    outer: Sequence[Loop],
) -> Overlap:
    pairs = [
        (one, two)
        for one, two in zip(first.subscripts, second.subscripts, strict=True)
        if isinstance(one, Affine) and isinstance(two, Affine)
    ]
    quasi = [pair for pair in open_pairs if not all(isinstance(x, Affine) for x in pair)]
    alone = not quasi and all(x.names <= {loop.index} for pair in pairs for x in pair)
    trips = most_trips(loop)
    if alone and trips is not None and trips <= MOST_COUNTED:
        return _counted(pairs, loop)
    return _by_isl([*pairs, *quasi], loop, outer)


def _counted(pairs: Sequence[tuple[Affine, Affine]], loop: Loop) -> Overlap:
    values = loop.range({})
    places: dict[tuple[int, ...], list[int]] = {}
    for m, value in enumerate(values):
        place = tuple(two.value({loop.index: value}) for _, two in pairs)
        places.setdefault(place, []).append(m)
    now, ahead, back = set[int](), set[int](), set[int]()
    for n, value in enumerate(values):
        others = places.get(tuple(one.value({loop.index: value}) for one, _ in pairs), [])
        before, after = bisect_left(others, n), bisect_right(others, n)
        if before < after:
            now.add(0)
        if after < len(others):
            ahead.add(others[after] - n)
        if before:
            back.add(n - others[before - 1])
    return Overlap(
        least=(min(now | ahead, default=None), min(ahead, default=None), min(back, default=None))
    )


def _by_isl(pairs: Sequence[tuple[Place, Place]], loop: Loop, outer: Sequence[Loop]) -> Overlap:
    require_package("islpy", "dependences of loops", "programs")
    import islpy

    # Another loop of the same bounds beside it: C has no index of this name.
    twin = replace(loop, index=f"{loop.index}'")
    loops = (*outer, loop, twin)
    names = isl_names(loops)
    conditions = isl_conditions(loops)
    least_of = least_values((*outer, loop))
    here = Quasi(names, least_of)
    there = Quasi({**names, loop.index: names[twin.index]}, least_of)
    for one, two in pairs:
        conditions.append(f"{here.text(one)} = {there.text(two)}")
    conditions.append(f"{loop.step}d = {names[twin.index]} - {names[loop.index]}")
    some = f"exists ({', '.join(names.values())}: {' and '.join(conditions)})"
    distances = islpy.Set(f"{{ [d] : {some} }}")
    if distances.is_empty():
        return NEVER

    def least(half: str, sign: int) -> int | None:
        points = distances.intersect(islpy.Set(half))
        if points.is_empty():
            return None
        end = points.dim_min_val(0) if sign > 0 else points.dim_max_val(0)
        return sign * int(end.to_python())

    return Overlap(
        least=(
            least("{ [d] : d >= 0 }", 1),
            least("{ [d] : d >= 1 }", 1),
            least("{ [d] : d <= -1 }", -1),
        )
    )
