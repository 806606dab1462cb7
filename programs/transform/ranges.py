"""Loop bounds in the form that transformations need: a first value and a trip count."""

from __future__ import annotations

from dataclasses import replace

from programs.loops.affine import Affine, Bound, affine
from programs.loops.region import Loop, Region
from programs.transform.records import NotApplicableError


def constant_range(loop: Loop) -> range | None:
    """Return the values of an index, None if they depend on outer loops."""
    if any(not bound.affine.is_constant for bound in (*loop.lower, *loop.upper)):
        return None
    return loop.range({})


def folded(loop: Loop) -> Loop:
    """Return a loop with its constant bounds merged into one of each; others unchanged."""
    values = constant_range(loop)
    if values is None:
        return loop
    lower, upper = (Bound(affine(constant=end)) for end in (values.start, values.stop))
    return replace(loop, lower=(lower,), upper=(upper,))


def first_value(region: Region, loop: Loop) -> Affine:
    """Return the first value of an index; raise if it is a maximum of several, or rounded."""
    loop = folded(loop)
    if len(loop.lower) != 1 or loop.lower[0].divisor != 1:
        raise NotApplicableError(
            f"loop '{loop.index}' begins at the larger of several bounds, or at a quotient;"
            " allowed: one affine expression",
            region.where(loop),
        )
    return loop.lower[0].affine


def trip_count(loop: Loop) -> int | None:
    """Return the trip count, None if it varies."""
    loop = folded(loop)
    if len(loop.lower) != 1 or len(loop.upper) != 1:
        return None
    (lower,), (upper,) = loop.lower, loop.upper
    length = upper.affine - lower.affine
    if lower.divisor != 1 or upper.divisor != 1 or not length.is_constant:
        return None
    return max(0, -(-length.constant // loop.step))


def depends_on(loop: Loop, indices: set[str]) -> bool:
    """Return whether the bounds of a loop or of an inner loop use one of the indices."""
    if any(bound.affine.names & indices for bound in (*loop.lower, *loop.upper)):
        return True
    return any(depends_on(node, indices) for node in loop.body if isinstance(node, Loop))
