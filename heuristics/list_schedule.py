"""List scheduling with routing: operations by urgency, each where it can issue first.

A quick upper bound for graphs without loop-carried operands and without pipelining (De Micheli,
"Synthesis and Optimization of Digital Circuits", 1994, section 5.4, with routes in addition).
Values wait in a register until their last reader is placed, so an order that keeps few values alive
matters; several orders are tried. The schedule proves no bound.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from heuristics.array import Array, Cell
from heuristics.routing import Flood, Free, Presence
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import AS_WRITTEN, TIMED, unknown_traits
from models.space_time.index import Index
from models.space_time.windows import Earliest, earliest, windows
from shell.budget import Work

LOOKAHEAD = 12
"""Cycles beyond the first possible one in which an operation may still be issued."""

CANDIDATES = 12
"""Components tried for one operation."""

SETUP_EACH = 140e-6
"""Seconds of work for each component of the beginning of an order."""


UNDERSTANDS = TIMED | AS_WRITTEN


def supported(problem: Problem) -> bool:
    """Return whether list scheduling can be tried."""
    return not unknown_traits(problem, UNDERSTANDS)


def proposals(problem: Problem, seed: int = 0, tries: int = 8) -> Iterator[Mapping]:
    """Yield mappings, one per order of operations that leads to one; unused parts are not pruned.

    Every operation is executed as the DFG has it, also where transformations are allowed. `tries`
    is the number of orders; the same arguments give the same mappings.

    Raises `InfeasibleError` where `models.space_time.windows.earliest` does.
    """
    if not supported(problem):
        return
    index = Index(problem.as_written)
    early = earliest(index)
    chance = np.random.default_rng(seed)
    for number in range(tries):
        # The first try of the first seed is the plain rule; all others vary it.
        noise = 0.0 if number == seed == 0 else 0.7 * (1 + number)
        mapping = _Schedule(index, early, noise, chance).run()
        if mapping is not None:
            yield mapping


class _Schedule:
    """One attempt with one order."""

    def __init__(
        self, index: Index, early: Earliest, noise: float, chance: np.random.Generator
    ) -> None:
        self.index, self.early = index, early
        self.array = Array(index)
        Work.add(SETUP_EACH * self.array.components)
        dfg = index.problem.dfg
        depth = int(early.z[early.z < 1 << 20].max(initial=1))
        self.cycles = 4 * depth + 2 * len(dfg.operations) + 8
        self.free = Free.of(self.array, self.cycles)
        self.presence: dict[int, Presence] = {}
        self.issued: dict[int, tuple[int, int]] = {}
        self.waiting = {i: len({d for d, _ in index.operands[i]}) for i in index.needed}
        readers: dict[int, int] = {}
        for i in index.needed:
            for d in {d for d, _ in index.operands[i]}:
                readers[d] = readers.get(d, 0) + 1
        self.readers = readers
        latest = windows(index, self.cycles, early).z_last
        self.urgency = {
            i: float(latest[i].max()) + noise * chance.random() * 4 for i in index.needed
        }
        self.noise, self.chance = noise, chance
        anywhere = np.array([c.capacity != 0 for c in index.problem.arch.components])
        open_to_all = np.ones_like(anywhere)
        self.distance = np.minimum(index.travel(anywhere, open_to_all), 1000).astype(np.float64)
        np.fill_diagonal(self.distance, 0)
        self.results = {index.value[name] for name in dfg.results}
        self.before: dict[int, list[tuple[int, int]]] = {}
        for order in index.orders:
            self.before.setdefault(order.after, []).append((order.before, order.extra))

    def run(self) -> Mapping | None:
        """Place every operation and result; None where some value has no route."""
        for (i, j), certain in self.index.initial.items():
            if certain and i not in self.presence:
                self._park(i, j, 0)
        while len(self.issued) < len(self.waiting):
            for i in self._ready():
                if self._place(i):
                    break
            else:
                return None
        return self._mapping()

    def _ready(self) -> list[int]:
        """Unplaced operations whose operands and predecessors are placed, most urgent first.

        Among equally urgent ones, those that free registers come first.
        """
        placed = self.issued
        inputs = len(self.index.problem.dfg.inputs)
        ready = [
            i
            for i in self.waiting
            if i not in placed
            and all(d in placed or d < inputs for d, _ in self.index.operands[i])
            and all(b in placed for b, _ in self.before.get(i, ()))
        ]
        freed = {
            i: sum(self.readers[d] == 1 for d in {d for d, _ in self.index.operands[i]})
            for i in ready
        }
        return sorted(ready, key=lambda i: (self.urgency[i] - 2 * freed[i], i))[:CANDIDATES]

    def _place(self, i: int) -> bool:
        operands = sorted({d for d, _ in self.index.operands[i]})
        if any(d not in self.presence for d in operands):
            return False
        floods = [self._flood(d) for d in operands]
        least = 1
        for b, lag in self.before.get(i, ()):
            j, k = self.issued[b]
            least = max(least, k + int(self.index.latency[b, j]) + lag)
        for k, j in self._sites(i, floods, least):
            saved = (self.free.copy(), {v: p.copy() for v, p in self.presence.items()})
            readers = dict(self.readers)
            if self._commit(i, operands, j, k):
                return True
            self.free, self.presence = saved
            self.readers = readers
        return False

    def _flood(self, value: int) -> Flood:
        return Flood(self.array, self.free, value, self.presence[value])

    def _sites(self, i: int, floods: list[Flood], least: int) -> Iterator[tuple[int, int]]:
        """Yield (cycle, component) in which every operand can be read and a slot is free."""
        able = np.flatnonzero(self.index.latency[i] > 0)
        able = able[np.argsort(self._detour(i)[able], kind="stable")]
        given = 0
        first: int | None = None
        for k in range(max(least, int(self.early.z[i].min())), self.cycles - 2):
            if first is not None and k > first + LOOKAHEAD:
                return
            for flood in floods:
                flood.until(k)
            for j in able:
                if self.free.issues[j, k] <= 0:
                    continue
                if all(flood.readable(int(j), k) for flood in floods):
                    first = k if first is None else first
                    given += 1
                    yield k, int(j)
                    if given >= 4 * CANDIDATES:
                        return

    def _detour(self, i: int) -> NDArray[np.float64]:
        """[J]: distance from j of the waiting values that will be read together with value i."""
        total = self.chance.random(len(self.distance)) * self.noise
        for n, _ in self.index.readers[i]:
            for d, _ in self.index.operands[self.index.candidates[n].value]:
                home = self.presence[d].parked if d in self.presence else None
                if d != i and home is not None and d >= self.index.inputs:
                    total = total + self.distance[:, home[0]]
        if i in self.results and self.index.external is not None:
            total = total + self.distance[:, self.index.external]
        return total

    def _commit(self, i: int, operands: list[int], j: int, k: int) -> bool:
        """Reserve all resources of issuing i on j in cycle k; undo that if it fails."""
        for d in operands:
            flood = self._flood(d)
            flood.until(k)
            if not flood.readable(j, k):
                return False
            self._reserve(d, *flood.trace(j, k, read=True))
        self.free.issues[j, k] -= 1
        for d in operands:
            self.readers[d] -= 1
            if self.readers[d] == 0 and d not in self.results:
                self._release(d)
        self.issued[i] = (j, k)
        stored = k + int(self.index.latency[i, j]) - 1
        done = self.readers.get(i, 0) == 0 and i not in self.results
        good = done or self._settle(i, j, stored)
        if not good:
            del self.issued[i]
        return good

    def _settle(self, i: int, j: int, k: int) -> bool:
        """Store a fresh result in j at the end of cycle k, and find it a place to wait."""
        if not self.index.may_hold[i, j] or self.free.registers[j, k] <= 0:
            return False
        self.presence[i] = Presence()
        self._reserve(i, {(j, k)}, set())
        if i in self.results:
            return self._collect(i, k)
        return self._wait(i, k)

    def _wait(self, i: int, k: int) -> bool:
        """Park a value where a register stays free, as near and as early as possible."""
        flood = self._flood(i)
        for cycle in range(k, min(k + LOOKAHEAD, self.cycles)):
            flood.until(cycle)
            for j in np.flatnonzero(flood.reached[:, cycle]):
                if self._lasting(i, int(j), cycle):
                    held, moved = flood.trace(int(j), cycle, read=False)
                    self._reserve(i, held, moved)
                    self._park(i, int(j), cycle)
                    return True
        return False

    def _collect(self, i: int, k: int) -> bool:
        """Bring a result to the external component, where it stays and can be read again."""
        external = self.index.external
        assert external is not None
        flood = self._flood(i)
        for cycle in range(k, self.cycles):
            flood.until(cycle)
            if flood.reached[external, cycle] and self._lasting(i, external, cycle):
                held, moved = flood.trace(external, cycle, read=False)
                self._reserve(i, held, moved)
                self._park(i, external, cycle)
                return True
        return False

    def _lasting(self, i: int, j: int, k: int) -> bool:
        """Whether value i could stay in j from cycle k on."""
        if self.index.problem.arch.components[j].transient or not self.index.may_hold[i, j]:
            return False
        free = self.free.registers[j, k:].copy()
        for other, cycle in self.presence[i].held:
            if other == j and cycle >= k:
                free[cycle - k] += 1
        return bool((free > 0).all())

    def _reserve(self, i: int, held: set[tuple[int, int]], moved: set[tuple[int, int]]) -> None:
        presence = self.presence[i]
        home = presence.parked
        for j, k in held - presence.held:
            presence.held.add((j, k))
            if home is None or j != home[0] or k < home[1]:
                self.free.registers[j, k] -= 1
        for h, k in moved - presence.moved:
            presence.moved.add((h, k))
            self.free.paths[h, k] -= 1

    def _park(self, i: int, j: int, k: int) -> None:
        presence = self.presence.setdefault(i, Presence())
        self.free.registers[j, k:] -= 1
        for other, cycle in presence.held:
            if other == j and cycle >= k:
                self.free.registers[j, cycle] += 1
        presence.parked = (j, k)

    def _release(self, i: int) -> None:
        """Free the register of a value whose last reader is placed, after its last use."""
        presence = self.presence[i]
        if presence.parked is None:
            return
        j, since = presence.parked
        last = max((k for other, k in presence.held if other == j and k >= since), default=since)
        self.free.registers[j, last + 1 :] += 1
        presence.held |= {(j, k) for k in range(since, last + 1)}
        presence.parked = None

    def _mapping(self) -> Mapping:
        latency = self.index.latency
        ends = [k + int(latency[i, j]) for i, (j, k) in self.issued.items()]
        for i in self.results:
            home = self.presence[i].parked
            ends.append(0 if home is None else home[1] + 1)
        horizon = max(ends, default=1)
        held: set[Cell] = set()
        for i, presence in self.presence.items():
            held |= {(i, j, k) for j, k in presence.held}
            if presence.parked is not None:
                j, since = presence.parked
                held |= {(i, j, k) for k in range(since, horizon)}
        moved = {(i, h, k) for i, presence in self.presence.items() for h, k in presence.moved}
        issued = {(i, j, k) for i, (j, k) in self.issued.items()}
        return self.array.mapping(horizon, None, held, moved, issued)
