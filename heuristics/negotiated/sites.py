"""The cheapest component and cycle of an operation, compiled by numba."""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.compiled import inner
from heuristics.negotiated.flood import complete, flood, read_cost
from heuristics.negotiated.price import issue_price
from heuristics.negotiated.state import BROKEN, NOISE, PULL, UNTIMELY, State
from heuristics.negotiated.tree import (
    connect,
    connect_net,
    done,
    first_of_input,
    issue,
    mark_net,
)
from heuristics.negotiated.wires import Sizes, Wires

AROUND = 2
"""Cycles tried before and after those in which no operand is too late."""

MOST_CYCLES = 24
"""The most cycles of a window."""


@inner
def _window(sizes: Sizes, wires: Wires, state: State, o: int, due: int) -> tuple[int, int]:
    """Return the first and the last cycle to try."""
    latency = wires.latency[o, wires.able[wires.ables[o]]]
    low, high = 1, sizes.cycles - 2 - latency
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
    for n in range(wires.orders_begin[o], wires.orders_begin[o + 1]):
        d = wires.orders[n]
        before, after = wires.before[d], wires.after[d]
        if after == o and before != o and state.at[before] >= 0:
            low = max(low, done(wires, state, before) + 1 + wires.apart[d])
        if before == o and after != o and state.at[after] >= 0:
            high = min(high, state.when[after] - wires.apart[d] - latency)
    width = min(sizes.interval + 4, MOST_CYCLES)
    if low > high:
        low, high = high, low
    low, high = max(low - AROUND, 1), min(high + AROUND, sizes.cycles - 2 - latency)
    low = min(low, high)
    if high - low + 1 > width:
        low = max(low, min(due - width // 2, high - width + 1))
        high = low + width - 1
    return low, high


@inner
def _add_operands(
    sizes: Sizes, wires: Wires, state: State, o: int, low: int, high: int, cap: float
) -> None:
    """Add the costs of operands to those of sites."""
    count, broken = sizes.components, state.scalars[BROKEN]
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        e = wires.operands[n]
        net, shift = wires.net[e], wires.shift[e]
        is_input = wires.home[net] >= 0
        if net == o or (not is_input and state.at[net] < 0):
            continue
        mark_net(wires, state, net, -1)
        late = broken + state.late[e]
        first = first_of_input(sizes, wires, state, net, low + shift) if is_input else -1
        flood(sizes, wires, state, net, first, high + shift, -1, -1, cap)
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost = late
                if k + shift < sizes.cycles:
                    cost = min(read_cost(sizes, state, j, k + shift), late)
                state.total[(k - low) * count + j] += cost


@inner
def _add_readers(
    sizes: Sizes, wires: Wires, state: State, o: int, low: int, high: int, cap: float
) -> None:
    """Add the costs of bringing the result to its readers to those of sites."""
    count, broken = sizes.components, state.scalars[BROKEN]
    state.stamps[0] += 1
    for n in range(wires.readers_begin[o], wires.readers_begin[o + 1]):
        e = wires.readers[n]
        reader = wires.reader[e]
        if reader == o or (reader >= 0 and state.at[reader] < 0):
            continue
        if reader >= 0:
            j, when = state.at[reader], state.when[reader] + wires.shift[e]
        else:
            j, when = sizes.external, -1 - min(high + sizes.interval + 16, sizes.cycles - 1)
        complete(sizes, wires, state, o, j, when, low, cap)
        search, late = state.stamps[1], broken + state.late[e]
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost, end = late, k + wires.latency[o, j] - 1
                if end < sizes.cycles and state.held_stamp[end * count + j] == search:
                    cost = min(late, state.held[end * count + j])
                state.total[(k - low) * count + j] += cost


@inner
def _add_orders(sizes: Sizes, wires: Wires, state: State, o: int, low: int, high: int) -> None:
    """Add the price of violated orders to the costs of sites."""
    count, broken = sizes.components, state.scalars[BROKEN]
    for n in range(wires.orders_begin[o], wires.orders_begin[o + 1]):
        d = wires.orders[n]
        before, after = wires.before[d], wires.after[d]
        if before == after or state.at[before if after == o else after] < 0:
            continue
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                if after == o:
                    wrong = k <= done(wires, state, before) + wires.apart[d]
                else:
                    ready = k + wires.latency[o, j] + wires.apart[d]
                    wrong = state.when[after] < ready
                if wrong:
                    state.total[(k - low) * count + j] += broken + state.late[sizes.edges + d]


@inner
def choose(sizes: Sizes, wires: Wires, state: State, o: int, due: int) -> None:
    """Place an operation where that is cheapest, without its routes."""
    count, kind = sizes.components, wires.kind[o]
    low, high = _window(sizes, wires, state, o, due)
    pull, untimely = state.scalars[PULL], state.scalars[UNTIMELY]
    cap, plan = max(state.known[o], 4.0), state.site[o]
    read = wires.readers_begin[o] < wires.readers_begin[o + 1]
    best, site, cycle = np.inf, -1, -1
    for _ in range(24):
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost = issue_price(sizes, wires, state, o, j, k)
                if read:
                    end = k + wires.latency[o, j] - 1
                    slot = end % sizes.interval
                    cost += state.price[wires.begin[0] + slot * count + j]
                    if not wires.holds[kind, j]:
                        cost = np.inf
                cost += pull * wires.least[plan, j] + untimely * abs(k - state.due[o])
                state.total[(k - low) * count + j] = cost
        _add_operands(sizes, wires, state, o, low, high, cap)
        _add_readers(sizes, wires, state, o, low, high, cap)
        _add_orders(sizes, wires, state, o, low, high)
        best = np.inf
        for x in range(wires.ables[o], wires.ables[o + 1]):
            j = wires.able[x]
            for k in range(low, high + 1):
                cost = state.total[(k - low) * count + j]
                if cost < np.inf:
                    cost += state.scalars[NOISE] * np.random.random()
                    if cost < best:
                        best, site, cycle = cost, j, k
        if best <= cap:
            state.known[o] = best
            break
        cap = max(2.0 * cap, min(best, 4.0 * cap))
    state.at[o], state.when[o] = site, cycle


@inner
def place(sizes: Sizes, wires: Wires, state: State, o: int, due: int) -> None:
    """Place an operation where that is cheapest, and find its routes to placed ones."""
    choose(sizes, wires, state, o, due)
    issue(sizes, wires, state, o, 1)
    for n in range(wires.operands_begin[o], wires.operands_begin[o + 1]):
        e = wires.operands[n]
        if wires.net[e] != o:
            mark_net(wires, state, wires.net[e], -1)
            connect(sizes, wires, state, e)
    connect_net(sizes, wires, state, o)
