"""Stamping a template onto many groups against mapping it literal by literal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders import ENCODINGS, Template, at_most, exactly_one

LITERALS = st.integers(1, 2**31 - 1).flatmap(lambda v: st.sampled_from((v, -v)))


@st.composite
def templates(draw: st.DrawFn) -> Template:
    """A template of any encoding."""
    name = draw(st.sampled_from(sorted(ENCODINGS)))
    n = draw(st.integers(0, 10))
    if draw(st.booleans()):
        return exactly_one(n, name)
    largest = min(n, 3) if ENCODINGS[name].any_bound else min(n, 1)
    return at_most(n, draw(st.integers(0, largest)), name)


@settings(max_examples=150, deadline=None, database=None)
@given(templates(), st.integers(0, 5), st.data())
def test_instantiate_maps_every_literal(base: Template, count: int, data: st.DataObject) -> None:
    """Tests that each group gets the template's clauses over its own literals and auxiliaries."""
    row = st.lists(LITERALS, min_size=base.n, max_size=base.n)
    groups = data.draw(st.lists(row, min_size=count, max_size=count))
    first = data.draw(st.integers(1, 2**31 - 1 - count * base.aux))

    expected: dict[int, list[list[int]]] = {len(clause): [] for clause in base.clauses}
    for g, group in enumerate(groups):
        own = [*group, *(first + g * base.aux + a for a in range(base.aux))]
        for clause in base.clauses:
            mapped = [own[abs(lit) - 1] * (1 if lit > 0 else -1) for lit in clause]
            expected[len(clause)].append(mapped)

    array = np.array(groups, dtype=np.int32).reshape(count, base.n)
    before = array.copy()
    found = base.instantiate(array, first)
    assert [a.shape for a in found] == [(len(expected[w]), w) for w in sorted(expected)]
    assert [a.tolist() for a in found] == [expected[width] for width in sorted(expected)]
    assert all(a.dtype == np.int32 for a in found)
    assert (array == before).all()


@pytest.mark.parametrize("shape", [(4,), (2, 3), (2, 5), (1, 2, 4)])
def test_groups_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    """Tests that groups without exactly n columns are an error."""
    with pytest.raises(ValueError, match=r"expected \(any, 4\)"):
        at_most(4, 1, "ladder").instantiate(np.ones(shape, dtype=np.int32), 9)


def test_auxiliaries_stay_within_32_bits() -> None:
    """Tests that the last representable variable is usable and the next one refused."""
    ladder = at_most(4, 1, "ladder")
    groups = np.array([[1, 2, 3, 4], [5, 6, 7, 8]], dtype=np.int32)
    last = 2**31 - 6
    assert max(a.max() for a in ladder.instantiate(groups, last)) == 2**31 - 1
    for first in (last + 1, 0, -3):
        with pytest.raises(ValueError, match=r"outside 1\.\.2147483647"):
            ladder.instantiate(groups, first)
