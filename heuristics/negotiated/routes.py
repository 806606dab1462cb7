"""Routes of nets, taken and given back, compiled by numba.

Edges of a net share cells: a unit is in use once, however many of them lead through its cell.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inline, inner
from heuristics.negotiated.flood import flood
from heuristics.negotiated.price import count_use
from heuristics.negotiated.state import KEPT, LONGEST, START, State
from heuristics.negotiated.wires import Wires

FURTHER = 30
"""Cycles after the II until which a result is brought to where it is collected."""

DOUBLED = 24
"""How often a search may raise its cap."""


@inner
def done(wires: Wires, state: State, net: int) -> int:
    """Return the cycle at whose end a placed operation is complete, 0 for inputs."""
    if wires.home[net] >= 0:
        return 0
    return state.when[net] + wires.latency[net, state.at[net]] - 1


@inner
def mark_net(wires: Wires, state: State, net: int) -> None:
    """Mark the cells of all edges of a net."""
    state.stamp[0] += 1
    for n in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
        e = wires.readers[n]
        for c in range(state.length[e]):
            state.mark[state.cells[e, c]] = state.stamp[0]


@inner
def drop(wires: Wires, state: State, e: int) -> None:
    """Remove the route of an edge, if it has one."""
    length = state.length[e]
    state.length[e] = -1
    if length > 0:
        mark_net(wires, state, wires.net[e])
        for c in range(length):
            cell = state.cells[e, c]
            if state.mark[cell] != state.stamp[0]:
                count_use(wires, state, wires.unit[cell], -1)


@inner
def earliest(wires: Wires, state: State, net: int, low: int) -> int:
    """Return the first cycle in which the value of a net matters to a reader from `low` on."""
    if wires.home[net] < 0:
        return done(wires, state, net)
    first = low - wires.interval - 8
    for n in range(wires.readers_begin[net], wires.readers_begin[net + 1]):
        e = wires.readers[n]
        if state.length[e] > 0:
            first = min(first, state.since[e])
    return max(first, 0)


@inline
def _trace(wires: Wires, state: State, e: int, j: int, k: int, at_end: bool) -> bool:
    """Take down the cheapest route to where a search forwards has led, as that of an edge.

    It is read on component j in cycle k, or `at_end` held at its end. Returns False if it is too
    long.
    """
    count, layers = wires.components, wires.layers
    width, top = (layers + 1) * count, layers * count
    length, layer, is_held = 0, 0, at_end
    if not at_end:
        best, is_held = state.cost[(k - 1) * width + top + j], True
        for n in range(layers):
            if state.cost[k * width + n * count + j] < best:
                best, is_held, layer = state.cost[k * width + n * count + j], False, n
        if is_held:
            k -= 1
    while length + 3 <= LONGEST:
        if is_held:
            origin = state.origin[k * width + top + j]
            if origin != START or wires.home[wires.net[e]] < 0:
                state.cells[e, length] = k * wires.places + j
                length += 1
            if origin == START:
                state.start[e], state.since[e], state.length[e] = j, k, length
                return True
            if origin == KEPT:
                k -= 1
                continue
            if wires.routing_issues[j]:
                state.cells[e, length] = k * wires.places + count + wires.paths + j
                length += 1
            layer = origin
        origin = state.origin[k * width + layer * count + j]
        r = origin // 2
        state.cells[e, length] = k * wires.places + count + wires.out[r, 2]
        length += 1
        is_held, j = origin % 2 == 0, wires.out[r, 0]
        if is_held:
            k -= 1
        else:
            layer -= wires.out[r, 3]
    return False


@inline
def _connect(wires: Wires, state: State, net: int, e: int) -> None:
    """Find an edge the cheapest route, if there is one, and take it; its net is marked."""
    reader, target, when = wires.reader[e], wires.external, -1
    is_input = wires.home[net] >= 0
    first = done(wires, state, net)
    last = min(first + wires.interval + FURTHER, wires.cycles - 1)
    if reader >= 0:
        target, when = state.at[reader], state.when[reader] + wires.shift[e]
        last = when
    origin = wires.home[net] if is_input else state.at[net]
    if is_input:
        first = earliest(wires, state, net, last)
    is_free = reader < 0 or is_input or origin == target
    if e >= wires.routed:
        state.length[e] = 0 if when > first else -1
    elif first < last < wires.cycles and (is_free or first + wires.travel[origin, target] <= last):
        known = len(wires.latency) + e
        cap = max(2.0 + 1.3 * wires.least[origin, target], state.known[known])
        for _ in range(DOUBLED):
            cost = flood(wires, state, net, first, last, target, when, cap)
            if cost < np.inf:
                state.known[known] = cost
                k = when if when >= 0 else state.stamp[1]
                if _trace(wires, state, e, target, k, when < 0):
                    for c in range(state.length[e]):
                        cell = state.cells[e, c]
                        if state.mark[cell] != state.stamp[0]:
                            state.mark[cell] = state.stamp[0]
                            count_use(wires, state, wires.unit[cell], 1)
                break
            cap *= 2.0


@inner
def connect_net(wires: Wires, state: State, net: int, only: int) -> None:
    """Find routes for an edge of a net, or for all (-1), in the order in which they are read.

    Those that have one, or an end that is not placed, are left out. Results come last.
    """
    if wires.home[net] < 0 and state.at[net] < 0:
        return
    mark_net(wires, state, net)
    begin, past = wires.readers_begin[net], -1
    while True:
        soonest, chosen = 1 << 60, -1
        for n in range(begin, wires.readers_begin[net + 1]):
            e = wires.readers[n]
            reader = wires.reader[e]
            if state.length[e] >= 0 or (only >= 0 and only != e):
                continue
            if reader >= 0 and state.at[reader] < 0:
                continue
            cycle = state.when[reader] + wires.shift[e] if reader >= 0 else 1 << 30
            place = cycle * 4096 + n - begin
            if past < place < soonest:
                soonest, chosen = place, e
        if chosen < 0:
            return
        past = soonest
        _connect(wires, state, net, chosen)
