"""The constraints of a partition: indivisible blocks of operations, and orders between them.

A part runs all iterations before the next part begins. So the operations of a recurrence, with any
distance, form one *block*, a strongly connected component. All edges between blocks (operands,
order and priority) lead to the same part or a later one.
"""

from __future__ import annotations

from functools import cached_property
from heapq import heapify, heappop, heappush

from models.data.dfg import Dfg
from models.igraph_import import import_igraph


class PartitionGraph:
    """The blocks of a DFG in an order in which every edge leads forward.

    `blocks[b]` are the operations of block b, usually one; `edges` are distinct pairs of different
    blocks; `readers[u]` are the other operations that read value u, for each value with readers.
    """

    def __init__(self, dfg: Dfg) -> None:
        self.dfg = dfg
        place = {operation.name: n for n, operation in enumerate(dfg.operations)}
        pairs = sorted({(place[a], place[b]) for a, b in _edges(dfg)})
        blocks = _strong(len(place), pairs)
        rank = _ranks(blocks, pairs)
        names = tuple(place)
        ordered = sorted(zip(rank, blocks, strict=True))
        self.blocks: tuple[tuple[str, ...], ...] = tuple(
            tuple(names[n] for n in members) for _, members in ordered
        )
        number = {n: r for r, members in zip(rank, blocks, strict=True) for n in members}
        between = {(number[a], number[b]) for a, b in pairs}
        self.edges: tuple[tuple[int, int], ...] = tuple(sorted(e for e in between if e[0] < e[1]))

    @cached_property
    def block_of(self) -> dict[str, int]:
        """The block of each operation."""
        return {name: b for b, names in enumerate(self.blocks) for name in names}

    @cached_property
    def readers(self) -> dict[str, tuple[str, ...]]:
        """The operations that read each operation's value, without repetition."""
        found: dict[str, tuple[str, ...]] = {}
        for operation in self.dfg.operations:
            names = dict.fromkeys(name for name, _ in self.dfg.consumers[operation.name])
            names.pop(operation.name, None)
            if names:
                found[operation.name] = tuple(names)
        return found

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """The blocks with an edge into each block."""
        found: list[list[int]] = [[] for _ in self.blocks]
        for a, b in self.edges:
            found[b].append(a)
        return tuple(map(tuple, found))

    @cached_property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The blocks with an edge from each block."""
        found: list[list[int]] = [[] for _ in self.blocks]
        for a, b in self.edges:
            found[a].append(b)
        return tuple(map(tuple, found))


def _edges(dfg: Dfg) -> list[tuple[str, str]]:
    executed = dfg.operation_by_name
    pairs = [
        (operand.value, operation.name)
        for operation in dfg.operations
        for operand in operation.operands
    ]
    pairs += [(edge.before, edge.after) for edge in dfg.order]
    pairs += [(priority.first, priority.then) for priority in dfg.priorities]
    return [(a, b) for a, b in pairs if a in executed and b in executed]


def _strong(count: int, pairs: list[tuple[int, int]]) -> list[list[int]]:
    """Return the strongly connected components, each ascending."""
    graph = import_igraph().Graph(n=count, edges=pairs, directed=True)
    return [sorted(members) for members in graph.connected_components(mode="strong")]


def _ranks(blocks: list[list[int]], pairs: list[tuple[int, int]]) -> list[int]:
    """Return the rank of each block in a topological order; ties follow the DFG."""
    block = {n: b for b, members in enumerate(blocks) for n in members}
    after: list[set[int]] = [set() for _ in blocks]
    for a, b in pairs:
        if block[a] != block[b]:
            after[block[a]].add(block[b])
    waiting = [0] * len(blocks)
    for readers in after:
        for b in readers:
            waiting[b] += 1
    ready = [(blocks[b][0], b) for b, left in enumerate(waiting) if not left]
    heapify(ready)
    rank = [0] * len(blocks)
    for place in range(len(blocks)):
        _, b = heappop(ready)
        rank[b] = place
        for reader in after[b]:
            waiting[reader] -= 1
            if not waiting[reader]:
                heappush(ready, (blocks[reader][0], reader))
    return rank
