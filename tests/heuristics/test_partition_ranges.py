"""Orders cut into ranges: the best cuts of an order, found again by trying all."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heuristics.partition.ranges as ranges
from heuristics.partition import Loads, cut_order, starts
from heuristics.partition.orders import orders
from models.errors import InputError
from models.partition import Partition, PartitionGraph
from models.partition.partition import fault
from tests.heuristics.partition_limits import limits_of
from tests.models.random_partitions import random_dfg

SEEDS = st.integers(0, 10**6)
QUIET = settings(deadline=None)


@QUIET
@given(SEEDS)
def test_orders(seed: int) -> None:
    """Tests that orders have every block, after all that lead to it, and repeat by seed."""
    graph = PartitionGraph(random_dfg(seed, 16, rich=False))
    found = list(orders(graph, seed))
    assert found == list(orders(graph, seed))
    for order in found:
        place = {b: n for n, b in enumerate(order)}
        assert sorted(place) == list(range(len(graph.blocks)))
        assert all(place[a] < place[b] for a, b in graph.edges)


@QUIET
@given(SEEDS, st.integers(1, 4), st.none() | st.integers(1, 4))
def test_best_cuts(seed: int, parts: int, most: int | None) -> None:
    """Tests that no other cuts of the same order are better."""
    graph = PartitionGraph(random_dfg(seed, 8, rich=False))
    limits = limits_of(graph, seed)
    order = list(orders(graph, seed))[seed % 7]
    count = len(order)
    if parts > count:
        return
    keys = []
    for ends in combinations(range(1, count), parts - 1):
        part = [0] * count
        for n, b in enumerate(order):
            part[b] = sum(end <= n for end in ends)
        keys.append(Loads(graph, limits, part, parts, most).key()[:3])
    found = cut_order(graph, limits, order, parts, most)
    assert len(set(found)) == parts
    assert [found[b] for b in order] == sorted(found)
    assert Loads(graph, limits, found, parts, most).key()[:3] == min(keys)


@QUIET
@given(SEEDS, st.integers(1, 4), st.none() | st.integers(1, 4), st.sampled_from((3, 1200)))
def test_starts(seed: int, parts: int, most: int | None, places: int) -> None:
    """Tests that starts are partitions with as many parts as asked, the best first.

    Also where an order is cut between runs of blocks only.
    """
    dfg = random_dfg(seed, 12, rich=False)
    graph = PartitionGraph(dfg)
    limits = limits_of(graph, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranges, "MOST_PLACES", places)
        if parts > len(graph.blocks):
            with pytest.raises(InputError, match="there must be between 1 and"):
                starts(graph, limits, parts, seed, most)
            return
        found = starts(graph, limits, parts, seed, most)
        assert found == starts(graph, limits, parts, seed, most)
    for part in found:
        assert set(part) == set(range(parts))
        assert fault(dfg, Partition.of_blocks(graph, part)) is None
    keys = [Loads(graph, limits, part, parts, most).key() for part in found]
    assert keys == sorted(keys)
