"""Coarsening: what the loop of the poster does step by step."""

from __future__ import annotations

import random

from heuristics.partition import coarsen, plain
from heuristics.partition.coarsen import Coarse
from models.data.dfg import Dfg, Operand, Operation
from models.partition import Partition, PartitionGraph, crossing
from tests.models.random_partitions import ADD, NEG
from tests.seeds import seeds


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


def step_by_step(graph: PartitionGraph, parts: int) -> set[frozenset[int]]:
    """Return the groups of the algorithm as printed, from the first vertex after every merge."""
    groups = {b: {b} for b in range(len(graph.blocks))}
    edges = set(graph.edges)
    total = sum(map(len, graph.blocks))

    def merge() -> bool:
        into = {v: {a for a, b in edges if b == v} for v in groups}
        out = {v: {b for a, b in edges if a == v} for v in groups}
        for v in sorted(groups):
            size = sum(len(graph.blocks[b]) for b in groups[v])
            if size >= total / (parts * 2) or not out[v]:
                continue
            if len(out[v]) != 1:
                continue
            w = min(out[v])
            if len(into[w]) <= 1 or (len(into[w]) <= 2 and len(out[w]) == 1):
                assert not reaches(edges - {(v, w)}, v, w), "the merge closes a cycle"
                groups[w] |= groups.pop(v)
                renamed = {(w if a == v else a, w if b == v else b) for a, b in edges}
                edges.clear()
                edges.update((a, b) for a, b in renamed if a != b)
                assert all(a < b for a, b in edges), "the order is topological no more"
                return True
        return False

    while merge():
        pass
    return {frozenset(members) for members in groups.values()}


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


@seeds(range(100))
def test_merges_make_room_for_others(seed: int) -> None:
    """Tests that looking only at what has changed gives the groups of the whole loop.

    Where graphs are dense, a merge lets earlier nodes be merged, too.
    """
    draw = random.Random(seed)
    count, parts = draw.randint(4, 22), draw.randint(1, 3)
    operations = [Operation("v0", "f", (Operand("a"),))]
    for n in range(1, count):
        near = [f"v{draw.randrange(max(0, n - 5), n)}" for _ in range(2)]
        pair = draw.random() < 0.5
        reads = tuple(map(Operand, near if pair else near[:1]))
        operations.append(Operation(f"v{n}", "+" if pair else "f", reads))
    dfg = Dfg("dense", (NEG, ADD), ("a",), tuple(operations), (f"v{count - 1}",))
    graph = PartitionGraph(dfg)
    coarse = coarsen(graph, parts)
    assert set(map(frozenset, coarse.groups)) == step_by_step(graph, parts)
    sound(graph, coarse)
    sound(graph, plain(graph))
