"""Topological orders of blocks, to be cut into ranges."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from partition.model import PartitionGraph

RANDOM = 4
"""The number of randomised orders."""


def orders(graph: PartitionGraph, seed: int = 0) -> Iterator[list[int]]:
    """Yield topological orders of different locality.

    They are the order of the DFG; depth-first, breadth-first and by level, from sources and from
    sinks; and orders with few live values, with ties broken at random.
    """
    before, after = graph.before, graph.after
    yield list(range(len(graph.blocks)))
    for depth in (True, False):
        yield _ready(before, after, depth)
        yield _ready(after, before, depth)[::-1]
    yield _by_level(before, after)
    yield _by_level(after, before)[::-1]
    for n in range(RANDOM):
        yield _few_alive(graph, random.Random(f"{seed} {n}"))


Neighbours = tuple[tuple[int, ...], ...]


def topological(
    before: Neighbours, after: Neighbours, take: Callable[[list[int]], int]
) -> list[int]:
    """Return a topological order (Kahn, CACM 5, 1962).

    `before` and `after` are the predecessors and successors of each node; `take` returns the index
    of the next node in the list of ready nodes.
    """
    waiting = [len(blocks) for blocks in before]
    ready = [b for b, left in enumerate(waiting) if not left]
    found: list[int] = []
    while ready:
        b = ready.pop(take(ready))
        found.append(b)
        for a in after[b]:
            waiting[a] -= 1
            if not waiting[a]:
                ready.append(a)
    return found


def _ready(before: Neighbours, after: Neighbours, depth: bool) -> list[int]:
    """Return the topological order that takes ready nodes last-in first-out, or first-in."""
    return topological(before, after, lambda ready: -1 if depth else 0)


def _by_level(before: Neighbours, after: Neighbours) -> list[int]:
    """Return the blocks sorted by the length of the longest path to each."""
    order = _ready(before, after, False)
    level = [0] * len(before)
    for b in order:
        level[b] = max([level[a] + 1 for a in before[b]], default=0)
    return sorted(order, key=level.__getitem__)


def _few_alive(graph: PartitionGraph, draw: random.Random) -> list[int]:
    """Return an order that always takes the block that leaves the fewest live values."""
    of = graph.block_of
    readers = [{of[name] for name in names} - {of[value]} for value, names in graph.readers.items()]
    reads: list[list[int]] = [[] for _ in graph.blocks]
    owns = [0] * len(graph.blocks)
    for value, (name, blocks) in enumerate(zip(graph.readers, readers, strict=True)):
        owns[of[name]] += bool(blocks)
        for b in blocks:
            reads[b].append(value)
    left = [len(blocks) for blocks in readers]
    tie = [draw.random() for _ in graph.blocks]

    def take(ready: list[int]) -> int:
        def more(n: int) -> tuple[int, float]:
            b = ready[n]
            # Ties: usually the block that became ready last.
            return owns[b] - sum(left[v] == 1 for v in reads[b]), tie[b] - n / len(ready)

        chosen = min(range(len(ready)), key=more)
        for value in reads[ready[chosen]]:
            left[value] -= 1
        return chosen

    return topological(graph.before, graph.after, take)
