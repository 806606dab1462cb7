"""Routes of nets, taken and given back, compiled by numba.

Edges of a net share cells: a unit is in use once, however many of them lead through its cell.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inner
from heuristics.negotiated.flood import flood, trace
from heuristics.negotiated.price import reprice, shared_unit
from heuristics.negotiated.state import State
from heuristics.negotiated.wires import Sizes, Wires


@inner
def is_store(sizes: Sizes, cell: int) -> bool:
    """Whether a cell is a store in passing."""
    return cell >= (sizes.components + sizes.paths) * sizes.cycles


@inner
def add_use(wires: Wires, state: State, unit: int, much: int) -> None:
    """Take a unit, or give it back."""
    state.uses[unit] += much
    reprice(wires, state, unit)


@inner
def mark_net(wires: Wires, state: State, net: int, without: int) -> None:
    """Mark the cells of all edges of a net, except for one of them."""
    state.stamps[0] += 1
    for n in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
        e = wires.readers[n]
        if e != without:
            for c in range(state.length[e]):
                state.mark[state.cells[e, c]] = state.stamps[0]


@inner
def take(sizes: Sizes, wires: Wires, state: State, e: int) -> None:
    """Take the units of a route that has been traced; the cells of its net are marked."""
    for c in range(state.length[e]):
        cell = state.cells[e, c]
        if state.mark[cell] != state.stamps[0]:
            state.mark[cell] = state.stamps[0]
            add_use(wires, state, state.units[e, c], 1)
            if is_store(sizes, cell):
                add_use(wires, state, wires.begin[4], 1)


@inner
def drop(sizes: Sizes, wires: Wires, state: State, e: int) -> None:
    """Remove the route of an edge, if it has one; the remaining cells of its net are marked."""
    if state.length[e] < 0:
        return
    mark_net(wires, state, wires.net[e], e)
    for c in range(state.length[e]):
        cell = state.cells[e, c]
        if state.mark[cell] != state.stamps[0]:
            add_use(wires, state, state.units[e, c], -1)
            if is_store(sizes, cell):
                add_use(wires, state, wires.begin[4], -1)
    state.length[e] = -1


@inner
def done(wires: Wires, state: State, o: int) -> int:
    """Return the cycle at whose end a placed operation is complete."""
    return state.when[o] + wires.latency[o, state.at[o]] - 1


@inner
def first_of_input(sizes: Sizes, wires: Wires, state: State, net: int, low: int) -> int:
    """Return the first cycle in which leaving home matters to a reader from cycle `low` on."""
    first = low - sizes.interval - 8
    for n in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
        e = wires.readers[n]
        if state.length[e] >= 0:
            first = min(first, state.since[e])
    return max(first, 0)


@inner
def connect(sizes: Sizes, wires: Wires, state: State, e: int) -> bool:
    """Find an edge the cheapest route, and take it; the cells of its net are marked.

    Returns False if an end is not placed, or there is no route.
    """
    net, reader = wires.net[e], wires.reader[e]
    is_input = wires.home[net] >= 0
    if (not is_input and state.at[net] < 0) or (reader >= 0 and state.at[reader] < 0):
        return False
    if reader >= 0:
        target, when = state.at[reader], state.when[reader] + wires.shift[e]
        last = when
    else:
        target, when = sizes.external, -1
        last = (0 if is_input else done(wires, state, net)) + sizes.interval + 30
        last = min(last, sizes.cycles - 1)
    first = first_of_input(sizes, wires, state, net, last) if is_input else done(wires, state, net)
    origin = wires.home[net] if is_input else state.at[net]
    if reader >= 0 and not is_input:
        gap = when - first
        if gap < 1 or (origin != target and wires.travel[origin, target] > gap):
            return False
    known = sizes.operations + e
    cap = max(2.0 + 1.3 * wires.least[origin, target], state.known[known])
    for _ in range(24):
        cost = flood(sizes, wires, state, net, first, last, target, when, cap)
        if cost < np.inf:
            k = when if when >= 0 else state.some[0]
            if not trace(sizes, wires, state, e, target, k, when < 0):
                return False
            take(sizes, wires, state, e)
            state.known[known] = cost
            return True
        cap = 2.0 * cap
    return False


@inner
def issue(sizes: Sizes, wires: Wires, state: State, o: int, much: int) -> None:
    """Take the issue of a placed operation, or give it back."""
    slot, j = state.when[o] % sizes.interval, state.at[o]
    add_use(wires, state, wires.begin[2] + slot * sizes.components + j, much)
    for n in range(wires.shared.shape[2]):
        limit = wires.shared[wires.group[o], j, n]
        if limit >= 0:
            add_use(wires, state, shared_unit(sizes, wires, limit, slot), much)


@inner
def lift(sizes: Sizes, wires: Wires, state: State, o: int) -> None:
    """Remove a placed operation with all its routes."""
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        drop(sizes, wires, state, wires.operands[n])
    for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
        drop(sizes, wires, state, wires.readers[n])
    issue(sizes, wires, state, o, -1)
    state.at[o] = -1


@inner
def read_cycle(wires: Wires, state: State, e: int) -> int:
    """Return the cycle in which an edge is read; results come last."""
    reader = wires.reader[e]
    if reader < 0 or state.at[reader] < 0:
        return 1 << 40
    return state.when[reader] + wires.shift[e]


@inner
def connect_net(sizes: Sizes, wires: Wires, state: State, net: int) -> None:
    """Find routes for all edges of a net that have none, in the order in which they are read."""
    mark_net(wires, state, net, -1)
    past = -1
    while True:
        soonest, chosen = 1 << 41, -1
        for n in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
            e = wires.readers[n]
            if state.length[e] < 0:
                cycle = read_cycle(wires, state, e) * 4096 + n - wires.readers_begin[net]
                if past < cycle and (chosen < 0 or cycle < soonest):
                    soonest, chosen = cycle, e
        if chosen < 0:
            return
        past = soonest
        connect(sizes, wires, state, chosen)
