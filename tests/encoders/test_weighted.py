"""Weighted limits against sums: every assignment of small groups, every encoding."""

from __future__ import annotations

import random
from itertools import accumulate, product

import pytest
from pysat.solvers import Solver

from encoders import WEIGHTED, weighted_at_most

ENCODED = [name for name in WEIGHTED if name != "binomial"]


def drawn(seed: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Weights, slots, and a bound that no weight exceeds."""
    source = random.Random(seed)
    slots = tuple(source.randint(1, 3) for _ in range(source.randint(2, 4)))
    weights = tuple(source.choice((1, 1, 2, 3, 5, 9)) for _ in range(sum(slots)))
    return weights, slots, source.randint(max(weights), max(max(weights), sum(weights) - 1))


def legal(slots: tuple[int, ...], bits: tuple[int, ...]) -> bool:
    """Whether at most one of each slot is true."""
    ends = [*accumulate(slots, initial=0)]
    return all(sum(bits[a:b]) <= 1 for a, b in zip(ends, ends[1:], strict=False))


@pytest.mark.parametrize("encoding", WEIGHTED)
@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_sums_within_the_bound_are_models(encoding: str, seed: int) -> None:
    weights, slots, bound = drawn(seed)
    template = weighted_at_most(weights, slots, bound, encoding)
    with Solver("glucose4", bootstrap_with=template.clauses) as solver:
        for bits in product((0, 1), repeat=len(weights)):
            total = sum(w for w, bit in zip(weights, bits, strict=True) if bit)
            given = [n if bit else -n for n, bit in enumerate(bits, 1)]
            if total <= bound or legal(slots, bits):
                assert solver.solve(given) == (total <= bound)


@pytest.mark.parametrize("encoding", ENCODED)
@pytest.mark.parametrize("seed", range(60))
def test_definitions_satisfy_every_clause(encoding: str, seed: int) -> None:
    weights, slots, bound = drawn(seed)
    template = weighted_at_most(weights, slots, bound, encoding)
    for bits in product((0, 1), repeat=len(weights)):
        own = {n: w for n, (w, bit) in enumerate(zip(weights, bits, strict=True), 1) if bit}
        if sum(own.values()) > bound:
            continue
        true = set(own)
        for number, (subset, threshold) in enumerate(template.definitions, len(weights) + 1):
            if sum(own.get(n, 0) for n in subset) >= threshold:
                true.add(number)
        assert all(any((n > 0) == (abs(n) in true) for n in row) for row in template.clauses)


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_limit_that_demands_nearly_all_is_small(encoding: str) -> None:
    """Tests "at least one of 400" as "at most 399 of their negations"."""
    template = weighted_at_most((1,) * 400, (1,) * 400, 399, encoding)
    assert template.size < 1200


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown encoding 'commander' of weights"):
        weighted_at_most((1, 2), (1, 1), 2, "commander")
