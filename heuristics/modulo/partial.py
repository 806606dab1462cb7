"""A pipelined loop at one interval, and partial schedules of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heuristics.array import SPAN, Costs
from heuristics.modulo.flood import Flood
from heuristics.modulo.loop import Loop
from heuristics.modulo.machine import Kind, Machine
from heuristics.modulo.order import Times, times
from heuristics.modulo.reservation import Reservation
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.index_array import IntArray
from shell.budget import Work

MOST_CONTEXTS = 1000
"""Larger intervals, in cycles, are not tried: the tables have a column per cycle of it."""

SETUP_SECONDS = 2e-4
"""The work of preparing an attempt, for each component, on an idle machine."""

LEAD = 3
"""Cycles left free before the first operation, for operations placed later to come before."""


@dataclass(frozen=True, eq=False)
class Pipelined:
    """Data common to all attempts at a loop: its graph and the array by numbers."""

    index: Index
    machine: Machine
    loop: Loop
    interval: int

    @classmethod
    def of(cls, problem: Problem) -> Pipelined | None:
        """Return the loop of a problem, in which every operation is executed as in the DFG.

        Returns None without pipelining, for more contexts than the array has or than are tried, and
        if an operation has no component.
        """
        most = min(MOST_CONTEXTS, problem.arch.max_contexts or MOST_CONTEXTS)
        if problem.contexts is None or problem.contexts > most:
            return None
        try:
            index = Index(problem.as_written)
        except InfeasibleError:
            return None
        found = cls(index, Machine(index), Loop.of(index), problem.contexts)
        Work.add(SETUP_SECONDS * found.machine.components)
        return found if all((row > 0).any() for row in found.latency) else None

    @cached_property
    def latency(self) -> list[IntArray]:
        """[O][J]: cycles of each operation on each component, 0 where it is not executed."""
        return [self.index.candidate_latency[n] for n in self.loop.candidate]

    @cached_property
    def when(self) -> Times | None:
        """The times of all operations; None where a recurrence is longer than the II."""
        least = [int(row[row > 0].min()) for row in self.latency]
        return times(self.loop, least, self.interval)

    def partial(self, number: int) -> Partial:
        """Return an empty schedule for attempt `number`. There must be times."""
        assert self.when is not None
        return Partial(self.loop, self.machine, self.interval, self.when, number)


@dataclass
class Route:
    """A route of a net to a reader: the component that it leaves, the last cycle in which it is
    held there, and the cells from there on.
    """

    start: int
    since: int
    cells: list[int]


class Partial:
    """`at` has (component, cycle) of each operation, `route` a route per edge, or None.

    `reach` is the largest number of cycles between two components, `width` the cycles in which an
    operation is tried. No schedule is longer than `end`; where the external component cannot just
    keep the results, they have to be in it at the end, and attempts by their `number` have
    different ends. If `pulled` is given, operation o pays row o of it [O, J] for its component; if
    `due` is given [O], `untimely` for each cycle before or after it.
    """

    def __init__(
        self, loop: Loop, machine: Machine, interval: int, when: Times, number: int
    ) -> None:
        self.loop, self.machine, self.interval, self.when = loop, machine, interval, when
        self.index = machine.index
        self.table = Reservation(machine, interval, len(loop.value))
        self.at: list[tuple[int, int] | None] = [None] * loop.operations
        # Cycles of placed operations, for bounds: other operations set none.
        self.since = np.full(loop.operations, -np.inf)
        self.until = np.full(loop.operations, np.inf)
        self.route: list[Route | None] = [None] * len(loop.edges)
        self.kinds: list[Kind] = [machine.kind(i) for i in loop.value]
        self.latency = [self.index.candidate_latency[n] for n in loop.candidate]
        self.least = [int(row[row > 0].min()) for row in self.latency]
        # The latency everywhere, None where it depends on the component.
        self.steady = [
            least if (row[row > 0] == least).all() else None
            for least, row in zip(self.least, self.latency, strict=True)
        ]
        self.barred = [np.where(row > 0, 0.0, np.inf) for row in self.latency]
        self.reach = machine.reach
        self.width = interval + min(self.reach, 8)
        self.external = self.index.external
        # The components that hold each input in cycle 0, and whether it stays without cost.
        self.homes = machine.homes
        self.waits_free = all(free for homes in self.homes.values() for _, free in homes)
        # By operation, the shared limits that count it, and their components.
        self.limited = [machine.limits_on(operator) for operator in loop.operator]
        self.pulled: Costs | None = None
        self.due: list[int] | None = None
        self.untimely = 1.0
        self.lead = LEAD if self.waits_free else 0
        self.bounded_end = False
        if self.external is not None:
            memory = self.index.problem.arch.components[self.external]
            self.bounded_end = memory.capacity is not None or memory.transient
        depth = max(when.last, default=1) + self.lead
        self.end = 2 * depth + 4 * self.width + 10
        if self.bounded_end:
            self.end = depth + 2 + number % (self.reach + interval + 2)

    def put(self, o: int, site: tuple[int, int] | None) -> None:
        """Place an operation, or take it away."""
        self.at[o] = site
        self.since[o] = -np.inf if site is None else site[1]
        self.until[o] = np.inf if site is None else site[1]

    def is_placed(self, node: int) -> bool:
        """Whether `node` is an operation, and placed; inputs and the end of results are not."""
        return 0 <= node < self.loop.operations and self.at[node] is not None

    def site(self, o: int) -> tuple[int, int]:
        """Component and cycle of an operation that is placed."""
        place = self.at[o]
        assert place is not None
        return place

    def done(self, o: int) -> int:
        """The cycle at the end of which an operation that is placed is complete."""
        j, k = self.site(o)
        return k + int(self.latency[o][j]) - 1

    def read_at(self, e: int) -> tuple[int, int]:
        """Component and cycle, on the axis of the net, in which a placed reader reads."""
        edge = self.loop.edges[e]
        j, k = self.site(edge.reader)
        return j, k + edge.distance * self.interval

    def flood(self, net: int, low: int, high: int, hard: bool) -> Flood | None:
        """Everywhere a net can get until cycle `high`, which matters from `low` on."""
        starts = self._starts(net, low, high)
        if not starts or min(k for _, k in starts) > high:
            return None
        return Flood(self.table, self.kinds[net], net, starts, high, hard)

    def _starts(self, net: int, low: int, high: int) -> list[tuple[int, int]]:
        """Return places and times at which a net is without cost, as far as relevant from `low` to
        `high`.
        """
        if net < self.loop.operations:
            return [(self.site(net)[0], self.done(net))]
        homes = self.homes.get(self.loop.value[net], [])
        low -= self.reach + self.interval + 2
        if not all(free for _, free in homes):
            low = 0
        low = max(0, min([low, *(cell % SPAN - 1 for cell in self.table.cells[net])]))
        starts = []
        for j, free in homes:
            starts += [(j, k) for k in range(low, high + 1)] if free else [(j, 0)]
        return starts
