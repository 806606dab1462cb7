"""Program-level exploration: fusion structures of a program (PT-Map, Sec. 3.2).

The heuristics are PLuTo's (Bondhugula et al., PLDI 2008): `nofuse` distributes all loops as far as
possible, `maxfuse` fuses as much as possible, with shifts if dependences need them, and `smartfuse`
fuses only nests of equal depth.
"""

from __future__ import annotations

from collections.abc import Callable

from programs.loops.region import Loop
from programs.loops.tree import Path, body_at
from programs.polyhedral.schedules import Copy, copies
from programs.transform.ranges import trip_count
from programs.transform.records import Distribute, Fuse
from programs.transform.variant import Variant

MAX_SHIFT = 4
"""Largest delay of a fused loop, in iterations; longer ones leave too little to share."""

MIN_SHARED = 3
"""Least number of shared iterations of a fused loop, in multiples of its delay."""

Accepts = Callable[[Loop, Loop], bool]


def structures(variant: Variant) -> dict[str, Variant]:
    """Return the structures of a program by name; `original` is its own."""
    return {
        "original": variant,
        "nofuse": nofuse(variant),
        "smartfuse": smartfuse(variant),
        "maxfuse": maxfuse(variant),
    }


def nofuse(variant: Variant) -> Variant:
    """Return a variant with all loops distributed as far as dependences allow (PLuTo's nofuse)."""

    def visit(variant: Variant, path: Path) -> tuple[Variant, int]:
        """Distribute the node at a path; return the number of resulting loops."""
        node = body_at(variant.region.body, path[:-1])[path[-1]]
        if not isinstance(node, Loop):
            return variant, 1
        cuts = []
        for cut in range(1, len(node.body)):
            if variant.tried(Distribute(path, (cut,))) is not None:
                cuts.append(cut)
        # Two inseparable parts are on the same side of every legal cut.
        if cuts:
            variant = variant.apply(Distribute(path, tuple(cuts)))
        for n in range(len(cuts) + 1):
            variant = _inside(variant, (*path[:-1], path[-1] + n), visit)
        return variant, len(cuts) + 1

    return _inside(variant, (), visit)


def maxfuse(variant: Variant) -> Variant:
    """Return a variant with neighbouring loops fused if that is legal."""
    return _fused(variant, lambda one, two: True)


def smartfuse(variant: Variant) -> Variant:
    """Return a variant with neighbouring loops of equal depth fused."""
    return _fused(variant, lambda one, two: _depth(one) == _depth(two))


def _inside(
    variant: Variant, path: Path, visit: Callable[[Variant, Path], tuple[Variant, int]]
) -> Variant:
    """Visit all parts of a body, whose number may grow."""
    place = 0
    while place < len(body_at(variant.region.body, path)):
        variant, count = visit(variant, (*path, place))
        place += count
    return variant


def _fused(variant: Variant, accepts: Accepts) -> Variant:
    def visit(variant: Variant, path: Path) -> tuple[Variant, int]:
        node = body_at(variant.region.body, path[:-1])[path[-1]]
        if not isinstance(node, Loop):
            return variant, 1
        variant, count = _with_next(variant, path, accepts)
        for n in range(count):
            at = (*path[:-1], path[-1] + n)
            if isinstance(body_at(variant.region.body, at[:-1])[at[-1]], Loop):
                variant = _inside(variant, at, visit)
        return variant, count

    return _inside(variant, (), visit)


def _with_next(variant: Variant, path: Path, accepts: Accepts) -> tuple[Variant, int]:
    """Fuse a loop with as many next neighbours as possible; return the number of fused loops."""
    body = body_at(variant.region.body, path[:-1])
    first = body[path[-1]]
    assert isinstance(first, Loop)
    best, shifts = variant, [0]
    for node in body[path[-1] + 1 :]:
        if not isinstance(node, Loop) or not accepts(first, node):
            break
        shift = _needed_shift(variant, path, shifts)
        if shift is None or not _worth(node, shift):
            break
        made = variant.tried(Fuse(path, (*shifts, shift)))
        if made is None:
            break
        best, shifts = made, [*shifts, shift]
    before, after = len(body), len(body_at(best.region.body, path[:-1]))
    return best, after - (before - len(shifts))


def _worth(loop: Loop, shift: int) -> bool:
    trips = trip_count(loop)
    # Loops with varying bounds can only be fused without shifts.
    return shift == 0 or (
        shift <= MAX_SHIFT and trips is not None and trips >= (MIN_SHARED + 1) * shift
    )


def _needed_shift(variant: Variant, path: Path, shifts: list[int]) -> int | None:
    """Return the least legal shift of the next loop in iterations, or None."""
    import islpy

    level = len(path) - 1
    last = len(shifts)
    parts: list[list[Copy]] = [[] for _ in range(last + 1)]
    for copy in copies(variant.region, variant.origins):
        place = copy.positions[level] - path[level] if len(copy.loops) > level else -1
        if copy.positions[:level] == path[:level] and 0 <= place <= last:
            parts[place].append(copy)
    known = variant.analysis.dependences
    needed = 0
    for shift, part in zip(shifts, parts, strict=False):
        for one in part:
            for two in parts[last]:
                relation = known.relations.get((one.origin.id, two.origin.id))
                if relation is None:
                    continue
                source = one.index_map(known.names[one.origin.id])
                target = two.index_map(known.names[two.origin.id])
                moved = relation.apply_domain(source).apply_range(target)
                for kind, copy in ((islpy.dim_type.in_, one), (islpy.dim_type.out, two)):
                    moved = moved.project_out(kind, level + 1, len(copy.loops) - level - 1)
                distances = moved.deltas()
                for n in range(level):
                    distances = distances.fix_val(islpy.dim_type.set, n, islpy.Val(0))
                if distances.is_empty():
                    continue
                least = distances.dim_min_val(level)
                if not least.is_int():
                    return None
                step = two.loops[level].step
                needed = max(needed, shift + -(least.to_python() // step))
    return needed


def _depth(loop: Loop) -> int:
    return 1 + max((_depth(node) for node in loop.body if isinstance(node, Loop)), default=0)
