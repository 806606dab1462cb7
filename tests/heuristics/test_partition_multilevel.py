"""METIS and the repair of its parts."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristics.partition import Loads, coarsen, multilevel, plain
from heuristics.partition.multilevel import undirected
from models.errors import InputError
from models.partition import Partition, PartitionGraph
from models.partition.partition import fault
from tests.heuristics.partition_limits import limits_of
from tests.models.random_partitions import random_dfg


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans())
def test_repaired(seed: int, parts: int, coarse: bool) -> None:
    """Tests that what METIS gives becomes a partition without empty parts, again and again."""
    pytest.importorskip("pymetis")
    dfg = random_dfg(seed, 14, rich=False)
    graph = PartitionGraph(dfg)
    limits = limits_of(graph, seed)
    nodes = coarsen(graph, parts) if coarse else plain(graph)
    if parts > len(nodes.groups):
        with pytest.raises(InputError, match="one per node at most"):
            multilevel(graph, nodes, limits, parts)
        return
    labels = undirected(nodes, parts, seed)
    assert len(labels) == len(nodes.groups)
    assert set(labels) <= set(range(parts))
    found = multilevel(graph, nodes, limits, parts, 3, seed)
    assert found == multilevel(graph, nodes, limits, parts, 3, seed)
    assert set(found) == set(range(parts))
    assert fault(dfg, Partition.of_blocks(graph, found)) is None
    assert Loads(graph, limits, found, parts, 3).part == found


def test_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that without METIS one line says how to get it."""
    monkeypatch.setitem(sys.modules, "pymetis", None)
    graph = PartitionGraph(random_dfg(1))
    with pytest.raises(
        InputError, match="^multilevel partitioning needs METIS: pip install pymetis$"
    ):
        undirected(plain(graph), 1)
