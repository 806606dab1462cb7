"""Direction vectors of a perfect nest, which decide the legality of its orders and unrolling.

They are computed once per nest; the legality of a permutation or of unroll-and-jam then takes
microseconds without isl.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from programs.loops.region import Region
from programs.polyhedral.dependences import Dependences
from programs.polyhedral.schedules import Copy, Origin, copies

Sign = Literal[-1, 0, 1]


@dataclass(frozen=True, slots=True)
class Direction:
    """A class of dependences by the signs of their distances, outermost loop first.

    `least` has the least absolute distance along each loop, in iterations.
    """

    signs: tuple[Sign, ...]
    least: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Directions:
    """All directions in which instances of a nest depend on each other, at equal outer indices.

    The zero vector, for dependences within an iteration, is omitted: that order stays.
    """

    depth: int
    all: tuple[Direction, ...]

    def permutable(self, order: Sequence[int]) -> bool:
        """Return whether a permutation (old positions, outermost first) of the loops is legal."""
        return all(_forward([direction.signs[n] for n in order]) for direction in self.all)

    def jammable(self, factors: Sequence[int]) -> bool:
        """Return whether unrolling every loop by its factor and jamming all copies is legal.

        Blocks of iterations are then executed in the order of the nest, and the iterations of a
        block in their old order. A dependence with a negative distance along some loop forbids it
        if it may stay within one block of all outer loops.
        """
        for direction in self.all:
            for level, sign in enumerate(direction.signs):
                if sign < 0:
                    return False
                if sign > 0 and direction.least[level] >= factors[level]:
                    break
        return True


def _forward(signs: Sequence[int]) -> bool:
    return next((sign for sign in signs if sign), 1) > 0


def directions(
    known: Dependences,
    region: Region,
    origins: Mapping[str, Origin],
    path: tuple[int, ...],
    depth: int,
) -> Directions:
    """Return the directions within `depth` nested loops, the outermost at `path`.

    The path has the loop's position in each body, starting at the region's; `region` is a legal
    variant of the original region of `known`. Only statements inside all of these loops count.
    """
    level = len(path) - 1
    inside = [
        copy
        for copy in copies(region, origins)
        if copy.positions[: len(path)] == path and len(copy.loops) >= level + depth
    ]
    maps = [copy.index_map(known.names[copy.origin.id]) for copy in inside]
    found: dict[tuple[Sign, ...], tuple[int, ...]] = {}
    for one, source in zip(inside, maps, strict=True):
        for two, target in zip(inside, maps, strict=True):
            relation = known.relations.get((one.origin.id, two.origin.id))
            if relation is None:
                continue
            moved = relation.apply_domain(source).apply_range(target)
            for signs, least in _classes(_distances(moved, one, two, level, depth), depth):
                if any(signs):
                    old = found.get(signs, least)
                    found[signs] = tuple(map(min, old, least))
    steps = [loop.step for loop in inside[0].loops[level : level + depth]] if inside else []
    return Directions(
        depth,
        tuple(
            Direction(signs, tuple(-(-a // step) for a, step in zip(least, steps, strict=True)))
            for signs, least in sorted(found.items())
        ),
    )


def _distances(moved: Any, one: Copy, two: Copy, level: int, depth: int) -> Any:
    """Return the set of distances along the nest between instances with equal outer indices."""
    import islpy

    end = level + depth
    for kind, copy in ((islpy.dim_type.in_, one), (islpy.dim_type.out, two)):
        moved = moved.project_out(kind, end, len(copy.loops) - end)
    distances = moved.deltas()
    for place in range(level):
        distances = distances.fix_val(islpy.dim_type.set, place, islpy.Val(0))
    return distances.project_out(islpy.dim_type.set, 0, level)


def _classes(distances: Any, depth: int) -> list[tuple[tuple[Sign, ...], tuple[int, ...]]]:
    """Return the occurring sign vectors, each with the least absolute distances."""
    import islpy

    if distances.is_empty():
        return []
    found: list[tuple[tuple[Sign, ...], tuple[int, ...]]] = []

    def split(rest: Any, signs: tuple[Sign, ...]) -> None:
        place = len(signs)
        if place == depth:
            least = []
            for n, sign in enumerate(signs):
                if sign == 0:
                    least.append(0)
                elif sign > 0:
                    least.append(rest.dim_min_val(n).to_python())
                else:
                    least.append(-rest.dim_max_val(n).to_python())
            found.append((signs, tuple(least)))
            return
        kind = islpy.dim_type.set
        zero = rest.fix_val(kind, place, islpy.Val(0))
        above = rest.lower_bound_val(kind, place, islpy.Val(1))
        below = rest.upper_bound_val(kind, place, islpy.Val(-1))
        parts: tuple[tuple[Any, Sign], ...] = ((below, -1), (zero, 0), (above, 1))
        for part, sign in parts:
            if not part.is_empty():
                split(part, (*signs, sign))

    split(distances, ())
    return found
