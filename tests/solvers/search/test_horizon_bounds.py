"""The choice of horizons by searches."""

from __future__ import annotations

import random

import pytest

from solvers.search.horizon_bounds import HorizonBounds


def drive(
    bounds: HorizonBounds, feasible: set[int], beyond: int, source: random.Random, shortens: bool
) -> list[int]:
    """Answer the proposals until it is decided; return them.

    All horizons from `beyond` on are feasible. A mapping may turn out to be shorter.
    """
    proposals = []
    while not bounds.decided:
        assert len(proposals) < 400, "the search does not end"
        above = bounds.from_above
        assert bounds.open(bounds.lower)
        assert above is None or (bounds.open(above) and above > bounds.lower)
        while above is not None and source.random() < 0.4:
            bounds.waited(source.choice((0.1, 3.0, 1e6)), source.choice((0.0, 1.0)))
            above = bounds.from_above
            assert above is None or (bounds.open(above) and above > bounds.lower)
        chosen = source.choice([bounds.lower] if above is None else [bounds.lower, above])
        assert chosen not in proposals
        proposals.append(chosen)
        if chosen in feasible or chosen >= beyond:
            shorter = [n for n in feasible | {beyond} if n <= chosen]
            bounds.found(source.choice(shorter) if shortens and shorter else chosen)
        else:
            bounds.refute(chosen)
    return proposals


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("shortens", [False, True])
def test_a_monotone_search_ends_at_the_minimum(limited: bool, shortens: bool) -> None:
    """Tests that the minimum is found and proven, whatever is answered first."""
    for seed in range(100):
        source = random.Random(seed)
        first, least = source.randint(1, 10), source.randint(1, 40)
        least = max(first, least)
        limit = least + source.randint(0, 5) if limited else None
        bounds = HorizonBounds(first, limit)
        proposals = drive(bounds, set(), least, source, shortens)
        assert (bounds.upper, bounds.lower) == (least, least)
        assert all(limit is None or n <= limit for n in proposals)
        assert bounds.from_above is None


@pytest.mark.parametrize("shortens", [False, True])
def test_a_search_without_order_ends_at_the_minimum(shortens: bool) -> None:
    """Tests that gaps between feasible horizons are respected: nothing is implied by them."""
    for seed in range(100):
        source = random.Random(seed)
        first = source.randint(1, 8)
        feasible = {n for n in range(first, first + 25) if source.random() < 0.2}
        bounds = HorizonBounds(first, monotone=False)
        drive(bounds, feasible, first + 25, source, shortens)
        assert bounds.upper == min(feasible | {first + 25})
        assert set(range(first, bounds.upper)) <= bounds.refuted


@pytest.mark.parametrize("monotone", [False, True])
def test_a_limit_without_a_mapping_is_decided(monotone: bool) -> None:
    """Tests that refuting all horizons up to the limit ends the search, without a mapping."""
    for seed in range(60):
        source = random.Random(seed)
        first = source.randint(1, 8)
        limit = first + source.randint(-2, 12)
        bounds = HorizonBounds(first, limit, monotone)
        proposals = drive(bounds, set(), limit + 1, source, False)
        assert bounds.upper is None
        assert bounds.lower > limit
        assert all(first <= n <= limit for n in proposals)
        if not monotone:
            assert sorted(proposals) == list(range(first, limit + 1))
