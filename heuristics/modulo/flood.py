"""Cheapest ways of one value through space and time, cycle by cycle, with numpy rows per cycle.

Forwards from where a value is held, to everywhere; and backwards from where it is read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.modulo.machine import Kind
from heuristics.modulo.reservation import OWN, SPAN, Costs, Reservation


class Prices:
    """What one net pays in each cycle of [first, last]: for holds, stores, and steps."""

    def __init__(
        self, table: Reservation, kind: Kind, net: int | None, first: int, last: int, hard: bool
    ) -> None:
        machine = table.machine
        self.first = first
        slots = np.arange(first, last + 1) % table.interval
        hold = table.holds(hard)[slots]
        store = table.stores(hard)[slots]
        steps = np.empty((len(slots), len(machine.path)), dtype=np.float64)
        steps[:, :-1] = table.transfers(hard)[slots][:, machine.path[:-1]]
        steps[:, -1] = np.inf
        if machine.ported:
            _add_ports(table, steps, slots, hard)
        for cell in table.cells[net] if net is not None else ():
            place, cycle = divmod(cell, SPAN)
            if not first <= cycle <= last or place >= table.first_other:
                continue
            if place < table.first_path:
                hold[cycle - first, place] = OWN
            elif place < table.first_store:
                steps[cycle - first, machine.steps_of[place - table.first_path]] = OWN
            else:
                store[cycle - first, place - table.first_store] = OWN
        self.hold: Costs = np.where(kind.holds, hold, np.inf)
        self.keep: Costs = np.where(machine.transient, np.inf, self.hold)
        self.store: Costs = np.where(kind.stores, hold + store, np.inf)
        self.steps: Costs = steps


def _add_ports(table: Reservation, steps: Costs, slots: np.ndarray, hard: bool) -> None:
    machine = table.machine
    sources, targets = machine.source[:-1], machine.target[:-1]
    left = (slots[:, None] - machine.latency[machine.path[:-1]][None, :]) % table.interval
    steps[:, :-1] += table.reads(hard)[left, sources[None, :]]
    steps[:, :-1] += table.writes(hard)[slots][:, targets]


class Trace(NamedTuple):
    """A way: the start, as one of those given, the cells after it, and the (step, cycle) taken."""

    component: int
    cycle: int
    cells: list[int]
    steps: list[tuple[int, int]]


class Flood:
    """Everywhere a net can get until cycle `last`, from components where it is held for nothing.

    `starts` are (component, cycle). `held` [K, J] is the least cost of being held at the end of a
    cycle, `arrived` [K, J] of arriving in it.
    """

    def __init__(
        self,
        table: Reservation,
        kind: Kind,
        net: int,
        starts: list[tuple[int, int]],
        last: int,
        hard: bool,
    ) -> None:
        machine = table.machine
        self._kind, self._machine = kind, machine
        self.first = first = min(k for _, k in starts)
        self.prices = prices = Prices(table, kind, net, first, last, hard)
        self._pad = pad = 1 + machine.most_delay
        count, layers = machine.components, machine.layers
        cycles = max(last - first + 1, 1)
        self._starts = {(j, k - first) for j, k in starts}
        held = np.full((cycles + pad, count), np.inf)
        arrived = np.full((cycles + pad, count), np.inf)
        states = np.full((cycles + pad, count * layers), np.inf) if layers > 1 else arrived
        for j, k in self._starts:
            if k < cycles:
                held[k + pad, j] = 0.0
        flat = held.ravel()
        leaving = kind.leaving
        origins = leaving.origin - (1 + leaving.delay) * count
        costs = prices.steps[:, leaving.step]
        switched = len(kind.passing.step) > 0
        between = prices.steps[:, kind.passing.step] if switched else costs
        delayed = len(kind.delayed.step) > 0
        begun = {k for _, k in self._starts}
        for k in range(cycles):
            row = k + pad
            reached = np.minimum.reduceat(
                flat.take(origins + row * count) + costs[k], leaving.first
            )
            if switched or delayed:
                self._pass(reached, arrived, row, between[k] if switched else None)
            states[row] = reached
            if layers > 1:
                reached = reached.reshape(layers, count).min(axis=0)
                arrived[row] = reached
            kept = np.minimum(held[row - 1] + prices.keep[k], reached + prices.store[k])
            held[row] = np.minimum(held[row], kept) if k in begun else kept
        self._held, self._arrived, self._states = held, arrived, states
        self.held, self.arrived = held[pad:], arrived[pad:]
        self.read = np.minimum(held[pad - 1 : -1], self.arrived)

    def _pass(self, reached: Costs, arrived: Costs, row: int, costs: Costs | None) -> None:
        """Let what arrives in switches go on, in place."""
        kind, count = self._kind, self._machine.components
        if len(kind.delayed.step):
            steps = kind.delayed
            came = arrived.ravel().take(steps.origin + (row - steps.delay) * count)
            came = came + self.prices.steps[row - self._pad, steps.step]
            least = np.minimum.reduceat(came, steps.first)
            reached[steps.state] = np.minimum(reached[steps.state], least)
        if costs is None:
            return
        passing = kind.passing
        while True:
            least = np.minimum.reduceat(reached.take(passing.origin) + costs, passing.first)
            before = reached.take(passing.state)
            if not (least < before).any():
                return
            reached[passing.state] = np.minimum(before, least)

    def cost(self, j: int, cycle: int) -> float:
        """The cost of reading on component j in a cycle."""
        k = cycle - self.first
        return float(self.read[k, j]) if 0 <= k < len(self.read) else np.inf

    def trace(self, j: int, cycle: int, *, end_held: bool = False) -> Trace:
        """The cheapest way to read the net on component j in a cycle, or to hold it there."""
        k = cycle - self.first
        cells: list[int] = []
        taken: list[tuple[int, int]] = []
        if end_held:
            is_held = True
        else:
            is_held = self._held[k + self._pad - 1, j] <= self._arrived[k + self._pad, j]
            k -= is_held
        state = j
        if not is_held:
            state = self._best_state(j, k)
        table_paths = self._machine.components
        while True:
            if is_held:
                if (state, k) in self._starts:
                    return Trace(state, k + self.first, cells, taken)
                cells.append(int(state) * SPAN + k + self.first)
                kept = self._held[k + self._pad - 1, state] + self.prices.keep[k, state]
                if kept == self._held[k + self._pad, state]:
                    k -= 1
                    continue
                if self._machine.routing_issues[state]:
                    store = self._machine.components + self._machine.paths + state
                    cells.append(int(store) * SPAN + k + self.first)
                is_held, state = False, self._best_state(state, k)
            e, is_held, origin, delay = self._before(state, k)
            cells.append((table_paths + int(self._machine.path[e])) * SPAN + k + self.first)
            taken.append((e, k + self.first))
            if is_held:
                k -= 1 + delay
                state = origin
            elif delay:
                k -= delay
                state = self._best_state(origin, k)
            else:
                state = origin

    def _best_state(self, j: int, k: int) -> int:
        count, layers = self._machine.components, self._machine.layers
        if layers == 1:
            return j
        return j + count * int(np.argmin(self._states[k + self._pad, j::count]))

    def _before(self, state: int, k: int) -> tuple[int, bool, int, int]:
        """The step that leads to a state: it, whether from a hold, from which state, latency."""
        row, wanted = k + self._pad, self._states[k + self._pad, state]
        kind, prices = self._kind, self.prices.steps[k]
        for e, origin, delay in kind.leaving.members[state]:
            if self._held[row - 1 - delay, origin] + prices[e] == wanted:
                return e, True, int(origin), int(delay)
        for steps, rows in ((kind.passing, self._states), (kind.delayed, self._arrived)):
            for e, origin, delay in steps.members.get(state, ()):
                if rows[row - delay, origin] + prices[e] == wanted:
                    return e, False, int(origin), int(delay)
        raise AssertionError("every state is reached by some step")


def remaining(
    table: Reservation,
    kind: Kind,
    first: int,
    last: int,
    read: tuple[int, int] | None,
    collected: int | None = None,
    at_end: bool = False,
) -> Costs:
    """[K, J]: the least cost from being held at the end of cycle first + K until being read.

    `read` is (component, cycle); `collected` is the component where a result may end up in any
    cycle until `last`, or with `at_end` in that one only. Limits on hops are ignored.
    """
    machine = table.machine
    cycles, count = last - first + 1, machine.components
    prices = Prices(table, kind, None, first, last, False)
    pad = 1 + machine.most_delay
    held = np.full((cycles + pad, count), np.inf)
    arrived = np.full((cycles + pad, count), np.inf)
    if collected is not None:
        held[cycles - 1 if at_end else 0 : cycles, collected] = 0.0
    if read is not None:
        j, cycle = read
        held[cycle - 1 - first : cycle - first, j] = 0.0
        if 0 <= cycle - first < cycles:
            arrived[cycle - first, j] = 0.0
    flat = arrived.ravel()
    out, through = kind.out, kind.through
    padded = np.full((cycles + pad, prices.steps.shape[1]), np.inf)
    padded[:cycles] = prices.steps
    costs, width = padded.ravel(), padded.shape[1]
    goals = out.origin
    later = out.delay + 1
    switched = len(through.step) > 0
    for k in range(cycles - 1, -1, -1):
        away = flat.take(goals + (k + later) * count) + costs.take(out.step + (k + later) * width)
        least = np.minimum.reduceat(away, out.first)
        if k + 1 < cycles:
            least = np.minimum(least, held[k + 1] + prices.keep[k + 1])
        held[k] = np.minimum(held[k], least)
        arrived[k] = np.minimum(arrived[k], held[k] + prices.store[k])
        if switched:
            spent = costs.take(through.step + (k + through.delay) * width)
            ends = through.origin + (k + through.delay) * count
            while True:
                least = np.minimum.reduceat(flat.take(ends) + spent, through.first)
                before = arrived[k].take(through.state)
                if not (least < before).any():
                    break
                arrived[k, through.state] = np.minimum(before, least)
    return held[:cycles]
