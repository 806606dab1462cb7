"""Coarsening: merges blocks with their successors (BOPart, Algorithm 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from partition.model import PartitionGraph


@dataclass(frozen=True)
class Coarse:
    """Groups of blocks of a `PartitionGraph`, in an order in which every edge leads forward.

    `groups[n]` are the blocks of node n, ascending; `edges` are pairs of nodes; `cut[e]` is the
    number of (value, reader) pairs of edge e (0 for a pure order between operations); `sizes` are
    numbers of operations.
    """

    groups: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, int], ...]
    cut: tuple[int, ...]
    sizes: tuple[int, ...]

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """The nodes with an edge into each node."""
        found: list[list[int]] = [[] for _ in self.groups]
        for a, b in self.edges:
            found[b].append(a)
        return tuple(map(tuple, found))

    @cached_property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The nodes with an edge from each node."""
        found: list[list[int]] = [[] for _ in self.groups]
        for a, b in self.edges:
            found[a].append(b)
        return tuple(map(tuple, found))

    def expand(self, parts: Sequence[int]) -> list[int]:
        """Return the part of each block, given the part of each node."""
        found = [0] * sum(map(len, self.groups))
        for blocks, part in zip(self.groups, parts, strict=True):
            for b in blocks:
                found[b] = part
        return found

    def restrict(self, parts: Sequence[int]) -> list[int]:
        """Return the part of each node, the majority among its blocks, given each block's part."""
        return [
            max(sorted(found.items()), key=lambda pair: pair[1])[0]
            for found in (Counter(parts[b] for b in blocks) for blocks in self.groups)
        ]


def plain(graph: PartitionGraph) -> Coarse:
    """Return the graph without coarsening: every block is a node."""
    return _coarse(graph, [[b] for b in range(len(graph.blocks))])


def coarsen(graph: PartitionGraph, parts: int) -> Coarse:
    """Merge nodes of less than 1 / (2 * parts) of all operations with their successors.

    Node v is merged with its only successor w if w has at most one predecessor, or at most two and
    a single successor. (The poster asks for a single predecessor of v instead; contracting the only
    edge that leaves v never makes a cycle, and merges more.) The first mergeable node in
    topological order is merged, until none is left. The merged node takes the place of w in that
    order, so only nodes with a changed neighbourhood are examined again. Raises `ValueError` for
    `parts` < 1.
    """
    if parts < 1:
        raise ValueError(f"{parts} parts: there must be at least 1")
    before = [set(blocks) for blocks in graph.before]
    after = [set(blocks) for blocks in graph.after]
    groups = [[b] for b in range(len(graph.blocks))]
    sizes = [len(names) for names in graph.blocks]
    total = sum(sizes)
    waiting = list(range(len(groups)))  # ascending, hence a heap
    queued = set(waiting)
    while waiting:
        v = heappop(waiting)
        queued.remove(v)
        if not groups[v] or not after[v] or sizes[v] * 2 * parts >= total:
            continue
        if len(after[v]) != 1:
            continue
        w = min(after[v])
        if len(before[w]) > 1 and (len(before[w]) > 2 or len(after[w]) != 1):
            continue
        changed = _merge(v, w, before, after)
        groups[w] += groups[v]
        groups[v] = []
        sizes[w] += sizes[v]
        for n in changed - queued:
            heappush(waiting, n)
        queued |= changed
    return _coarse(graph, [members for members in groups if members])


def _merge(v: int, w: int, before: list[set[int]], after: list[set[int]]) -> set[int]:
    """Merge v into w; return the nodes that may have become mergeable."""
    readers, sources = after[v] & after[w], before[v] & before[w]
    for n in before[v]:
        after[n].remove(v)
        after[n].add(w)
    for n in after[v]:
        before[n].remove(v)
        if n != w:
            before[n].add(w)
    before[w] |= before[v]
    after[w] |= after[v] - {w}
    before[v], after[v] = set(), set()
    changed = {w, *before[w]}
    for n in readers | sources:  # these lose an edge
        changed |= {n, *before[n]}
    return changed


def _coarse(graph: PartitionGraph, groups: list[list[int]]) -> Coarse:
    """Return the graph of `groups`, which must be in topological order."""
    node = {b: n for n, blocks in enumerate(groups) for b in blocks}
    cut = Counter({(node[a], node[b]): 0 for a, b in graph.edges if node[a] != node[b]})
    for value, readers in graph.readers.items():
        a = node[graph.block_of[value]]
        cut.update((a, b) for b in (node[graph.block_of[r]] for r in readers) if a != b)
    edges = sorted(cut)
    return Coarse(
        tuple(tuple(sorted(blocks)) for blocks in groups),
        tuple(edges),
        tuple(cut[edge] for edge in edges),
        tuple(sum(len(graph.blocks[b]) for b in blocks) for blocks in groups),
    )
