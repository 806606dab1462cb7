"""Rounds of negotiation, compiled by numba: overused units become dearer, and are left.

After L. McMurchie and C. Ebeling, PathFinder, FPGA 1995, and for operations that move as well.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inline, inner, outer
from heuristics.negotiated.price import count_use
from heuristics.negotiated.routes import connect_net, drop
from heuristics.negotiated.sites import choose
from heuristics.negotiated.state import BROKEN, PRESSURE, State
from heuristics.negotiated.wires import Wires

LASTING = 0.995
"""The share of history that a unit keeps after a round without overuse."""

READERS, PRODUCERS = 0.35, 0.25
"""The shares of readers, and of producers, of routes through overused units that are moved."""

LATER = 20.0
"""Growth of the price of a missing route, or a violated order, in a round."""

WHOLE = 0.5
"""The share of nets that lose all their routes, and not only those through an overused unit."""

TRIED = 2.0
"""The number of nets that may leave an overused unit in a round."""


@outer
def begin_round(wires: Wires, state: State, pressure: float) -> int:
    """Set new prices; return the faults: units in excess, missing routes, and violated orders."""
    state.scalars[PRESSURE] = pressure
    faults, dearest = 0, 0.0
    for unit in range(len(wires.limits)):
        beyond = state.uses[unit] - wires.limits[unit]
        if beyond > 0:
            state.history[unit] += beyond
            faults += beyond
        else:
            state.history[unit] *= LASTING
        dearest = max(dearest, state.history[unit])
        count_use(wires, state, unit, 0)
    for e in range(len(wires.net)):
        if state.length[e] < 0:
            # Else two operations could miss each other for ever: so the fault moves along a chain.
            state.late[e] += LATER
            faults += 1
        else:
            state.late[e] *= LASTING
    state.scalars[BROKEN] = 60.0 + 20.0 * dearest
    return faults


@inner
def _overused(wires: Wires, state: State, e: int) -> int:
    """Return an overused unit that the route of an edge takes, or -1."""
    for c in range(state.length[e]):
        unit = wires.unit[state.cells[e, c]]
        if state.uses[unit] > wires.limits[unit]:
            return unit
    return -1


@inline
def _unroute(wires: Wires, state: State, net: int) -> int:
    """Remove routes of a net, by chance, if they take an overused unit; return 1 if it did."""
    begin, end = wires.readers_begin[net], wires.readers_begin[net + 1]
    for n in range(begin, end):
        unit = _overused(wires, state, wires.readers[n])
        if unit >= 0 and np.random.random() * state.uses[unit] < TRIED:
            whole = np.random.random() < WHOLE
            for m in range(begin, end):
                e = wires.readers[m]
                through = whole
                for c in range(state.length[e]):
                    through |= wires.unit[state.cells[e, c]] == unit
                if through:
                    drop(wires, state, e)
            return 1
    return 0


@inline
def _is_in_trouble(wires: Wires, state: State, o: int) -> bool:
    """Whether to place an operation anew: by chance, if only routes overuse a unit."""
    group, first = wires.group[o], state.when[o] * wires.places
    for n in range(wires.issues.shape[2]):
        place = wires.issues[group, state.at[o], n]
        if place >= 0:
            unit = wires.unit[first + place]
            if state.uses[unit] > wires.limits[unit]:
                return True
    own = wires.operands_begin[o + 1] - wires.operands_begin[o]
    for n in range(own + wires.readers_begin[o + 1] - wires.readers_begin[o]):
        if n < own:
            e, share = wires.operands[wires.operands_begin[o] + n], READERS
        else:
            e, share = wires.readers[wires.readers_begin[o] + n - own], PRODUCERS
        if state.length[e] < 0:
            return True
        if _overused(wires, state, e) >= 0 and np.random.random() < share:
            return True
    return False


@inner
def _issue(wires: Wires, state: State, o: int, much: int) -> None:
    """Take the issue of a placed operation, or give it back with -1."""
    first, group = state.when[o] * wires.places, wires.group[o]
    for n in range(wires.issues.shape[2]):
        place = wires.issues[group, state.at[o], n]
        if place >= 0:
            count_use(wires, state, wires.unit[first + place], much)


@inline
def _place(wires: Wires, state: State, o: int) -> int:
    """Place an operation, anew if it is placed; return the number of nets to connect."""
    near, first = state.due[o], wires.operands_begin[o]
    own = wires.operands_begin[o + 1] - first
    if state.at[o] >= 0:
        near = state.when[o]
        for n in range(own):
            drop(wires, state, wires.operands[first + n])
        for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
            drop(wires, state, wires.readers[n])
        _issue(wires, state, o, -1)
        state.at[o] = -1
    choose(wires, state, o, near)
    _issue(wires, state, o, 1)
    state.wanted[own, 0], state.wanted[own, 1] = o, -1
    for n in range(own):
        e = wires.operands[first + n]
        state.wanted[n, 0], state.wanted[n, 1] = wires.net[e], e
    return own + 1


@outer
def rearrange(
    wires: Wires, state: State, order: np.ndarray, begin: int, end: int, moving: bool
) -> None:
    """Find other routes for nets, or other places for operations, in an order [begin:end].

    Operations are placed that are not yet, or in trouble; nets lose routes in trouble.
    """
    for n in range(begin, end):
        if not moving:
            many = _unroute(wires, state, order[n])
            state.wanted[0, 0], state.wanted[0, 1] = order[n], -1
        elif state.at[order[n]] < 0 or _is_in_trouble(wires, state, order[n]):
            many = _place(wires, state, order[n])
        else:
            many = 0
        for x in range(many):
            connect_net(wires, state, state.wanted[x, 0], state.wanted[x, 1])
