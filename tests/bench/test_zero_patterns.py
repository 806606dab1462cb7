"""The classes of zero patterns, against published numbers and the definition."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from bench.zero_patterns import canonical, classes, picture, sample, zeros


def smallest(pattern: int, size: int) -> int:
    """Return the smallest number over all permutations, by trying every one."""
    places = range(size)
    return min(
        sum(
            (pattern >> (rows[r] * size + columns[c]) & 1) << (r * size + c)
            for r in places
            for c in places
        )
        for rows, columns in product(permutations(places), repeat=2)
    )


def test_three() -> None:
    """Tests the numbers of classes by zeros of Table 3, the all-zero one left out."""
    found = Counter(zeros(pattern, 3) for pattern in classes(3))
    assert [found[amount] for amount in range(10)] == [1, 1, 3, 6, 7, 7, 6, 3, 1, 0]


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(("size", "number"), [(1, 2), (2, 7), (3, 36), (4, 317)])
def test_published_numbers(size: int, number: int) -> None:
    """Tests the numbers of inequivalent matrices, the all-zero one included."""
    assert len(classes(size)) == number - 1


@pytest.mark.parametrize("size", [1, 2, 3])
def test_definition(size: int) -> None:
    """Tests every pattern against the definition of its class."""
    for pattern in range(1 << size * size):
        assert canonical(pattern, size) == smallest(pattern, size)


@pytest.mark.oracle
def test_sample() -> None:
    """Tests that a sample is reproducible and has every number of zeros."""
    chosen = sample(4, lambda amount: 3 if amount > 1 else 1, 7)
    assert chosen == sample(4, lambda amount: 3 if amount > 1 else 1, 7)
    assert chosen != sample(4, lambda amount: 3 if amount > 1 else 1, 8)
    assert set(chosen) <= set(classes(4))
    found = Counter(zeros(pattern, 4) for pattern in chosen)
    assert found == {0: 1, 1: 1, 15: 1} | {amount: 3 for amount in range(2, 15)}


def test_picture() -> None:
    """Tests that the lowest bit is the upper left corner."""
    assert picture(0b100_010_011, 3) == "110/010/001"
