"""Cheapest routes of one value through a time-expanded array.

J components, H paths, E steps (a path from one of its sources to one of its targets), L layers of
hops and S = J * L states; K cycles from the first considered one. Costs are in units of the prices
of `Reservation`; infinity stands for an impossible state.

A component may keep a value for some cycles only (`parts[STAY]`). So the cycle in which the
cheapest stay began is noted, too; a stay that has lasted for so long is not continued, and the
cheapest of the younger ones goes on instead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import OWN, SPAN, Costs
from heuristics.modulo.machine import Graph
from models.space_time.index_array import IntArray
from shell.compiled import inner, outer


class Waves(NamedTuple):
    """The least costs of a value from cycle `first` on; row k + pad stands for cycle first + k."""

    first: int
    held: Costs
    """[pad + K, J]: of being held at the end of a cycle."""
    arrived: Costs
    """[pad + K, J]: of arriving in a cycle."""
    states: Costs
    """[pad + K, S]: of arriving in a cycle, by the hops taken in it; `arrived` where L is 1."""
    since: IntArray
    """[K * J + S]: the row k in which the stay at the end of each cycle, in each component, began;
    then scratch."""


class Prices(NamedTuple):
    """The costs of each step of a route, in each of K cycles."""

    keep: Costs
    """[K, J]: of being held at the end of the cycle after the one before."""
    store: Costs
    """[K, J]: of being stored in the cycle of arrival; afterwards, of a stay that begins in the
    cycle (`flood`) or ends in it (`complete`), without what follows or precedes."""
    paid: Costs
    """[K, E + 1]: of arriving over a step; infinite for the last one, which stands for none."""


NONE = -1
"""No step, and no start."""

TRANSIENT, MOVES, HOLDS, STORES, STAY = range(5)
"""Rows of `Graph.parts`. A stay of `SPAN` cycles or more has no limit."""


@inner
def _price(
    graph: Graph, board: IntArray, unit: Costs, own: IntArray, first: int, prices: Prices
) -> None:
    """Fill in prices from cycle `first` on.

    - `board`: [7] int64, the interval in cycles, and where in `unit` the blocks of holds, paths,
      issue slots, read ports, write ports and stores begin.
    - `unit`: [U] float64, the price of a unit of each resource in each slot.
    - `own`: [n] int64, the cells (place * SPAN + cycle) that the value has already.
    - `first`: the cycle of row 0 of the prices.
    - `prices`: overwritten.
    """
    sizes, steps, steps_of, parts = graph.sizes, graph.steps, graph.steps_of, graph.parts
    keep, store, paid = prices.keep, prices.store, prices.paid
    interval, routes = board[0], unit[board[6]]
    count, paths, is_ported, last = sizes[0], sizes[1], sizes[5], len(steps) - 1
    for k in range(len(keep)):
        slot = (first + k) % interval
        hold, path, issue = (
            board[1] + slot * count,
            board[2] + slot * paths,
            board[3] + slot * count,
        )
        for j in range(count):
            keep[k, j] = unit[hold + j]
            store[k, j] = unit[issue + j] + routes if parts[MOVES, j] else 0.0
        for e in range(last):
            paid[k, e] = unit[path + steps[e, 2]]
        if is_ported:
            for e in range(last):
                left = (slot - steps[e, 3]) % interval
                paid[k, e] += unit[board[4] + left * count + steps[e, 0]]
                paid[k, e] += unit[board[5] + slot * count + steps[e, 1]]
        paid[k, last] = np.inf
    for cell in own:
        place, k = cell // SPAN, cell % SPAN - first
        if place < count:
            # With another hold in the same phase of the kernel, a union of stays might be too long.
            for other in range(k % parts[STAY, place], len(keep), parts[STAY, place]):
                keep[other, place] = np.inf
    for cell in own:
        place, k = cell // SPAN, cell % SPAN - first
        if k < 0 or k >= len(keep) or place >= 2 * count + paths:
            continue
        if place < count:
            keep[k, place] = OWN
        elif place < count + paths:
            for e in range(steps_of[place - count], steps_of[place - count + 1]):
                paid[k, e] = OWN
        else:
            store[k, place - count - paths] = OWN
    for k in range(len(keep)):
        for j in range(count):
            store[k, j] = keep[k, j] + store[k, j] if parts[STORES, j] else np.inf
            if parts[TRANSIENT, j] or not parts[HOLDS, j]:
                keep[k, j] = np.inf


@inner
def _younger(keep: Costs, begins: Costs, j: int, k: int, most: int) -> tuple[float, int]:
    """Return the least cost of a stay at the end of row `k` that began before it, less than `most`
    rows ago, and the row in which it began.
    """
    best, since, kept = np.inf, k, 0.0
    for row in range(k - 1, max(k - most, -1), -1):
        kept += keep[row + 1, j]
        if begins[row, j] + kept < best:
            best, since = begins[row, j] + kept, row
    return best, since


@inner
def _shorter(keep: Costs, ends: Costs, j: int, k: int, most: int) -> tuple[float, int]:
    """Return the least cost of a stay from the end of row `k` on that ends after it, less than
    `most` rows later, and the row in which it ends.
    """
    best, until, kept = np.inf, k, 0.0
    for row in range(k + 1, min(k + most, len(keep))):
        kept += keep[row, j]
        if ends[row, j] + kept < best:
            best, until = ends[row, j] + kept, row
    return best, until


@outer
def flood(
    graph: Graph,
    board: IntArray,
    unit: Costs,
    own: IntArray,
    starts: IntArray,
    waves: Waves,
    prices: Prices,
) -> None:
    """Fill in waves and prices, forwards from where a value is held, cycle by cycle.

    Within a cycle, steps through switches are relaxed until no cost falls any more.

    - `board`, `unit`, `own`: as in `_price`.
    - `starts`: [n, 2] int64, components and cycles in which the value is held without cost.
    - `waves`, `prices`: overwritten; `first` is the earliest cycle of `starts`.
    """
    _price(graph, board, unit, own, waves.first, prices)
    sizes, parts, moves, begin = graph.sizes, graph.parts, graph.moves, graph.begin
    held, arrived, states, since = waves.held, waves.arrived, waves.states, waves.since
    keep, store, paid, first = prices.keep, prices.store, prices.paid, waves.first
    count, layers, most, pad = sizes[0], sizes[2], sizes[3], sizes[4]
    held[:] = np.inf
    arrived[:] = np.inf
    states[:] = np.inf
    for n in range(len(starts)):
        j, k = starts[n, 0], starts[n, 1] - first
        if k < len(keep):
            held[k + pad, j] = 0.0
    # After the rows: the component that the value of each state has left in this cycle.
    left = len(keep) * count
    for k in range(len(keep)):
        row = k + pad
        for r in range(begin[0, 0], begin[0, most]):
            state, origin, e, delay = moves[r, 0], moves[r, 1], moves[r, 2], moves[r, 3]
            cost = held[row - 1 - delay, origin] + paid[k, e]
            if cost < states[row, state]:
                states[row, state] = cost
                since[left + state] = NONE if delay else origin
        for r in range(begin[2, 0], begin[2, most]):
            state, origin, e, delay = moves[r, 0], moves[r, 1], moves[r, 2], moves[r, 3]
            cost = arrived[row - delay, origin] + paid[k, e]
            if cost < states[row, state]:
                states[row, state] = cost
                since[left + state] = NONE
        better = True
        while better:
            better = False
            for r in range(begin[1, 0], begin[1, most]):
                state, origin, e = moves[r, 0], moves[r, 1], moves[r, 2]
                cost = states[row, origin] + paid[k, e]
                if cost < states[row, state]:
                    states[row, state] = cost
                    since[left + state] = since[left + origin]
                    better = True
        for j in range(count):
            state = j
            for layer in range(1, layers):
                if states[row, j + layer * count] < states[row, state]:
                    state = j + layer * count
            arrived[row, j] = states[row, state]
            limit, here = parts[STAY, j], k * count + j
            begins, stays, earlier = states[row, state] + store[k, j], np.inf, k
            if limit < SPAN and since[left + state] == j:
                # What comes back at once has not been away.
                begins = np.inf
            if held[row, j] == 0.0:
                begins = 0.0
            store[k, j] = begins
            if k > 0:
                stays, earlier = held[row - 1, j] + keep[k, j], since[here - count]
                if k - earlier >= limit:
                    stays, earlier = _younger(keep, store, j, k, limit)
            if stays <= begins:
                held[row, j], since[here] = stays, earlier
            else:
                held[row, j], since[here] = begins, k


@outer
def complete(
    graph: Graph,
    board: IntArray,
    unit: Costs,
    own: IntArray,
    first: int,
    held: Costs,
    arrived: Costs,
    until: IntArray,
    prices: Prices,
) -> None:
    """Fill in, backwards, the costs from being held, and from arriving, until being read.

    - `board`, `unit`, `own`: as in `_price`.
    - `first`: the cycle of row 0.
    - `held`: [pad + K, J] float64, 0 where the value may end up held and infinite elsewhere.
    - `arrived`: [pad + K, J] float64, 0 where the value is read on arrival and infinite elsewhere.
    - `until`: [K, J] int64, gets the row in which a stay at the end of the cycle will end.
    - `prices`: overwritten.
    """
    _price(graph, board, unit, own, first, prices)
    sizes, parts, moves, begin = graph.sizes, graph.parts, graph.moves, graph.begin
    keep, store, paid = prices.keep, prices.store, prices.paid
    cycles, count, most = len(keep), sizes[0], sizes[3]
    for k in range(cycles - 1, -1, -1):
        for r in range(begin[3, 0], begin[3, most]):
            s, t, e, delay = moves[r, 0], moves[r, 1], moves[r, 2], moves[r, 3]
            then = k + 1 + delay
            if then < cycles:
                held[k, s] = min(held[k, s], arrived[then, t] + paid[then, e])
        for j in range(count):
            ends, stays, later = held[k, j], np.inf, k
            if k + 1 < cycles:
                stays, later = held[k + 1, j] + keep[k + 1, j], until[k + 1, j]
                if later - k >= parts[STAY, j]:
                    stays, later = _shorter(keep, store, j, k, parts[STAY, j])
            until[k, j] = k
            if stays < ends:
                held[k, j], until[k, j] = stays, later
            arrived[k, j] = min(arrived[k, j], held[k, j] + store[k, j])
            store[k, j] = ends
        better = True
        while better:
            better = False
            for r in range(begin[4, 0], begin[4, most]):
                s, t, e, delay = moves[r, 0], moves[r, 1], moves[r, 2], moves[r, 3]
                then = k + delay
                if then < cycles and arrived[then, t] + paid[then, e] < arrived[k, s]:
                    arrived[k, s] = arrived[then, t] + paid[then, e]
                    better = True


@outer
def walk(
    graph: Graph,
    waves: Waves,
    prices: Prices,
    component: int,
    k: int,
    is_held: bool,
    found: IntArray,
) -> tuple[int, int, int]:
    """Follow the cheapest route back from where a value is held, or arrives, in row k.

    - `graph`, `waves`, `prices`: those that `flood` was given, and has filled.
    - `component`: where the route ends.
    - `k`: the row of its end, in cycles after `first`.
    - `is_held`: whether the value is held at the end of that cycle, or else arrives in it.
    - `found`: [2, n] int64, gets the cells of the route, and the step that each stands for or NONE.

    Returns component and cycle of the start, and the number of cells; the start is NONE where the
    route breaks off or is longer than `found`.
    """
    sizes, steps, parts, first = graph.sizes, graph.steps, graph.parts, waves.first
    moves, begin, paid = graph.moves, graph.begin, prices.paid
    held, arrived, states, since = waves.held, waves.arrived, waves.states, waves.since
    count, paths, layers, pad, n = sizes[0], sizes[1], sizes[2], sizes[4], 0
    state, is_known, begun = component, False, NONE
    while n + 3 <= found.shape[1]:
        row = k + pad
        if is_held:
            if begun == NONE:
                begun = since[k * count + state]
            if k == begun and held[row, state] == 0.0:
                return state, k + first, n
            found[0, n], found[1, n] = state * SPAN + k + first, NONE
            n += 1
            if k > begun:
                k -= 1
                continue
            begun = NONE
            if parts[MOVES, state]:
                found[0, n], found[1, n] = (count + paths + state) * SPAN + k + first, NONE
                n += 1
            is_held, is_known = False, False
        if not is_known:
            # The fewest hops of those that cost least.
            for layer in range(1, layers):
                other = state % count + layer * count
                if states[row, other] < states[row, state]:
                    state = other
        wanted, e, group, origin, delay = states[row, state], NONE, 0, state, 0
        while e == NONE and group < 3:
            for r in range(begin[group, state], begin[group, state + 1]):
                origin, delay = moves[r, 1], moves[r, 3]
                if group == 0:
                    cost = held[row - 1 - delay, origin]
                elif group == 1:
                    cost = states[row, origin]
                else:
                    cost = arrived[row - delay, origin]
                if cost + paid[k, moves[r, 2]] == wanted:
                    e = moves[r, 2]
                    break
            group += 1
        if e == NONE:
            break
        found[0, n], found[1, n] = (count + steps[e, 2]) * SPAN + k + first, e
        n += 1
        # Distinguish a value held before from one that came through a switch in the same cycle.
        is_held, is_known = group == 1, group == 2
        k -= delay + 1 if is_held else delay
        state = origin
    return NONE, 0, n
