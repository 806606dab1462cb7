"""Coarsening: what the loop of the poster does step by step."""

from __future__ import annotations

from partition.heuristics.coarsen import Coarse
from partition.model import Partition, PartitionGraph, crossing


def reaches(edges: set[tuple[int, int]], a: int, b: int) -> bool:
    """Whether edges lead from a to b."""
    seen, waiting = {a}, [a]
    while waiting:
        now = waiting.pop()
        for c, d in edges:
            if c == now and d not in seen:
                seen.add(d)
                waiting.append(d)
    return b in seen


def sound(graph: PartitionGraph, coarse: Coarse) -> None:
    """Require that groups are all blocks, edges lead forward, and cuts are those of the DFG."""
    assert sorted(b for blocks in coarse.groups for b in blocks) == list(range(len(graph.blocks)))
    node = {b: n for n, blocks in enumerate(coarse.groups) for b in blocks}
    assert set(coarse.edges) == {(node[a], node[b]) for a, b in graph.edges if node[a] != node[b]}
    assert all(a < b for a, b in coarse.edges)
    assert sum(coarse.sizes) == len(graph.dfg.operations)
    alone = list(range(len(coarse.groups)))
    of_each = Partition.of_blocks(graph, coarse.expand(alone))
    assert sum(coarse.cut) == crossing(graph, of_each).edges
    assert coarse.restrict(coarse.expand(alone)) == alone
    assert {(a, b) for b, found in enumerate(coarse.before) for a in found} == set(coarse.edges)
    assert {(a, b) for a, found in enumerate(coarse.after) for b in found} == set(coarse.edges)
