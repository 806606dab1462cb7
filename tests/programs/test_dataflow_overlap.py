from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from programs.dataflow.overlap import overlap
from programs.loops import Access, Affine, Bound, Loop, Statement, affine
from programs.loops.expressions import Constant
from programs.loops.types import INT

BODY = (Statement("S0", Access("x"), Constant(0, INT)),)


def loop(index: str, low: Affine | int, high: Affine | int, step: int = 1) -> Loop:
    ends = [affine(constant=end) if isinstance(end, int) else end for end in (low, high)]
    return Loop(index, (Bound(ends[0]),), (Bound(ends[1]),), BODY, step)


def met(first: Access, second: Access, inner: Loop, outer: tuple[Loop, ...]) -> set[int]:
    """The distances at which two affine accesses meet, by looking at all iterations."""
    found = set[int]()
    points = [{}] if not outer else [{outer[0].index: value} for value in outer[0].range({})]
    for point in points:
        values = inner.range(point)
        for n, one in enumerate(values):
            for m, two in enumerate(values):
                at, there = {**point, inner.index: one}, {**point, inner.index: two}
                left = [s.value(at) for s in first.subscripts if isinstance(s, Affine)]
                right = [s.value(there) for s in second.subscripts if isinstance(s, Affine)]
                if left == right:
                    found.add(m - n)
    return found


def leasts(found: set[int]) -> tuple[int | None, int | None, int | None]:
    return (
        min((d for d in found if d >= 0), default=None),
        min((d for d in found if d >= 1), default=None),
        min((-d for d in found if d <= -1), default=None),
    )


def is_covered(found: tuple[int | None, ...], real: tuple[int | None, ...]) -> bool:
    """Whether nothing meets earlier than it is said to."""
    pairs = zip(found, real, strict=True)
    return all(two is None or (one is not None and one <= two) for one, two in pairs)


subscripts = st.builds(
    lambda i, j, constant: affine({"i": i, "j": j}, constant),
    st.integers(-2, 2),
    st.integers(-1, 1),
    st.integers(-4, 4),
)
inner_loops = st.builds(
    lambda low, trips, step, triangle: loop(
        "i", affine({"j": 1}) if triangle else low, affine(constant=low + trips), step
    ),
    st.integers(0, 3),
    st.integers(1, 9),
    st.integers(1, 3),
    st.booleans(),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(subscripts, subscripts), min_size=1, max_size=2), inner_loops)
def test_nothing_meets_that_is_said_not_to(pairs: list[tuple[Affine, Affine]], inner: Loop) -> None:
    outer = (loop("j", 0, 5),)
    first, second = (Access("x", tuple(pair[side] for pair in pairs)) for side in (0, 1))
    found = overlap(first, second, inner, outer)
    real = met(first, second, inner, outer)
    assert is_covered(found.least, leasts(real))
    assert found.exact is None or real <= {found.exact}
    # What is looked up is exact, also in triangles.
    if found.exact is None and not found.certain:
        assert found.least == leasts(real)
    back = overlap(second, first, inner, outer)
    assert is_covered(back.least, leasts({-d for d in real}))
