"""Places and the units that they take: the limited resources of an array, by numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.partial import Partial

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Unit = tuple[int, int]
"""A resource in slot 0, and the step of its number from slot to slot."""

HOLD, FREE_HOLD = 1.0, 0.05
PATH, WIRE = 1.0, 0.3
STORE, PORT = 1.0, 0.2


class Units:
    """Numbers resources, and the places that take units of them."""

    def __init__(self, interval: int) -> None:
        self.interval = interval
        self.limits: list[int] = []
        self.rows: list[list[Unit]] = []
        self.base: list[float] = []

    def block(self, limits: list[int | None]) -> list[Unit | None]:
        """Return a resource for each limit and slot; None for no limit."""
        begin, known = len(self.limits), [limit for limit in limits if limit is not None]
        numbers = iter(range(begin, begin + len(known)))
        self.limits += known * self.interval
        return [None if limit is None else (next(numbers), len(known)) for limit in limits]

    def single(self, limit: int) -> Unit:
        """A resource that is not counted by slots."""
        self.limits.append(limit)
        return len(self.limits) - 1, 0

    def place(self, base: float, *units: Unit | None) -> int:
        """A place that takes these units."""
        self.rows.append([unit for unit in units if unit is not None])
        self.base.append(base)
        return len(self.rows) - 1


class Homes(NamedTuple):
    """By net, from `first[net]` to `first[net + 1]`, the components where it is in cycle 0.

    `free` is true if it stays there without cost, `place` is the choice that it takes, or -1.
    """

    first: Ints
    at: Ints
    free: Flags
    place: Ints


class Places:
    """Holds, transfers, stores in passing and ports, numbered as in the modulo scheduler.

    Places of issues and of chosen inputs follow, numbered at their first use.
    """

    def __init__(self, part: Partial) -> None:
        self.part, self.loop, self.machine = part, part.loop, part.machine
        self.index, self.arch = part.index, part.index.problem.arch
        self.units = units = Units(part.interval)
        arch, machine = self.arch, self.machine
        parts, paths = arch.components, arch.paths
        hold = units.block([c.capacity for c in parts])
        path = units.block([p.width for p in paths])
        self.issue = units.block([c.issue for c in parts])
        read = units.block([c.read_ports for c in parts])
        write = units.block([c.write_ports for c in parts])
        self.shared = units.block([limit.at_most for limit in arch.shared])
        routes = None if arch.max_routes is None else units.single(arch.max_routes)
        for j, unit in enumerate(hold):
            units.place(FREE_HOLD if parts[j].capacity is None else HOLD, unit)
        for h, unit in enumerate(path):
            units.place(WIRE if paths[h].width is None else PATH, unit)
        store = [units.place(STORE, self.issue[j], routes) for j in range(len(parts))]
        self.store_place = np.where(machine.routing_issues, store, -1).astype(np.int64)
        self.read_place = np.full(len(machine.steps), -1, dtype=np.int64)
        self.write_place = np.full(len(machine.steps), -1, dtype=np.int64)
        ports: dict[tuple[str, int, int | None], int] = {}
        for e, (s, t, h) in enumerate(machine.steps):
            bus = len(self.index.targets[h]) > 1
            wanted = (
                (self.read_place, ("read", s, h), read[s]),
                (self.write_place, ("write", t, None if bus else h), write[t]),
            )
            for places, key, unit in wanted:
                if unit is not None:
                    if key not in ports:
                        ports[key] = units.place(PORT, unit)
                    places[e] = ports[key]

    def can_issue(self, o: int) -> Flags:
        """[J]: where an operation can end in time, and its value be held if it is read."""
        latency = np.asarray(self.part.latency[o])
        able: Flags = (latency > 0) & (latency < self.part.end)
        if self.loop.out_of[o]:
            able = able & self.part.kinds[o].holds
        return able

    def issues(self) -> Ints:
        """[O, J]: the place that an issue takes, with the units that it shares with others."""
        found = np.full((self.loop.operations, self.machine.components), -1, dtype=np.int64)
        known: dict[tuple[int, tuple[int, ...]], int] = {}
        for o in range(self.loop.operations):
            for j in np.flatnonzero(self.can_issue(o)).tolist():
                limits = self.part.shared[o].get(j, ())
                if (j, limits) not in known:
                    shared = [self.shared[n] for n in limits]
                    known[j, limits] = self.units.place(0.0, self.issue[j], *shared)
                found[o, j] = known[j, limits]
        return found

    def homes(self) -> Homes:
        """The components that hold each net in cycle 0 without computing it."""
        rows: list[list[tuple[int, bool, int]]] = []
        chosen: dict[tuple[int, int], Unit] = {}
        for net, value in enumerate(self.loop.value):
            homes = [] if net < self.loop.operations else self.part.homes.get(value, [])
            rows.append([(j, waits, self._choice(value, j, chosen)) for j, waits in homes])
        flat = [home for row in rows for home in row]
        return Homes(
            starts([len(row) for row in rows]),
            np.array([j for j, _, _ in flat], dtype=np.int64),
            np.array([waits for _, waits, _ in flat], dtype=bool),
            np.array([choice for _, _, choice in flat], dtype=np.int64),
        )

    def _choice(self, value: int, j: int, chosen: dict[tuple[int, int], Unit]) -> int:
        """Return the place that an input takes in a component with chosen initial contents."""
        if self.index.initial.get((value, j), True):
            return -1
        contents = self.arch.components[j].initial
        taken = []
        for n, choice in enumerate(contents.choices if contents != "all" else ()):
            if self.index.values[value] in choice.of:
                if (j, n) not in chosen:
                    chosen[j, n] = self.units.single(choice.at_most)
                taken.append(chosen[j, n])
        return self.units.place(0.0, *taken)


def starts(lengths: list[int]) -> Ints:
    """Return the beginnings of consecutive rows of these lengths, and the end of the last one."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def flat(rows: list[list[int]]) -> Ints:
    """One row after the other."""
    return np.array([e for row in rows for e in row], dtype=np.int64)
