"""Rounds of negotiation, compiled by numba: overused units become dearer, and are left.

After L. McMurchie and C. Ebeling, PathFinder, FPGA 1995, and for operations that move as well.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inner, outer
from heuristics.negotiated.price import reprice, shared_unit
from heuristics.negotiated.sites import place
from heuristics.negotiated.state import BROKEN, PRESSURE, State
from heuristics.negotiated.tree import connect_net, done, drop, lift
from heuristics.negotiated.wires import Sizes, Wires

KEPT = 0.995
"""The share of history that a unit keeps after a round without overuse."""

READERS, PRODUCERS = 0.35, 0.25
"""The shares of readers, and of producers, of routes through overused units that are moved."""

LATER = 20.0
"""Growth of the price of a missing route, or a violated order, in a round."""

WHOLE = 0.5
"""The share of nets that lose all their routes, and not only those through an overused unit."""


@outer
def construct(
    sizes: Sizes, wires: Wires, state: State, order: np.ndarray, begin: int, end: int
) -> None:
    """Place operations in an order, though units may be overused."""
    for n in range(begin, end):
        place(sizes, wires, state, order[n], state.due[order[n]])


@inner
def _violated(wires: Wires, state: State, d: int) -> bool:
    """Whether an order of placed operations is violated."""
    before, after = wires.before[d], wires.after[d]
    return bool(state.when[after] <= done(wires, state, before) + wires.apart[d])


@inner
def _list_users(sizes: Sizes, wires: Wires, state: State, over: int) -> None:
    """List the nets that use each of the first `over` overused units."""
    for n in range(over + 1):
        state.users_begin[n] = 0
    for filling in range(2):
        for net in range(sizes.nets):
            state.stamps[0] += 1
            for x in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
                e = wires.readers[x]
                for c in range(state.length[e]):
                    cell = state.cells[e, c]
                    if state.mark[cell] == state.stamps[0]:
                        continue
                    state.mark[cell] = state.stamps[0]
                    n = state.number[state.units[e, c]]
                    if n < 0:
                        continue
                    if filling:
                        state.users_begin[n] -= 1
                        state.users[state.users_begin[n]] = net
                    else:
                        state.users_begin[n] += 1
        if not filling:
            for n in range(1, over + 1):
                state.users_begin[n] += state.users_begin[n - 1]


@outer
def begin_round(sizes: Sizes, wires: Wires, state: State, pressure: float) -> tuple[int, int]:
    """Set new prices, and list the overused units.

    Returns how many there are, and the faults: units in excess, missing routes, violated orders.
    """
    state.scalars[PRESSURE] = pressure
    over, excess, dearest, missing = 0, 0, 0.0, 0
    for unit in range(sizes.units):
        beyond = state.uses[unit] - wires.limits[unit]
        state.number[unit] = -1
        if beyond > 0:
            state.history[unit] += beyond
            state.over[over], state.number[unit] = unit, over
            over += 1
            excess += beyond
        else:
            state.history[unit] *= KEPT
        dearest = max(dearest, state.history[unit])
        reprice(wires, state, unit)
    for n in range(sizes.edges + sizes.orders):
        if n < sizes.edges:
            is_late = state.length[n] < 0
        else:
            is_late = _violated(wires, state, n - sizes.edges)
        if is_late:
            # Else two operations could miss each other for ever: so the fault moves along a chain.
            state.late[n] += LATER
            missing += 1
        else:
            state.late[n] *= KEPT
    state.scalars[BROKEN] = 60.0 + 20.0 * dearest
    # The last one is the end of the list.
    _list_users(sizes, wires, state, over)
    return over, excess + missing


@outer
def reroute(sizes: Sizes, wires: Wires, state: State, begin: int, end: int) -> None:
    """Find nets new routes that use some of the overused units, up to twice each."""
    for n in range(begin, end):
        unit = state.over[n]
        for _ in range(2):
            first, last = state.users_begin[n], state.users_begin[n + 1]
            if state.uses[unit] <= wires.limits[unit] or first == last:
                break
            net = state.users[first + np.random.randint(last - first)]
            whole = np.random.random() < WHOLE
            for x in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
                e = wires.readers[x]
                if whole or _uses(state, e, unit):
                    drop(sizes, wires, state, e)
            connect_net(sizes, wires, state, net)


@inner
def _uses(state: State, e: int, unit: int) -> bool:
    """Whether the route of an edge uses a unit."""
    found = False
    for c in range(state.length[e]):
        found |= state.units[e, c] == unit
    return found


@inner
def _in_trouble(wires: Wires, state: State, e: int) -> int:
    """Return 2 if an edge has no route, 1 if that uses an overused unit, else 0."""
    if state.length[e] < 0:
        return 2
    for c in range(state.length[e]):
        unit = state.units[e, c]
        if state.uses[unit] > wires.limits[unit]:
            return 1
    return 0


@inner
def _moves(sizes: Sizes, wires: Wires, state: State, o: int) -> bool:
    """Whether to place an operation anew: by chance, if only routes overuse a unit."""
    j, slot = state.at[o], state.when[o] % sizes.interval
    unit = wires.begin[2] + slot * sizes.components + j
    if state.uses[unit] > wires.limits[unit]:
        return True
    for n in range(wires.shared.shape[2]):
        limit = wires.shared[wires.group[o], j, n]
        if limit >= 0:
            unit = shared_unit(sizes, wires, limit, slot)
            if state.uses[unit] > wires.limits[unit]:
                return True
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        trouble = _in_trouble(wires, state, wires.operands[n])
        if trouble == 2 or (trouble == 1 and np.random.random() < READERS):
            return True
    for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
        trouble = _in_trouble(wires, state, wires.readers[n])
        if trouble == 2 or (trouble == 1 and np.random.random() < PRODUCERS):
            return True
    for n in range(wires.orders_begin[o], wires.orders_begin[o + 1]):
        if _violated(wires, state, wires.orders[n]):
            return True
    return False


@outer
def relocate(
    sizes: Sizes, wires: Wires, state: State, order: np.ndarray, begin: int, end: int
) -> int:
    """Place operations of an order anew that are in trouble; return how many."""
    moved = 0
    for n in range(begin, end):
        o = order[n]
        if _moves(sizes, wires, state, o):
            due = state.when[o]
            lift(sizes, wires, state, o)
            place(sizes, wires, state, o, due)
            moved += 1
    return moved
