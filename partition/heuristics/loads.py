"""Incremental resource use of each part while blocks move between parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from partition.model import PartitionGraph
from partition.model.limits import Limits


class Key(NamedTuple):
    """The lexicographic sort key of partitions, smaller is better.

    `excess` is the sum, over all parts, of the II above the largest allowed II. If the array can
    neither store nor load, each store and load adds to it.
    """

    excess: int
    intervals: int
    extra: int
    cut: int


class Loads:
    """Parts of a graph, and the load of each part on each limit, with its stores and loads.

    `load[p][l]` operations compete for `limits.slots[l]` slots in part p; the II of a part is at
    least the largest quotient, and 0 without blocks.
    """

    def __init__(
        self,
        graph: PartitionGraph,
        limits: Limits,
        part: Sequence[int],
        parts: int,
        max_interval: int | None = None,
    ) -> None:
        self.before, self.after = graph.before, graph.after
        self.max_interval = max_interval
        self._carries = limits.carries
        self._slots: list[int] = limits.slots.tolist()
        self._weight: list[list[int]] = (limits.weight @ limits.competes.T).tolist()
        none = [0] * len(self._slots)
        self._store = limits.competes[:, limits.store].tolist() if limits.carries else none
        self._load = limits.competes[:, limits.load].tolist() if limits.carries else none
        self._recurrence: list[int] = limits.recurrence.tolist()
        # Values by number: the block of each, and the other blocks that read it.
        self._owner: list[int] = []
        self._owns: list[list[int]] = [[] for _ in graph.blocks]
        self._reads: list[list[tuple[int, int]]] = [[] for _ in graph.blocks]
        for value, names in graph.readers.items():
            own = graph.block_of[value]
            readers = Counter(graph.block_of[name] for name in names)
            readers.pop(own, None)
            if readers:
                for reader, times in readers.items():
                    self._reads[reader].append((len(self._owner), times))
                self._owns[own].append(len(self._owner))
                self._owner.append(own)
        # All blocks start in the first part, so no value crosses.
        self.parts = parts
        self.part = [0] * len(graph.blocks)
        self.size = [0] * parts
        self.size[0] = len(self.part)
        self.extra = self.cut = 0
        self._far = [0] * len(self._owner)
        self._count = [[0] * parts for _ in self._owner]
        for reads in self._reads:
            for number, times in reads:
                self._count[number][0] += times
        self.load = [none[:] for _ in range(parts)]
        for row in self._weight:
            self._add(0, row, 1)
        self._needs: list[Counter[int]] = [Counter() for _ in range(parts)]
        self._needs[0].update(r for r in self._recurrence if r > 1)
        self.demand = [0.0] * parts
        self.interval = [0] * parts
        self._weigh(0)
        for block, p in enumerate(part):
            self.move(block, p)

    def window(self, b: int) -> tuple[int, int]:
        """Return the first and the last legal part of block b, given all other blocks."""
        part = self.part
        first = max([part[a] for a in self.before[b]], default=0)
        return first, min([part[a] for a in self.after[b]], default=self.parts - 1)

    def key(self) -> Key:
        """Return the sort key of the current parts."""
        excess = 0 if self._carries else self.extra
        if self.max_interval is not None:
            excess += sum(max(0, i - self.max_interval) for i in self.interval)
        return Key(excess, sum(self.interval), self.extra, self.cut)

    def move(self, b: int, q: int) -> None:
        """Move block b into part q, without checking its neighbours."""
        p = self.part[b]
        if p == q:
            return
        self.part[b] = q
        self.size[p] -= 1
        self.size[q] += 1
        self._add(p, self._weight[b], -1)
        self._add(q, self._weight[b], 1)
        if self._recurrence[b] > 1:
            self._needs[p][self._recurrence[b]] -= 1
            self._needs[q][self._recurrence[b]] += 1
        touched = {p, q}
        for value in self._owns[b]:
            self._produced(value, p, q)
        for value, times in self._reads[b]:
            touched.add(self._read(value, times, p, q))
        for r in touched:
            self._weigh(r)

    def _produced(self, value: int, p: int, q: int) -> None:
        """Update the loads for a value whose computation moves from p to q."""
        count, far = self._count[value], self._far[value]
        self.cut += count[p] - count[q]
        self._far[value] = far + count[p] - count[q]
        if far:
            self._memory(p, self._store, -1)
        if self._far[value]:
            self._memory(q, self._store, 1)
        if count[p]:
            self._memory(p, self._load, 1)
        if count[q]:
            self._memory(q, self._load, -1)

    def _read(self, value: int, times: int, p: int, q: int) -> int:
        """Update loads for a reader, `times` reads, moving from p to q; return the value's part."""
        count, far, own = self._count[value], self._far[value], self.part[self._owner[value]]
        count[p] -= times
        if p == own:
            self.cut += times
            self._far[value] += times
            if not far:
                self._memory(own, self._store, 1)
        elif not count[p]:
            self._memory(p, self._load, -1)
        if q == own:
            self.cut -= times
            self._far[value] -= times
            if not self._far[value]:
                self._memory(own, self._store, -1)
        elif not count[q]:
            self._memory(q, self._load, 1)
        count[q] += times
        return own

    def _memory(self, p: int, row: list[int], times: int) -> None:
        self.extra += times
        self._add(p, row, times)

    def _add(self, p: int, row: list[int], times: int) -> None:
        load = self.load[p]
        for n, count in enumerate(row):
            if count:
                load[n] += times * count

    def _weigh(self, p: int) -> None:
        """Recompute the II bound of a part, and its unrounded value."""
        if not self.size[p]:
            self.demand[p], self.interval[p] = 0.0, 0
            return
        interval = 1
        if self._needs[p]:
            interval = max((r for r, times in self._needs[p].items() if times), default=1)
        demand = float(interval)
        for load, slots in zip(self.load[p], self._slots):  # noqa: B905 # strict takes time here
            quotient = load / slots
            if quotient > demand:
                demand = quotient
                interval = -(-load // slots)
        self.demand[p], self.interval[p] = demand, interval
