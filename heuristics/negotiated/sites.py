"""The cheapest component and cycle of an operation, compiled by numba."""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inline, inner
from heuristics.negotiated.flood import complete, flood, read_cost
from heuristics.negotiated.routes import DOUBLED, done, earliest, mark_net
from heuristics.negotiated.state import BROKEN, NOISE, PULL, UNTIMELY, WIDEST, State
from heuristics.negotiated.wires import HELD, Wires

AROUND = 2
"""Cycles tried before and after those in which no operand is too late."""


@inline
def _window(wires: Wires, state: State, o: int, near: int) -> tuple[int, int]:
    """Return the first and the last cycle to try; `near` decides where there are too many."""
    latency = wires.latency[o, wires.able[wires.ables[o]]]
    most = wires.cycles - 2 - latency
    low, high = 1, most
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        e = wires.operands[n]
        net = wires.net[e]
        if net != o and wires.home[net] < 0 and state.at[net] >= 0:
            low = max(low, done(wires, state, net) + 1 - wires.shift[e])
    for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
        e = wires.readers[n]
        reader = wires.reader[e]
        if reader >= 0 and reader != o and state.at[reader] >= 0:
            high = min(high, state.when[reader] + wires.shift[e] - latency)
    if low > high:
        low, high = high, low
    low, high = max(low - AROUND, 1), min(high + AROUND, most)
    low = min(low, high)
    width = min(wires.interval + 4, WIDEST)
    if high - low + 1 > width:
        low = max(low, min(near - width // 2, high - width + 1))
        high = low + width - 1
    return low, high


@inline
def _add_operands(wires: Wires, state: State, o: int, low: int, high: int, cap: float) -> None:
    """Add the costs of operands to those of sites."""
    count = wires.components
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        e = wires.operands[n]
        net, shift = wires.net[e], wires.shift[e]
        if net == o or (wires.home[net] < 0 and state.at[net] < 0):
            continue
        late, first = state.scalars[BROKEN] + state.late[e], 0
        last = min(high + shift, wires.cycles - 1)
        if e < wires.routed:
            mark_net(wires, state, net)
            first = earliest(wires, state, net, low + shift)
            if first < last:
                flood(wires, state, net, first, last, -1, -1, cap)
        else:
            first = done(wires, state, net)
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost = late
                if e < wires.routed:
                    if first < k + shift <= last:
                        cost = min(read_cost(wires, state, j, k + shift), late)
                elif first < k + shift:
                    cost = 0.0
                state.total[(k - low) * count + j] += cost


@inline
def _add_readers(wires: Wires, state: State, o: int, low: int, high: int, cap: float) -> None:
    """Add the costs of bringing the result to its readers to those of sites."""
    count = wires.components
    width, top = (wires.layers + 1) * count, wires.layers * count
    for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
        e = wires.readers[n]
        reader, goal = wires.reader[e], wires.external
        last = min(high + wires.interval + 16, wires.cycles - 1)
        if reader == o or (reader >= 0 and state.at[reader] < 0):
            continue
        if reader >= 0:
            goal, last = state.at[reader], state.when[reader] + wires.shift[e]
        late, is_searched = state.scalars[BROKEN] + state.late[e], False
        if e < wires.routed and low < last < wires.cycles:
            is_searched = True
            complete(wires, state, o, goal, reader < 0, low, last, cap)
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost, end = late, k + wires.latency[o, j] - 1
                if is_searched and end < last:
                    cost = min(late, state.cost[end * width + top + j])
                elif e >= wires.routed and end < last:
                    cost = 0.0
                state.total[(k - low) * count + j] += cost


@inner
def choose(wires: Wires, state: State, o: int, near: int) -> None:
    """Place an operation where that is cheapest, without its routes."""
    count, kind, group = wires.components, wires.kind[o], wires.group[o]
    low, high = _window(wires, state, o, near)
    cap = max(state.known[o], 4.0)
    read = wires.readers_begin[o] < wires.readers_begin[o + 1]
    best, site, cycle = np.inf, -1, -1
    for _ in range(DOUBLED):
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            away = state.scalars[PULL] * wires.least[state.site[o], j]
            for k in range(low, high + 1):
                cost = away + state.scalars[UNTIMELY] * abs(k - state.due[o])
                cost += state.scalars[NOISE] * np.random.random()
                for n in range(wires.issues.shape[2]):
                    place = wires.issues[group, j, n]
                    if place >= 0:
                        cost += state.price[wires.unit[k * wires.places + place]]
                if read:
                    end = k + wires.latency[o, j] - 1
                    cost += state.price[wires.unit[end * wires.places + j]]
                    if not wires.rights[HELD, kind, j]:
                        cost = np.inf
                state.total[(k - low) * count + j] = cost
        _add_operands(wires, state, o, low, high, cap)
        _add_readers(wires, state, o, low, high, cap)
        best = np.inf
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                if state.total[(k - low) * count + j] < best:
                    best, site, cycle = state.total[(k - low) * count + j], j, k
        if best <= cap:
            state.known[o] = best
            break
        cap = max(2.0 * cap, min(best, 4.0 * cap))
    state.at[o], state.when[o] = site, cycle
