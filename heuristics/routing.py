"""Units in use over time, and routes of one value over free registers and paths."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.space_time.index import Index
from models.space_time.index_array import NEVER

Counts = NDArray[np.int16]
UNLIMITED = 30_000


@dataclass
class Occupancy:
    """Units in use: registers [J, K], paths [H, K], issue slots [J, K], for K cycles."""

    registers: Counts
    paths: Counts
    issues: Counts

    @classmethod
    def empty(cls, index: Index, cycles: int) -> Occupancy:
        """Return an occupancy without used units."""
        components, paths = index.problem.arch.components, index.problem.arch.paths
        return cls(
            np.zeros((len(components), cycles), dtype=np.int16),
            np.zeros((len(paths), cycles), dtype=np.int16),
            np.zeros((len(components), cycles), dtype=np.int16),
        )

    def copy(self) -> Occupancy:
        """Return an independent copy."""
        return Occupancy(self.registers.copy(), self.paths.copy(), self.issues.copy())


@dataclass(frozen=True)
class Limits:
    """Available units: `registers`, `issue` [J] and `width` [H]."""

    registers: Counts
    issue: Counts
    width: Counts

    @classmethod
    def of(cls, index: Index) -> Limits:
        """Return the limits of an architecture."""

        def limit(value: int | None) -> int:
            return UNLIMITED if value is None else min(value, UNLIMITED)

        components, paths = index.problem.arch.components, index.problem.arch.paths
        return cls(
            np.array([limit(c.capacity) for c in components], dtype=np.int16),
            np.array([min(c.issue, UNLIMITED) for c in components], dtype=np.int16),
            np.array([limit(p.width) for p in paths], dtype=np.int16),
        )


@dataclass
class Presence:
    """The places of a value: X cells, Y cells, and the component in which it is parked, with the
    first cycle.

    A parked value keeps its register in every later cycle, until its last reader is placed.
    """

    held: set[tuple[int, int]] = field(default_factory=set)
    moved: set[tuple[int, int]] = field(default_factory=set)
    parked: tuple[int, int] | None = None

    def copy(self) -> Presence:
        """Return an independent copy."""
        return Presence(set(self.held), set(self.moved), self.parked)


@dataclass(frozen=True)
class Hops:
    """Every (path, source, target) of an architecture as arrays, and the paths' latencies."""

    path: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    cycles: NDArray[np.int64]

    @classmethod
    def of(cls, index: Index) -> Hops:
        """Return the hops of an architecture."""
        rows = [
            (h, s, t, 1 + path.latency)
            for h, path in enumerate(index.problem.arch.paths)
            for s in index.sources[h]
            for t in index.targets[h]
        ]
        columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        return cls(*columns)


class Flood:
    """Everywhere one value can get, cycle by cycle, and how: a search in time-expanded space."""

    def __init__(
        self,
        index: Index,
        hops: Hops,
        limits: Limits,
        occupancy: Occupancy,
        value: int,
        presence: Presence,
    ) -> None:
        self._hops = hops
        self._keeps = ~np.array([c.transient for c in index.problem.arch.components])
        cycles = occupancy.registers.shape[1]
        free = (occupancy.registers < limits.registers[:, None]) & index.may_hold[value][:, None]
        self._mine = np.zeros(free.shape, dtype=bool)
        for j, k in presence.held:
            self._mine[j, k] = True
        if presence.parked is not None:
            j, since = presence.parked
            self._mine[j, since:] = True
        self._storable = free | self._mine
        self._open = occupancy.paths < limits.width[:, None]
        for h, k in presence.moved:
            self._open[h, k] = True
        self.reached = self._mine.copy()
        self._via = np.full(free.shape, -1, dtype=np.int32)
        self.read = np.full(len(free), NEVER, dtype=np.int64)
        self._read_via = np.full(len(free), -1, dtype=np.int64)
        starts = np.flatnonzero(self._mine.any(axis=0))
        self._next = int(starts[0]) + 1 if len(starts) else cycles
        self._cycles = cycles

    def until(self, cycle: int) -> None:
        """Extend the search so that every arrival up to `cycle` is known."""
        hops = self._hops
        for k in range(self._next, min(cycle + 1, self._cycles)):
            left = k - hops.cycles
            usable = (left >= 0) & self._open[hops.path, k]
            usable &= self.reached[hops.source, np.maximum(left, 0)]
            arriving = np.flatnonzero(usable)
            targets = hops.target[arriving]
            new = self.read[targets] >= NEVER
            self._read_via[targets[new]] = arriving[new]
            self.read[targets[new]] = k
            before = self.reached[:, k - 1]
            self.read[before & (self.read > k)] = k
            stays = before & self._keeps & self._storable[:, k] & ~self.reached[:, k]
            self.reached[stays, k] = True
            stored = targets[self._storable[targets, k]]
            chosen = arriving[self._storable[targets, k]]
            fresh = ~self.reached[stored, k]
            self._via[stored[fresh], k] = chosen[fresh]
            self.reached[stored[fresh], k] = True
        self._next = max(self._next, min(cycle + 1, self._cycles))

    def arrival(self, j: int, k: int) -> int:
        """Return a hop over which the value arrives in j in cycle k; -1 if none does."""
        hops = self._hops
        into = np.flatnonzero(hops.target == j)
        left = k - hops.cycles[into]
        good = (left >= 0) & self._open[hops.path[into], k]
        good &= self.reached[hops.source[into], np.maximum(left, 0)]
        found = into[good]
        return int(found[0]) if len(found) else -1

    def readable(self, j: int, k: int) -> bool:
        """Whether an operation on j can read the value in cycle k."""
        return bool(self.reached[j, k - 1]) or self.arrival(j, k) >= 0

    def trace(self, j: int, k: int, *, read: bool) -> tuple[set[tuple[int, int]], set]:
        """Return the X and Y cells of a route that ends held in (j, k), or read there."""
        held: set[tuple[int, int]] = set()
        moved: set[tuple[int, int]] = set()
        if read:
            if self.reached[j, k - 1]:
                k -= 1
            else:
                hop = self.arrival(j, k)
                moved.add((int(self._hops.path[hop]), k))
                j, k = int(self._hops.source[hop]), k - int(self._hops.cycles[hop])
        while not self._mine[j, k]:
            held.add((j, k))
            hop = int(self._via[j, k])
            if hop < 0:
                k -= 1
            else:
                moved.add((int(self._hops.path[hop]), k))
                j, k = int(self._hops.source[hop]), k - int(self._hops.cycles[hop])
        held.add((j, k))
        return held, moved
