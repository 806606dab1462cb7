"""The best cycles for placed operations: those with the shortest lifetimes of values.

The sum of lifetimes under difference constraints is an L-natural-convex function of the start
times. Its minimum is found by steepest descent: as long as that lowers it, all operations of a set
begin later, or earlier, and the best such set is a minimum cut (K. Murota: Discrete Convex
Analysis, 2003, chapter 10). Issue slots are left out: modulo scheduling has these.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Pipelined
from models.igraph_import import graph_base
from models.space_time.index_array import IntArray

LATE = 200
"""Cost of a cycle by which an operand is late, in cycles of holding a value: more than that of
delaying all later operations.
"""

UNREAD = 1000
"""Cost of a lifetime that ends before its value is read."""

LARGEST = 16
"""The first step of the descent, in cycles; the last step is one cycle."""


class Terms(NamedTuple):
    """Costs of differences: `slope` for each cycle by which `later` - `sooner` is below `least`.

    All are [T]; `sooner` and `later` are numbers of variables.
    """

    sooner: IntArray
    later: IntArray
    least: IntArray
    slope: IntArray

    def changes(self, times: IntArray, step: int) -> tuple[IntArray, IntArray]:
        """Return the changes of the costs if `sooner` alone, or `later` alone, moves [T]."""
        apart = times[self.later] - times[self.sooner]
        now = self._at(apart)
        return self._at(apart - step) - now, self._at(apart + step) - now

    def _at(self, apart: IntArray) -> IntArray:
        return self.slope * np.maximum(self.least - apart, 0)


class Due(NamedTuple):
    """`times` [O] at least from 0 on, and the cycles for which values are held then, summed."""

    times: IntArray
    held: int


def due_times(shared: Pipelined, site: IntArray, spare: int = 0) -> Due:
    """Return a cycle for each of at least one operation, such that values are held least.

    `site` [O] are components. A value takes as long as on an empty array, `spare` cycles longer
    unless it goes straight to a neighbour, and is read in the last cycle of that. Where a
    recurrence is too long for the places of its operations, some operands are late.
    """
    starts, ends = _least(shared, site, spare)
    return Due(starts - starts.min(), _held(shared, starts, ends))


def room(shared: Pipelined) -> float:
    """Return the cycles of an II for which values can be held, summed over registers.

    Infinite where that cannot be counted: with unlimited register files, or values that pass a
    component without a register.
    """
    parts = [part for part in shared.index.problem.arch.components if part.holds_intermediates]
    if any(part.capacity is None or part.transient or part.switch for part in parts):
        return float("inf")
    return float(sum(part.capacity or 0 for part in parts) * shared.interval)


def least_held(shared: Pipelined) -> int:
    """Return the cycles for which the values of an iteration are held, summed, with free wires.

    If every operation is executed once, and no value is stored on the way, the registers times the
    II are at least that sum. It is an estimate: recomputed values may be held for less.
    """
    starts, ends = _least(shared, np.zeros(shared.loop.operations, dtype=np.int64))
    return _held(shared, starts, ends)


def _held(shared: Pipelined, starts: IntArray, ends: IntArray) -> int:
    nets = {e.net for e in shared.loop.edges if e.net < shared.loop.operations}
    read = np.array(sorted(nets), dtype=np.int64)
    # A value is held at the end of the cycle in which it is computed, until the one before a use.
    return int((ends - starts - _latency(shared) + 1)[read].sum())


def _latency(shared: Pipelined) -> IntArray:
    return np.array(shared.latency).max(axis=1)


def _least(shared: Pipelined, site: IntArray, spare: int = 0) -> tuple[IntArray, IntArray]:
    """Return starts of operations, and ends of the lifetimes of their values, [O] each."""
    loop, when = shared.loop, shared.when
    assert when is not None
    count = loop.operations
    latency = _latency(shared)
    rows = [
        (edge.net, edge.reader, edge.distance * shared.interval)
        for edge in loop.edges
        if edge.reader != RESULT and edge.net < count
    ]
    net, reader, shift = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    way = shared.machine.detour[site[net], site[reader]]
    least = latency[net] + np.maximum(way - 1, 0) + spare * (way > 1) - shift
    others, own = net != reader, np.arange(count)
    # Variables 0 … O-1 are starts, the others ends of lifetimes, of which none precedes a reading.
    terms = Terms(
        np.concatenate([net[others], reader, own]),
        np.concatenate([reader[others], net + count, own + count]),
        np.concatenate([least[others], shift, latency]),
        np.repeat([LATE, UNREAD], [int(others.sum()), len(rows) + count]),
    )
    first = np.array(when.first, dtype=np.int64)
    ends = first + latency
    np.maximum.at(ends, net, first[reader] + shift)
    weight = np.repeat([-1, 1], count)
    found = descend(terms, weight, np.concatenate([first, ends]))
    return found[:count], found[count:]


def descend(terms: Terms, weight: IntArray, times: IntArray) -> IntArray:
    """Return integers [V] with the least sum of `weight` [V] times them, and of the `terms`.

    There has to be a least one, or the descent does not end: no set of variables may be moved for
    ever at a gain.
    """
    step = LARGEST
    while step:
        moved = False
        for signed in (step, -step):
            while (chosen := _best_set(terms, weight, times, signed)).any():
                times = times + signed * chosen
                moved = True
        if not moved:
            step //= 2
    return times


def _best_set(terms: Terms, weight: IntArray, times: IntArray, step: int) -> NDArray[np.bool_]:
    """Return which variables [V] to move by `step` for the least sum, if that is less."""
    sooner, later = terms.changes(times, step)
    alone = step * weight
    np.add.at(alone, terms.later, later)
    np.subtract.at(alone, terms.sooner, later)
    both = sooner + later
    joined = np.flatnonzero(both > 0)
    count = len(times)
    gains, losses = np.flatnonzero(alone < 0), np.flatnonzero(alone > 0)
    ends = np.concatenate(
        [
            np.stack([terms.sooner[joined], terms.later[joined]], axis=1),
            np.stack([np.full(len(gains), count), gains], axis=1),
            np.stack([losses, np.full(len(losses), count + 1)], axis=1),
        ]
    )
    capacity = np.concatenate([both[joined], -alone[gains], alone[losses]])
    graph = graph_base()(n=count + 2, edges=ends.tolist(), directed=True)
    value, _, before, _ = graph.mincut(count, count + 1, capacity.tolist())
    chosen = np.zeros(count, dtype=np.bool_)
    if value < -alone[gains].sum():
        inside = np.array(before)
        chosen[inside[inside < count]] = True
    return chosen
