"""The array by numbers, as all heuristics read it: steps of routes, places and their resources.

A mapping takes cells: a cell is a place in a cycle. A place is a hold on a component, a
transfer over a path, a store in passing, a port, a choice among initial contents, or an issue. A
cell takes a unit of each resource of its place, in the slot of its cycle: the cycle modulo the II.
Routes of one net share their cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.data.mapping import Held, Issue, Mapping, Transfer
from models.space_time.index import Index
from models.space_time.index_array import IntArray

Flags = NDArray[np.bool_]
Costs = NDArray[np.float64]
Cell = tuple[int, int, int]
"""(value, component or path, cycle)."""

SPAN = 1 << 20
"""A cell by number is place * SPAN + cycle."""

UNLIMITED = 1 << 30
"""The limit of a resource that is never short."""

HOLD, FREE_HOLD = 1.0, 0.05
PATH, WIRE = 1.0, 0.3
STORE, PORT = 1.0, 0.2
OWN = 1e-3
"""The base prices of cells; a net pays OWN for a cell that it already has."""


class Array:
    """Components, paths and steps; a step is a path from one of its sources to one of its
    targets.
    """

    def __init__(self, index: Index) -> None:
        self.index, self.arch = index, index.problem.arch
        parts, paths = self.arch.components, self.arch.paths
        self.components, self.paths = len(parts), len(paths)
        self.steps = [
            (s, t, h) for h in range(self.paths) for s in index.sources[h] for t in index.targets[h]
        ]
        columns = np.array(self.steps, dtype=np.int64).reshape(-1, 3).T.copy()
        self.source, self.target, self.path = columns
        self.delay = index.path_latency[self.path]
        # Hops that are possible in a cycle, plus 1; those of steps do not count without a limit.
        self.layers = 1 if self.arch.max_hops is None else self.arch.max_hops + 1
        hops = [p.hops if self.layers > 1 else 0 for p in paths]
        self.hops = np.array(hops, dtype=np.int64)[self.path]
        self.transient = np.array([c.transient for c in parts], dtype=bool)
        self.routing_issues = np.array([c.routing_issues for c in parts], dtype=bool)
        self.ported = any((c.read_ports, c.write_ports) != (None, None) for c in parts)
        self._places: dict[int, Places] = {}

    @cached_property
    def homes(self) -> dict[int, list[tuple[int, bool]]]:
        """The components that hold each input in cycle 0, and whether it stays without cost."""
        found: dict[int, list[tuple[int, bool]]] = {}
        for i, j in sorted(self.index.initial):
            part = self.arch.components[j]
            if part.capacity != 0:
                free = part.capacity is None and not part.transient
                found.setdefault(i, []).append((j, free))
        return found

    def limits_on(self, operator: str) -> list[tuple[int, list[int]]]:
        """Return the shared limits that count an operator, by number, and their components."""
        return [
            (n, [self.index.component[name] for name in limit.components])
            for n, limit in enumerate(self.arch.shared)
            if limit.limits(operator)
        ]

    def places(self, interval: int) -> Places:
        """Return the places at an interval in cycles."""
        if interval not in self._places:
            self._places[interval] = Places(self, interval)
        return self._places[interval]

    def mapping(
        self,
        horizon: int,
        contexts: int | None,
        held: Iterable[Cell],
        moved: Iterable[Cell],
        issued: Iterable[Cell],
    ) -> Mapping:
        """Return the mapping that has these cells."""
        values, parts, paths = self.index.values, self.arch.components, self.arch.paths
        return Mapping(
            dfg=self.index.problem.dfg.name,
            architecture=self.arch.name,
            horizon=horizon,
            contexts=contexts,
            holds=tuple(Held(values[i], parts[j].name, k) for i, j, k in sorted(held)),
            transfers=tuple(Transfer(values[i], paths[h].name, k) for i, h, k in sorted(moved)),
            issues=tuple(Issue(values[i], parts[j].name, k) for i, j, k in sorted(issued)),
        )


class Block(NamedTuple):
    """Resources of a kind: `size` in each slot, from number `begin` on, slot by slot."""

    begin: int
    size: int

    def unit(self, n: int) -> tuple[int, int]:
        """Return the number of resource `n` in slot 0, and the step from slot to slot."""
        return self.begin + n, self.size


class Places:
    """Places and resources at an interval.

    `limits` [U] are the units of resources, `base` [P] the prices of cells of places. A place takes
    a unit of each (number in slot 0, step from slot to slot) of its `rows`, in which resources that
    are never short are left out. First are the holds of components, transfers from `first_path` on,
    and stores in passing from `first_store` on. Ports follow from `first_port` on, then `choices`
    by (value, component), and issues from `first_issue` on, in order of their first use.
    """

    def __init__(self, array: Array, interval: int) -> None:
        self.interval, self._array = interval, array
        self.limits: list[int] = []
        self.rows: list[list[tuple[int, int]]] = []
        self.base: list[float] = []
        parts, paths = array.arch.components, array.arch.paths
        self.holds = self._block([c.capacity for c in parts])
        self.transfers = self._block([p.width for p in paths])
        self.slots = self._block([c.issue for c in parts])
        self.reads = self._block([c.read_ports for c in parts])
        self.writes = self._block([c.write_ports for c in parts])
        self.shared = self._block([limit.at_most for limit in array.arch.shared])
        self.routes = self._single(array.arch.max_routes)
        for j, part in enumerate(parts):
            self._place(FREE_HOLD if part.capacity is None else HOLD, self.holds.unit(j))
        self.first_path = len(self.rows)
        for h, path in enumerate(paths):
            self._place(WIRE if path.width is None else PATH, self.transfers.unit(h))
        self.first_store = len(self.rows)
        for j in range(len(parts)):
            self._place(STORE, self.slots.unit(j), self.routes)
        self.first_port = len(self.rows)
        # [E]: the ports that a step takes, -1 on arrays without limited ports.
        self.read_place, self.write_place = self._ports()
        self.choices = self._choices()
        self.first_issue = len(self.rows)
        self._issues: dict[tuple[int, tuple[int, ...]], int] = {}

    def _block(self, limits: list[int | None]) -> Block:
        begin = len(self.limits)
        self.limits += [UNLIMITED if n is None else n for n in limits] * self.interval
        return Block(begin, len(limits))

    def _single(self, limit: int | None) -> tuple[int, int]:
        """Return a resource that is not counted by slots."""
        self.limits.append(UNLIMITED if limit is None else limit)
        return len(self.limits) - 1, 0

    def _place(self, base: float, *units: tuple[int, int]) -> int:
        self.rows.append([unit for unit in units if self.limits[unit[0]] < UNLIMITED])
        self.base.append(base)
        return len(self.rows) - 1

    def _ports(self) -> IntArray:
        array = self._array
        found = np.full((2, len(array.steps)), -1, dtype=np.int64)
        known: dict[tuple[int, int, int | None], int] = {}
        for e, (s, t, h) in enumerate(array.steps if array.ported else ()):
            # A value on a bus leaves its source, and enters each target, once.
            into = None if len(array.index.targets[h]) > 1 else h
            keys = ((0, s, h), (1, t, into))
            for key, unit in zip(keys, (self.reads.unit(s), self.writes.unit(t)), strict=True):
                if key not in known:
                    known[key] = self._place(PORT, unit)
                found[key[0], e] = known[key]
        return found

    def _choices(self) -> dict[tuple[int, int], int]:
        index = self._array.index
        taken: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for j, part in enumerate(self._array.arch.components):
            for choice in part.initial.choices if part.initial != "all" else ():
                unit = self._single(choice.at_most)
                for name in choice.of:
                    taken.setdefault((index.value[name], j), []).append(unit)
        return {key: self._place(0.0, *taken[key]) for key in taken if not index.initial[key]}

    def issue(self, j: int, limited: list[tuple[int, list[int]]]) -> int:
        """Return the place of an issue on a component.

        `limited` are the shared limits that count it, each with its components.
        """
        limits = tuple(n for n, members in limited if j in members)
        if (j, limits) not in self._issues:
            units = map(self.shared.unit, limits)
            self._issues[j, limits] = self._place(0.0, self.slots.unit(j), *units)
        return self._issues[j, limits]


def starts(lengths: Iterable[int]) -> IntArray:
    """Return the beginnings of consecutive rows of these lengths, and the end of the last one."""
    return np.cumsum([0, *lengths], dtype=np.int64)


def flat(rows: list[list[int]]) -> IntArray:
    """Return one row after the other."""
    return np.array([n for row in rows for n in row], dtype=np.int64)
