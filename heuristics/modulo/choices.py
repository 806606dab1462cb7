"""Costs of issuing an operation, in every cycle and on every capable component."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.array import Costs
from heuristics.modulo.flood import Flood, remaining
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Partial
from models.space_time.index_array import IntArray

EJECTED = 60.0
"""Cost of a position for each neighbour that it leaves without a route."""

VIOLATED = 20.0
"""Cost of a cycle for each operation that would have to move in time."""

LATER = 0.3
"""Cost of each cycle of waiting for an operation."""

NEAR = 0.5
"""Cost of each cycle of distance to operations whose values will have to meet."""


class Window(NamedTuple):
    """The cycles to try; `after` and `until` [n] are the bounds that each placed operation sets.

    From `low` to `high`, all of them hold. With `late`, readers are placed and operands are not,
    so that late is good.
    """

    first: int
    last: int
    after: NDArray[np.float64]
    until: NDArray[np.float64]
    low: float
    high: float
    late: bool

    def violated(self, cycle: int) -> list[int]:
        """The operations that have to be elsewhere if this one is issued in a cycle."""
        if self.low <= cycle <= self.high:
            return []
        return [int(p) for p in np.flatnonzero((cycle < self.after) | (cycle > self.until))]


@dataclass
class Choices:
    """`costs` [K, J] of issuing an operation, K cycles after the first of the window.

    `floods` are those of its operands, by edge.
    """

    window: Window
    costs: Costs
    floods: dict[int, Flood]


def window(part: Partial, o: int) -> Window:
    """Return the cycles to try for operation o: a few around those that placed operations allow."""
    loop, apart, width = part.loop, part.when.apart, part.width
    # Operations that are not placed yet will have to fit in between, too.
    after, until = part.since + apart[:, o], part.until - apart[o]
    soonest, latest = after.max(initial=1), until.min(initial=part.end)
    low, high = int(max(1, soonest)), int(min(part.end - part.least[o], latest))
    above = any(part.is_placed(loop.edges[e].net) for e in loop.into[o])
    above = above or any(part.is_placed(order.before) for order in loop.befores[o])
    below = any(part.is_placed(loop.edges[e].reader) for e in loop.out_of[o])
    below = below or any(part.is_placed(order.after) for order in loop.afters[o])
    if high < low:
        # Some placed operation is ejected for every position of this one.
        first, last = max(1, min(high, low)), max(high, low) + width // 2
    elif above:
        first, last = low, low + width - 1
    elif below:
        first, last = max(low, high - width + 1), high
    else:
        first = min(max(low, part.when.first[o] + part.lead), high)
        last = first + width - 1
    if part.due is not None and low <= high:
        first = max(low, min(part.due[o] - width // 2, high - width + 1))
        last = first + width - 1
    last = min(last, part.end - part.least[o], max(high, first) if high >= low else last)
    return Window(first, last, after, until, soonest, latest, below and not above)


def choices(part: Partial, o: int) -> Choices | None:
    """Return upper bounds on the costs of issuing `o`; None if it has no possible cycle."""
    chosen = window(part, o)
    if chosen.last < chosen.first:
        return None
    table, period, latency = part.table, part.interval, part.latency[o]
    cycles = np.arange(chosen.first, chosen.last + 1)
    slots = cycles % period
    costs = part.barred[o] + table.slots[slots]
    for n, members in part.limited[o]:
        costs[:, members] += table.shared[slots, n][:, None]
    if chosen.first < chosen.low or chosen.last > chosen.high:
        wrong = (cycles[:, None] < chosen.after) | (cycles[:, None] > chosen.until)
        costs += VIOLATED * wrong.sum(axis=1)[:, None]
    floods = _add_operands(part, o, cycles, costs)
    _add_readers(part, o, cycles, costs)
    _add_orders(part, o, cycles, costs)
    if part.bounded_end:
        # Where the result has to be in place at the end, every operation has to be complete.
        costs[cycles[:, None] + latency > part.end] = np.inf
    waiting = chosen.last - cycles if chosen.late else cycles - chosen.first
    costs += (0.1 * LATER if chosen.late else LATER) * waiting[:, None]
    costs += NEAR * _detour(part, o)
    if part.pulled is not None:
        costs += part.pulled[o]
    if part.due is not None:
        costs += part.untimely * np.abs(cycles - part.due[o])[:, None]
    return Choices(chosen, costs, floods)


def _add_operands(part: Partial, o: int, cycles: IntArray, costs: Costs) -> dict[int, Flood]:
    """Add the costs of bringing the operands that are placed; return their floods."""
    loop, floods = part.loop, {}
    low, high = int(cycles[0]), int(cycles[-1])
    for e in loop.into[o]:
        edge = loop.edges[e]
        computed = edge.net < loop.operations
        if computed and not part.is_placed(edge.net):
            continue
        shift = edge.distance * part.interval
        flood = part.flood(edge.net, low + shift, high + shift, False)
        read = np.full(costs.shape, np.inf)
        if flood is not None:
            floods[e] = flood
            offset = low + shift - flood.first
            known = flood.read[max(offset, 0) :]
            read[max(-offset, 0) :] = known[: len(cycles) - max(-offset, 0)]
        costs += np.minimum(read, EJECTED) if computed else read
    return floods


def _add_readers(part: Partial, o: int, cycles: IntArray, costs: Costs) -> None:
    """Add the costs of holding the result, and of bringing it to the placed readers."""
    loop, latency, kind = part.loop, part.latency[o], part.kinds[o]
    if not loop.out_of[o]:
        return
    low, steady = int(cycles[0]), part.steady[o]
    rows = np.arange(len(cycles))[:, None] + (latency if steady is None else steady) - 1
    holds = part.table.holds
    if steady is None:
        hold = np.take_along_axis(holds, (low + rows) % part.interval, axis=0)
    else:
        hold = holds[(low + rows[:, 0]) % part.interval]
    costs += np.where(kind.holds, hold, np.inf)
    for e in loop.out_of[o]:
        edge = loop.edges[e]
        if edge.reader == o:
            costs[:, edge.distance * part.interval < latency] = np.inf
            continue
        if edge.reader == RESULT:
            last = part.end - 1
            if not part.bounded_end:
                last = min(last, low + int(rows.max()) + part.reach + part.interval)
            goal = part.external
            ahead = remaining(part.table, kind, low, last, None, goal, part.bounded_end)
        elif part.is_placed(edge.reader):
            j, when = part.read_at(e)
            if when <= low:
                costs += EJECTED
                continue
            ahead = remaining(part.table, kind, low, when, (j, when))
        else:
            continue
        if steady is None:
            clipped = np.clip(rows, 0, len(ahead) - 1)
            left = np.where(rows < len(ahead), np.take_along_axis(ahead, clipped, axis=0), np.inf)
        else:
            left, known = np.full(costs.shape, np.inf), ahead[steady - 1 :][: len(cycles)]
            left[: len(known)] = known
        costs += left if edge.reader == RESULT else np.minimum(left, EJECTED)


def _add_orders(part: Partial, o: int, cycles: IntArray, costs: Costs) -> None:
    """Add the costs of starting too early, or too late, for placed operations before or after."""
    for order in part.loop.befores[o]:
        if part.is_placed(order.before):
            ready = part.done(order.before) + 1 + order.extra
            costs[cycles < ready - order.distance * part.interval] += EJECTED
    for order in part.loop.afters[o]:
        if part.is_placed(order.after):
            until = part.site(order.after)[1] - order.extra + order.distance * part.interval
            costs[cycles[:, None] + part.latency[o] > until] += EJECTED


def _detour(part: Partial, o: int) -> Costs:
    """[J]: distance of a component from placed operations whose values will be read together with
    that of `o`, or that share an unplaced operand with `o`.
    """
    loop, distance = part.loop, part.machine.detour
    total = np.zeros(len(distance))
    for e in loop.out_of[o]:
        reader = loop.edges[e].reader
        if reader == RESULT or part.is_placed(reader):
            continue
        for other in loop.into[reader]:
            net = loop.edges[other].net
            if part.is_placed(net):
                total += distance[:, part.site(net)[0]]
    for e in loop.into[o]:
        net = loop.edges[e].net
        if net >= loop.operations or part.is_placed(net):
            continue
        for other in loop.out_of[net]:
            reader = loop.edges[other].reader
            if part.is_placed(reader):
                total += 0.5 * distance[part.site(reader)[0]]
    return total
