"""Routes of nets, taken and given back.

Edges of a net share cells: a unit is in use once, however many of them lead through its cell.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.flood import flood
from heuristics.negotiated.price import count_use
from heuristics.negotiated.state import LONGEST, START, WIDEST, Plan, Search, Units
from heuristics.negotiated.stays import mark_cell
from heuristics.negotiated.wires import Nets, Ways
from shell.compiled import inner

FURTHER = 24
"""More cycles in which a result is brought to where it is collected."""

DOUBLED = 24
"""How often a search may raise its cap."""


@inner
def done(nets: Nets, plan: Plan, net: int) -> int:
    """Return the cycle at whose end a placed operation is complete, 0 for inputs."""
    if nets.home[net] >= 0:
        return 0
    return plan.when[net] + nets.latency[net, plan.at[net]] - 1


@inner
def mark_net(nets: Nets, plan: Plan, units: Units, net: int) -> None:
    """Mark the cells of all edges of a net."""
    units.stamp[0] += 1
    for n in range(nets.readers_begin[net], nets.readers_begin[net + 1]):
        e = nets.readers[n]
        for c in range(plan.length[e]):
            mark_cell(units, plan.cells[e, c])


@inner
def drop(nets: Nets, plan: Plan, units: Units, e: int) -> None:
    """Remove the route of an edge, if it has one."""
    length = plan.length[e]
    plan.length[e] = -1
    if length > 0:
        mark_net(nets, plan, units, nets.net[e])
        for c in range(length):
            cell = plan.cells[e, c]
            if units.mark[cell] != units.stamp[0]:
                count_use(units, units.unit[cell], -1)


@inner
def patience(ways: Ways, source: int, target: int) -> int:
    """Return the cycles in which a value is looked for between two components."""
    return min(ways.interval, WIDEST) + ways.travel[source, target] + 8


@inner
def earliest(ways: Ways, nets: Nets, plan: Plan, net: int, low: int, place: int) -> int:
    """Return the first cycle in which the value of a net matters near a place from `low` on."""
    if nets.home[net] < 0:
        return done(nets, plan, net)
    first = low - patience(ways, nets.home[net], place)
    for n in range(nets.readers_begin[net], nets.readers_begin[net + 1]):
        e = nets.readers[n]
        if plan.length[e] > 0:
            first = min(first, plan.since[e])
    return max(first, 0)


@inner
def _trace(
    ways: Ways, nets: Nets, plan: Plan, search: Search, e: int, j: int, k: int, at_end: bool
) -> bool:
    """Take down the cheapest route to where a search forwards has led, as that of an edge.

    It is read on component j in cycle k, or `at_end` held at its end. Returns False if it is too
    long.
    """
    count, layers = ways.components, ways.layers
    width, top = (layers + 1) * count, layers * count
    length, layer, is_held, begun = 0, 0, at_end, -1
    if not at_end:
        best, is_held = search.cost[(k - 1) * width + top + j], True
        for n in range(layers):
            if search.cost[k * width + n * count + j] < best:
                best, is_held, layer = search.cost[k * width + n * count + j], False, n
        if is_held:
            k -= 1
    while length + 3 <= LONGEST:
        if is_held:
            if begun < 0:
                begun = search.since[k * count + j]
            is_start = k == begun and search.stored[k * count + j] == START
            if not is_start or nets.home[nets.net[e]] < 0:
                plan.cells[e, length] = k * ways.places + j
                length += 1
            if is_start:
                plan.start[e], plan.since[e], plan.length[e] = j, k, length
                return True
            if k > begun:
                k -= 1
                continue
            if ways.routing_issues[j]:
                plan.cells[e, length] = k * ways.places + count + ways.paths + j
                length += 1
            layer, begun = search.stored[k * count + j], -1
        origin = search.origin[k * width + layer * count + j]
        r = origin // 2
        plan.cells[e, length] = k * ways.places + count + ways.out[r, 2]
        length += 1
        is_held, j = origin % 2 == 0, ways.out[r, 0]
        if is_held:
            k -= 1
        else:
            layer -= ways.out[r, 3]
    return False


@inner
def _connect(
    ways: Ways, nets: Nets, plan: Plan, units: Units, search: Search, net: int, e: int
) -> None:
    """Find an edge the cheapest route, if there is one, and take it; its net is marked."""
    reader, target, when = nets.reader[e], nets.external, -1
    is_input = nets.home[net] >= 0
    first = done(nets, plan, net)
    last = ways.cycles - 1
    if reader < 0:
        last = min(first + FURTHER + patience(ways, plan.at[net], target), last)
    else:
        target, when = plan.at[reader], plan.when[reader] + nets.shift[e]
        last = when
    origin = nets.home[net] if is_input else plan.at[net]
    if is_input:
        first = earliest(ways, nets, plan, net, last, target)
    is_free = reader < 0 or is_input or origin == target
    if e >= nets.routed:
        plan.length[e] = 0 if when > first else -1
    elif first < last < ways.cycles and (is_free or first + ways.travel[origin, target] <= last):
        known = len(nets.latency) + e
        cap = max(2.0 + 1.3 * ways.least[origin, target], plan.known[known])
        for _ in range(DOUBLED):
            cost = flood(
                ways,
                units,
                search,
                nets.kind[net],
                origin,
                is_input,
                first,
                last,
                target,
                when,
                cap,
                target,
            )
            if cost < np.inf:
                plan.known[known] = cost
                k = when if when >= 0 else search.collected[0]
                if _trace(ways, nets, plan, search, e, target, k, when < 0):
                    for c in range(plan.length[e]):
                        cell = plan.cells[e, c]
                        if units.mark[cell] != units.stamp[0]:
                            mark_cell(units, cell)
                            count_use(units, units.unit[cell], 1)
                break
            cap *= 2.0


@inner
def connect_net(
    ways: Ways, nets: Nets, plan: Plan, units: Units, search: Search, net: int, only: int
) -> None:
    """Find routes for an edge of a net, or for all (-1), in the order in which they are read.

    Those that have one, or an end that is not placed, are left out. Results come last.
    """
    if nets.home[net] < 0 and plan.at[net] < 0:
        return
    mark_net(nets, plan, units, net)
    begin, past = nets.readers_begin[net], -1
    while True:
        soonest, chosen = 1 << 60, -1
        for n in range(begin, nets.readers_begin[net + 1]):
            e = nets.readers[n]
            reader = nets.reader[e]
            if plan.length[e] >= 0 or (only >= 0 and only != e):
                continue
            if reader >= 0 and plan.at[reader] < 0:
                continue
            cycle = plan.when[reader] + nets.shift[e] if reader >= 0 else 1 << 30
            place = cycle * 4096 + n - begin
            if past < place < soonest:
                soonest, chosen = place, e
        if chosen < 0:
            return
        past = soonest
        _connect(ways, nets, plan, units, search, net, chosen)
