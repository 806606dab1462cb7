"""The loops of floods over single cells, compiled; `rows` finds the same with numpy.

The cheapest way through switches is the least sum, taken step by step, whatever the order in which
ways are compared.
"""

from __future__ import annotations

import numpy as np

from heuristics.modulo import walk as _walk
from heuristics.modulo.compiled import inner, outer
from heuristics.modulo.machine import Kind
from heuristics.modulo.reservation import OWN, SPAN, Costs, Reservation
from heuristics.modulo.walk import Waves

__all__ = ["complete", "flood", "walk"]

_NONE = np.empty(0, dtype=np.int64)


@inner
def _price(board, sizes, steps, steps_of, parts, prices, own, first, keep, store, paid):
    """Set what a net with the cells `own` pays from cycle `first` on."""
    interval, routes = board[0], prices[board[6]]
    count, paths, is_ported, last = sizes[0], sizes[1], sizes[5], len(steps) - 1
    for k in range(len(keep)):
        slot = (first + k) % interval
        hold, path, issue = (
            board[1] + slot * count,
            board[2] + slot * paths,
            board[3] + slot * count,
        )
        for j in range(count):
            keep[k, j] = prices[hold + j]
            store[k, j] = prices[issue + j] + routes if parts[1, j] else 0.0
        for e in range(last):
            paid[k, e] = prices[path + steps[e, 2]]
        if is_ported:
            for e in range(last):
                left = (slot - steps[e, 3]) % interval
                paid[k, e] += prices[board[4] + left * count + steps[e, 0]]
                paid[k, e] += prices[board[5] + slot * count + steps[e, 1]]
        paid[k, last] = np.inf
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
            store[k, j] = keep[k, j] + store[k, j] if parts[3, j] else np.inf
            if parts[0, j] or not parts[2, j]:
                keep[k, j] = np.inf


@inner
def _row(ways, r):
    return ways[r, 0], ways[r, 1], ways[r, 2], ways[r, 3]


@outer
def _flood(
    sizes,
    steps,
    steps_of,
    parts,
    ways,
    begin,
    board,
    prices,
    own,
    starts,
    first,
    held,
    arrived,
    states,
    keep,
    store,
    paid,
    begun,
):
    """Fill what waves consist of, from the (component, cycle) of `starts`."""
    _price(board, sizes, steps, steps_of, parts, prices, own, first, keep, store, paid)
    count, layers, most, pad = sizes[0], sizes[2], sizes[3], sizes[4]
    held[:] = np.inf
    arrived[:] = np.inf
    states[:] = np.inf
    begun[:] = False
    for n in range(len(starts)):
        j, k = starts[n, 0], starts[n, 1] - first
        if k < len(keep):
            held[k + pad, j] = 0.0
            begun[k, j] = True
    for k in range(len(keep)):
        row = k + pad
        for r in range(begin[0, 0], begin[0, most]):
            state, origin, e, delay = _row(ways, r)
            cost = held[row - 1 - delay, origin] + paid[k, e]
            states[row, state] = min(states[row, state], cost)
        for r in range(begin[2, 0], begin[2, most]):
            state, origin, e, delay = _row(ways, r)
            cost = arrived[row - delay, origin] + paid[k, e]
            states[row, state] = min(states[row, state], cost)
        better = True
        while better:
            better = False
            for r in range(begin[1, 0], begin[1, most]):
                state, origin, e, _ = _row(ways, r)
                cost = states[row, origin] + paid[k, e]
                if cost < states[row, state]:
                    states[row, state] = cost
                    better = True
        for j in range(count):
            least = states[row, j]
            for layer in range(1, layers):
                least = min(least, states[row, j + layer * count])
            arrived[row, j] = least
            cost = min(held[row - 1, j] + keep[k, j], least + store[k, j])
            held[row, j] = min(held[row, j], cost)


@outer
def _complete(
    sizes,
    steps,
    steps_of,
    parts,
    ways,
    begin,
    board,
    prices,
    own,
    first,
    held,
    arrived,
    keep,
    store,
    paid,
):
    """Complete what it costs from being held, and from arriving, until being read."""
    _price(board, sizes, steps, steps_of, parts, prices, own, first, keep, store, paid)
    cycles, count, most = len(keep), sizes[0], sizes[3]
    for k in range(cycles - 1, -1, -1):
        for r in range(begin[3, 0], begin[3, most]):
            s, t, e, delay = _row(ways, r)
            then = k + 1 + delay
            if then < cycles:
                held[k, s] = min(held[k, s], arrived[then, t] + paid[then, e])
        for j in range(count):
            if k + 1 < cycles:
                held[k, j] = min(held[k, j], held[k + 1, j] + keep[k + 1, j])
            arrived[k, j] = min(arrived[k, j], held[k, j] + store[k, j])
        better = True
        while better:
            better = False
            for r in range(begin[4, 0], begin[4, most]):
                s, t, e, delay = _row(ways, r)
                then = k + delay
                if then < cycles and arrived[then, t] + paid[then, e] < arrived[k, s]:
                    arrived[k, s] = arrived[then, t] + paid[then, e]
                    better = True


walk = outer(_walk.walk)


def flood(
    table: Reservation,
    kind: Kind,
    net: int,
    starts: list[tuple[int, int]],
    first: int,
    cycles: int,
    hard: bool,
) -> Waves:
    """Return everywhere a net can get in so many cycles, the first of the starts' being `first`."""
    machine, ground, cells = table.machine, kind.ground, table.cells[net]
    count, layers, rows = machine.components, machine.layers, cycles + machine.pad
    held, arrived = np.empty((2, rows, count))
    keep, store = np.empty((2, cycles, count))
    states = np.empty((rows, count * layers)) if layers > 1 else arrived
    paid = np.empty((cycles, len(ground.steps)))
    begun = np.empty((cycles, count), dtype=np.bool_)
    _flood(
        *ground,
        table.board,
        table.wall if hard else table.price,
        np.fromiter(cells, dtype=np.int64, count=len(cells)) if cells else _NONE,
        np.array(starts, dtype=np.int64),
        first,
        held,
        arrived,
        states,
        keep,
        store,
        paid,
        begun,
    )
    return Waves(first, held, arrived, states, keep, paid, begun)


def complete(table: Reservation, kind: Kind, first: int, held: Costs, arrived: Costs) -> None:
    """Add to `held` and `arrived` [pad + K, J] what it costs from there until being read."""
    ground, cycles = kind.ground, len(held) - table.machine.pad
    keep, store = np.empty((2, cycles, held.shape[1]))
    paid = np.empty((cycles, len(ground.steps)))
    _complete(*ground, table.board, table.price, _NONE, first, held, arrived, keep, store, paid)
