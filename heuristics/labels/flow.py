"""The operations, reads and levels of a dataflow graph, to which labels and attributes refer.

Operations are numbered in the order of the DFG. Inputs and immediate constants are no nodes: they
need no place of their own. Levels, ancestors and path lengths look at one iteration only, so a
loop-carried read, of distance 1 or more, has a label of its own but does not affect levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.data.dfg import Dfg

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

FAR = 1 << 20
"""Length of a missing path; sums of two of them are beyond it, too."""

NONE = -1
"""Stands for a missing common ancestor or descendant."""


class FlowEdge(NamedTuple):
    """`target` reads the value that `source` computed `distance` iterations ago."""

    source: int
    target: int
    distance: int


class Pair(NamedTuple):
    """Two operations of the same level, `a` < `b`, with their closest relatives.

    `ancestor` and `descendant` are the closest common ones, by the sum of the shortest paths to
    both, or NONE; of equally close ones the first of the DFG.
    """

    a: int
    b: int
    ancestor: int
    descendant: int


@dataclass(frozen=True)
class Flow:
    """The operations of a DFG by number, and the distinct reads of one by another, sorted."""

    names: tuple[str, ...]
    operators: tuple[str, ...]
    edges: tuple[FlowEdge, ...]
    paired: bool = True
    """Whether same-level pairs matter; if not, the list is empty."""

    @classmethod
    def of(cls, dfg: Dfg, paired: bool = True) -> Flow:
        """Return the flow between the operations of a DFG as written."""
        number = {operation.name: i for i, operation in enumerate(dfg.operations)}
        edges = {
            FlowEdge(number[operand.value], reader, operand.distance)
            for reader, operation in enumerate(dfg.operations)
            for operand in operation.operands
            if operand.value in number
        }
        return cls(
            tuple(number),
            tuple(operation.operator for operation in dfg.operations),
            tuple(sorted(edges)),
            paired,
        )

    @property
    def size(self) -> int:
        """The number of operations."""
        return len(self.names)

    @cached_property
    def hops(self) -> IntArray:
        """[n, n] edges on the shortest path from a to b within an iteration; FAR where none is."""
        hops = np.full((self.size, self.size), FAR, dtype=np.int64)
        for edge in self.edges:
            if edge.distance == 0:
                hops[edge.source, edge.target] = 1
        np.fill_diagonal(hops, 0)
        for middle in range(self.size):
            np.minimum(hops, hops[:, middle, None] + hops[middle], out=hops)
        return np.minimum(hops, FAR)

    @cached_property
    def ancestors(self) -> BoolArray:
        """[n, n] whether a is a proper ancestor of b within an iteration."""
        found: BoolArray = (self.hops > 0) & (self.hops < FAR)
        return found

    @cached_property
    def asap(self) -> IntArray:
        """[n] the level: edges on the longest path that ends in an operation, 0 for a source."""
        levels = np.zeros(self.size, dtype=np.int64)
        before: list[list[int]] = [[] for _ in self.names]
        for edge in self.edges:
            if edge.distance == 0:
                before[edge.target].append(edge.source)
        # An ancestor has fewer ancestors than its descendant, so this order is topological.
        for node in np.argsort(self.ancestors.sum(axis=0), kind="stable"):
            levels[node] = max((levels[source] + 1 for source in before[node]), default=0)
        return levels

    @cached_property
    def alap(self) -> IntArray:
        """[n] the latest level that leaves room for the longest path from an operation on."""
        after: list[list[int]] = [[] for _ in self.names]
        for edge in self.edges:
            if edge.distance == 0:
                after[edge.source].append(edge.target)
        levels = np.full(self.size, self.asap.max(initial=0), dtype=np.int64)
        for node in np.argsort(self.ancestors.sum(axis=1), kind="stable"):
            levels[node] = min((levels[x] - 1 for x in after[node]), default=levels[node])
        return levels

    @cached_property
    def longest(self) -> int:
        """Edges on the longest path, at least 1: the scale of the schedule order."""
        return max(1, int(self.asap.max(initial=0)))

    @cached_property
    def related(self) -> tuple[Pair, ...]:
        """The same-level pairs with their closest common ancestor and descendant."""
        found = []
        for a in range(self.size if self.paired else 0):
            for b in range(a + 1, self.size):
                if self.asap[a] != self.asap[b]:
                    continue
                above = _closest(self.hops[:, a], self.hops[:, b])
                below = _closest(self.hops[a], self.hops[b])
                if above != NONE or below != NONE:
                    found.append(Pair(a, b, above, below))
        return tuple(found)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The same-level pairs: a < b of equal level with a common ancestor or descendant."""
        return tuple((pair.a, pair.b) for pair in self.related)


def _closest(first: IntArray, second: IntArray) -> int:
    """The node with the least sum of two distances, NONE where no node has both."""
    total = first + second
    node = int(total.argmin())
    return node if total[node] < FAR else NONE
