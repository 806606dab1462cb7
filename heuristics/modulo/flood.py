"""Cheapest routes of one value through space and time, cycle by cycle.

Forwards from where a value is held, to everywhere; and backwards from where it is read.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from heuristics.array import SPAN, Costs
from heuristics.modulo.machine import Kind
from heuristics.modulo.reservation import Reservation
from heuristics.modulo.waves import complete, flood, walk


class Trace(NamedTuple):
    """A route: its start, one of those given, the cells after it, and the (step, cycle) taken."""

    component: int
    cycle: int
    cells: list[int]
    steps: list[tuple[int, int]]


class Flood:
    """Everywhere a net can get until cycle `last`, from where it is held without cost.

    `starts` are (component, cycle). `held` [K, J] is the least cost of being held at the end of
    cycle `first` + k.
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
        self.first = min(k for _, k in starts)
        self._array, self._pad = (table, kind), table.machine.pad
        cycles = max(last - self.first + 1, 1)
        self._waves, self._prices = flood(table, kind, net, starts, cycles, hard)
        self.held: Costs = self._waves.held[self._pad :]

    @cached_property
    def read(self) -> Costs:
        """[K, J]: the least cost of reading in a cycle."""
        waves, pad = self._waves, self._pad
        return np.minimum(waves.held[pad - 1 : -1], waves.arrived[pad:])

    def cost(self, j: int, cycle: int) -> float:
        """The cost of reading on component j in a cycle."""
        waves, row = self._waves, cycle - self.first + self._pad
        if not self._pad <= row < len(waves.held):
            return np.inf
        return float(min(waves.held[row - 1, j], waves.arrived[row, j]))

    def trace(self, j: int, cycle: int, *, end_held: bool = False) -> Trace:
        """The cheapest route that reads the net on component j in a cycle, or holds it there."""
        waves, k = self._waves, cycle - self.first
        row = k + self._pad
        is_held = end_held or bool(waves.held[row - 1, j] <= waves.arrived[row, j])
        if is_held and not end_held:
            k -= 1
        start, cells, steps = walk(*self._array, waves, self._prices, j, k, is_held)
        taken = [(e, cell % SPAN) for cell, e in zip(cells, steps, strict=True) if e >= 0]
        return Trace(*start, cells, taken)


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
    cycles, machine = last - first + 1, table.machine
    held, arrived = np.full((2, cycles + machine.pad, machine.components), np.inf)
    if collected is not None:
        held[cycles - 1 if at_end else 0 : cycles, collected] = 0.0
    if read is not None:
        j, k = read[0], read[1] - first
        held[k - 1 : k, j] = 0.0
        if 0 <= k < cycles:
            arrived[k, j] = 0.0
    complete(table, kind, first, held, arrived)
    return held[:cycles]
