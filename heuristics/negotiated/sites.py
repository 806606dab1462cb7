"""The cheapest component and cycle of an operation."""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.flood import complete, flood, read_cost
from heuristics.negotiated.routes import DOUBLED, done, earliest, mark_net, patience
from heuristics.negotiated.state import NOISE, PULL, SITES, UNTIMELY, WIDEST, Plan, Search, Units
from heuristics.negotiated.wires import HELD, Nets, Ways
from shell.compiled import inner

BROKEN = 60.0
"""The price of an operand that comes too late: in the end less than that of a unit that stays
overused, so that a chain of operations can move in time."""

AROUND = 2
"""Cycles tried before and after those in which no operand is too late."""


@inner
def _window(ways: Ways, nets: Nets, plan: Plan, o: int, near: int) -> tuple[int, int]:
    """Return the first and the last cycle to try; `near` decides where there are too many."""
    latency = nets.latency[o, nets.able[nets.ables[o]]]
    most = ways.cycles - 2 - latency
    low, high = 1, most
    for n in range(nets.operands_begin[o], nets.operands_begin[o + 1]):
        e = nets.operands[n]
        net = nets.net[e]
        if net != o and nets.home[net] < 0 and plan.at[net] >= 0:
            low = max(low, done(nets, plan, net) + 1 - nets.shift[e])
    for n in range(nets.readers_begin[o], nets.readers_begin[o + 1]):
        e = nets.readers[n]
        reader = nets.reader[e]
        if reader >= 0 and reader != o and plan.at[reader] >= 0:
            high = min(high, plan.when[reader] + nets.shift[e] - latency)
    if low > high:
        low, high = high, low
    low, high = max(low - AROUND, 1), min(high + AROUND, most)
    low = min(low, high)
    width = min(ways.interval + 4, WIDEST)
    if high - low + 1 > width:
        low = max(low, min(near - width // 2, high - width + 1))
        high = low + width - 1
    return low, high


@inner
def _add_operands(
    ways: Ways,
    nets: Nets,
    plan: Plan,
    units: Units,
    search: Search,
    o: int,
    low: int,
    high: int,
    cap: float,
    site: int,
) -> None:
    """Add the costs of operands to those of sites."""
    count = ways.components
    for n in range(nets.operands_begin[o], nets.operands_begin[o + 1]):
        e = nets.operands[n]
        net, shift = nets.net[e], nets.shift[e]
        if net == o or (nets.home[net] < 0 and plan.at[net] < 0):
            continue
        late, first = BROKEN + plan.late[e], 0
        last = min(high + shift, ways.cycles - 1)
        if e < nets.routed:
            mark_net(nets, plan, units, net)
            first = earliest(ways, nets, plan, net, low + shift, site)
            if first < last:
                begun = nets.home[net] if nets.home[net] >= 0 else plan.at[net]
                flood(
                    ways,
                    units,
                    search,
                    nets.kind[net],
                    begun,
                    nets.home[net] >= 0,
                    first,
                    last,
                    -1,
                    -1,
                    cap,
                    site,
                )
        else:
            first = done(nets, plan, net)
        for x in range(nets.ables[o], nets.ables[o + 1]):
            j = nets.able[x]
            for k in range(low, high + 1):
                cost = late
                if e < nets.routed:
                    if first < k + shift <= last:
                        cost = min(read_cost(ways, search, j, k + shift), late)
                elif first < k + shift:
                    cost = 0.0
                search.total[(k - low) * count + j] += cost


@inner
def _add_readers(
    ways: Ways,
    nets: Nets,
    plan: Plan,
    units: Units,
    search: Search,
    o: int,
    low: int,
    high: int,
    cap: float,
    site: int,
) -> None:
    """Add the costs of bringing the result to its readers to those of sites."""
    count = ways.components
    width, top = (ways.layers + 1) * count, ways.layers * count
    for n in range(nets.readers_begin[o], nets.readers_begin[o + 1]):
        e = nets.readers[n]
        reader, goal = nets.reader[e], nets.external
        last = ways.cycles - 1
        if reader == o or (reader >= 0 and plan.at[reader] < 0):
            continue
        if reader >= 0:
            goal, last = plan.at[reader], plan.when[reader] + nets.shift[e]
        else:
            last = min(high + patience(ways, site, goal), last)
        late, is_searched = BROKEN + plan.late[e], False
        if e < nets.routed and low < last < ways.cycles:
            is_searched = True
            complete(ways, units, search, nets.kind[o], goal, reader < 0, low, last, cap, site)
        for x in range(nets.ables[o], nets.ables[o + 1]):
            j = nets.able[x]
            for k in range(low, high + 1):
                cost, end = late, k + nets.latency[o, j] - 1
                if is_searched and end < last:
                    cost = min(late, search.cost[end * width + top + j])
                elif e >= nets.routed and end < last:
                    cost = 0.0
                search.total[(k - low) * count + j] += cost


@inner
def choose(
    ways: Ways,
    nets: Nets,
    plan: Plan,
    units: Units,
    search: Search,
    o: int,
    place: int,
    near: int,
) -> None:
    """Place an operation where that is cheapest, not far from a place, without its routes."""
    count, kind, group = ways.components, nets.kind[o], nets.group[o]
    low, high = _window(ways, nets, plan, o, near)
    cap = max(plan.known[o], 4.0)
    read = nets.readers_begin[o] < nets.readers_begin[o + 1]
    best, site, cycle = np.inf, -1, -1
    for _ in range(DOUBLED):
        for x in range(nets.ables[o], nets.ables[o + 1]):
            j = nets.able[x]
            away = units.scalars[PULL] * ways.least[plan.site[o], j]
            for k in range(low, high + 1):
                cost = away + units.scalars[UNTIMELY] * abs(k - plan.due[o])
                cost += units.scalars[NOISE] * np.random.random()
                for n in range(nets.issues.shape[2]):
                    taken = nets.issues[group, j, n]
                    if taken >= 0:
                        cost += units.price[units.unit[k * ways.places + taken]]
                if read:
                    end = k + nets.latency[o, j] - 1
                    cost += units.price[units.unit[end * ways.places + j]]
                    if not ways.rights[HELD, kind, j]:
                        cost = np.inf
                search.total[(k - low) * count + j] = cost
        ends = nets.operands_begin[o + 1] - nets.operands_begin[o] + 1
        ends += nets.readers_begin[o + 1] - nets.readers_begin[o]
        search.work[SITES] += (nets.ables[o + 1] - nets.ables[o]) * (high - low + 1) * ends
        _add_operands(ways, nets, plan, units, search, o, low, high, cap, place)
        _add_readers(ways, nets, plan, units, search, o, low, high, cap, place)
        best = np.inf
        for x in range(nets.ables[o], nets.ables[o + 1]):
            j = nets.able[x]
            for k in range(low, high + 1):
                if search.total[(k - low) * count + j] < best:
                    best, site, cycle = search.total[(k - low) * count + j], j, k
        if best <= cap:
            plan.known[o] = best
            break
        cap = max(2.0 * cap, min(best, 4.0 * cap))
    plan.at[o], plan.when[o] = site, cycle
