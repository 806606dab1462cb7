"""Free units over time, and routes of one value over free registers and paths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from heuristics.array import Array
from shell.budget import Work

Counts = NDArray[np.int16]
ENOUGH = 30_000

FLOOD, CYCLE, LOOK = 40e-6, 16e-6, 10e-6
"""Seconds of work of a flood, of each cycle of it, and of looking for an arrival."""


@dataclass
class Free:
    """Free units: registers [J, K], paths [H, K], issue slots [J, K], for K cycles."""

    registers: Counts
    paths: Counts
    issues: Counts

    @classmethod
    def of(cls, array: Array, cycles: int) -> Free:
        """Return all units of an array."""

        def units(limits: Iterable[int | None]) -> Counts:
            known = [ENOUGH if limit is None else min(limit, ENOUGH) for limit in limits]
            return np.repeat(np.array(known, dtype=np.int16)[:, None], cycles, axis=1)

        parts, paths = array.arch.components, array.arch.paths
        registers, issues = (c.capacity for c in parts), (c.issue for c in parts)
        return cls(units(registers), units(p.width for p in paths), units(issues))

    def copy(self) -> Free:
        """Return an independent copy."""
        return Free(self.registers.copy(), self.paths.copy(), self.issues.copy())


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


class Flood:
    """All places that a value can reach, cycle by cycle, with routes: a time-expanded search."""

    def __init__(self, array: Array, free: Free, value: int, presence: Presence) -> None:
        Work.add(FLOOD)
        self._array = array
        # From the end of the cycle of leaving to that of arriving.
        self._lasts = array.delay + 1
        cycles = free.registers.shape[1]
        room = (free.registers > 0) & array.index.may_hold[value][:, None]
        self._mine = np.zeros(room.shape, dtype=bool)
        for j, k in presence.held:
            self._mine[j, k] = True
        if presence.parked is not None:
            j, since = presence.parked
            self._mine[j, since:] = True
        self._storable = room | self._mine
        self._open = free.paths > 0
        for h, k in presence.moved:
            self._open[h, k] = True
        self.reached = self._mine.copy()
        self._via = np.full(room.shape, -1, dtype=np.int32)
        starts = np.flatnonzero(self._mine.any(axis=0))
        self._next = int(starts[0]) + 1 if len(starts) else cycles
        self._cycles = cycles

    def until(self, cycle: int) -> None:
        """Extend the search so that every arrival up to `cycle` is known."""
        array = self._array
        Work.add(CYCLE * max(min(cycle + 1, self._cycles) - self._next, 0))
        for k in range(self._next, min(cycle + 1, self._cycles)):
            left = k - self._lasts
            usable = (left >= 0) & self._open[array.path, k]
            usable &= self.reached[array.source, np.maximum(left, 0)]
            arriving = np.flatnonzero(usable)
            targets = array.target[arriving]
            stays = self.reached[:, k - 1] & ~array.transient & self._storable[:, k]
            self.reached[stays, k] = True
            stored = targets[self._storable[targets, k]]
            chosen = arriving[self._storable[targets, k]]
            fresh = ~self.reached[stored, k]
            self._via[stored[fresh], k] = chosen[fresh]
            self.reached[stored[fresh], k] = True
        self._next = max(self._next, min(cycle + 1, self._cycles))

    def arrival(self, j: int, k: int) -> int:
        """Return a step over which the value arrives in j in cycle k; -1 if none does."""
        into = np.flatnonzero(self._array.target == j)
        left = k - self._lasts[into]
        good = (left >= 0) & self._open[self._array.path[into], k]
        good &= self.reached[self._array.source[into], np.maximum(left, 0)]
        found = into[good]
        return int(found[0]) if len(found) else -1

    def readable(self, j: int, k: int) -> bool:
        """Whether an operation on j can read the value in cycle k."""
        Work.add(LOOK)
        return bool(self.reached[j, k - 1]) or self.arrival(j, k) >= 0

    def trace(self, j: int, k: int, *, read: bool) -> tuple[set[tuple[int, int]], set]:
        """Return the X and Y cells of a route that ends held in (j, k), or read there."""
        held: set[tuple[int, int]] = set()
        moved: set[tuple[int, int]] = set()
        if read and self.reached[j, k - 1]:
            k -= 1
        elif read:
            step = self.arrival(j, k)
            moved.add((int(self._array.path[step]), k))
            j, k = int(self._array.source[step]), k - int(self._lasts[step])
        while not self._mine[j, k]:
            held.add((j, k))
            step = int(self._via[j, k])
            if step < 0:
                k -= 1
            else:
                moved.add((int(self._array.path[step]), k))
                j, k = int(self._array.source[step]), k - int(self._lasts[step])
        held.add((j, k))
        return held, moved
