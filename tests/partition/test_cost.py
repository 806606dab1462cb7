"""The cost of every labelling of small graphs, found again by loops; and what labels mean."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import approx

from partition.heuristics import Coarse, Cost, Weights, coarsen, plain
from partition.heuristics.encoding import backward, decode, forward
from partition.model import Partition, PartitionGraph
from partition.model.partition import fault
from tests.partition.random_partitions import random_dfg

SEEDS = st.integers(0, 10**6)
WEIGHTS = Weights(1.5, 0.5, 0.25, 100)


def by_loops(coarse: Coarse, labels: tuple[int, ...], parts: int) -> tuple[float, int]:
    """Return the cost of a labelling without its faults, and the fewest faults in any order."""
    between: dict[tuple[int, int], int] = {}
    pairs: list[tuple[int, int]] = []
    for (a, b), times in zip(coarse.edges, coarse.cut, strict=True):
        pair = labels[a], labels[b]
        if pair[0] != pair[1]:
            between[pair] = between.get(pair, 0) + times
            pairs += [pair] * max(times, 1)
    backward = min(
        sum(order[a] > order[b] for a, b in pairs) for order in permutations(range(parts))
    )
    sizes = [0] * parts
    for label, size in zip(labels, coarse.sizes, strict=True):
        sizes[label] += size
    cut = [times for times in between.values() if times] or [0]
    cost = 1.5 * sum(cut) + 0.5 * (max(sizes) - min(sizes)) + 0.25 * (max(cut) - min(cut))
    return cost, backward + parts - len(set(labels))


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(1, 3))
def test_every_labelling(seed: int, parts: int) -> None:
    """Tests cost and validity of all labellings, and that valid ones are partitions in some order.

    Those that are none are so in any order.
    """
    dfg = random_dfg(seed, 5)
    graph = PartitionGraph(dfg)
    coarse = plain(graph)
    cost, default = Cost(coarse, parts, WEIGHTS), Cost(coarse, parts)
    valid, invalid = [0.0], []
    for labels in product(range(parts), repeat=len(coarse.groups)):
        expected, faults = by_loops(coarse, labels, parts)
        found, right = cost(labels)
        counted = round((found - expected) / 100)
        assert found == approx(expected + 100 * counted)
        assert right == (not faults) == (not counted)
        # With three parts the order in which edges are backward need not be the best one.
        assert counted == faults if parts < 3 else faults <= counted <= 2 * faults
        assert default(labels).valid == (not faults)
        (invalid if faults else valid).append(default(labels).cost)
        orders = permutations(range(parts))
        renumbered = ([order[p] for p in labels] for order in orders)
        possible = any(
            fault(dfg, Partition.of_blocks(graph, coarse.expand(part))) is None
            for part in renumbered
        )
        assert possible == (faults == parts - len(set(labels)))
        decoded = coarse.expand(decode(coarse, labels, parts, "raw"))
        assert (fault(dfg, Partition.of_blocks(graph, decoded)) is None) == possible
    assert min(invalid, default=float("inf")) > max(valid)


@settings(deadline=None)
@given(SEEDS, st.integers(1, 4), st.data())
def test_sweeps(seed: int, parts: int, data: st.DataObject) -> None:
    """Tests that sweeps leave no edge backward, change nothing then, and only raise or lower."""
    coarse = coarsen(PartitionGraph(random_dfg(seed, 12, rich=False)), parts)
    count = len(coarse.groups)
    labels = data.draw(st.lists(st.integers(0, parts - 1), min_size=count, max_size=count))
    up, down = forward(coarse, labels), backward(coarse, labels)
    assert decode(coarse, labels, parts, "acyclic") == up
    for part in (up, down):
        assert all(part[a] <= part[b] for a, b in coarse.edges)
        assert forward(coarse, part) == backward(coarse, part) == part
    assert all(low <= own <= high for low, own, high in zip(down, labels, up, strict=True))
