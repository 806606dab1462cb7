"""Rounds of negotiation: overused units become dearer, and are left.

After L. McMurchie and C. Ebeling, PathFinder, FPGA 1995, and for operations that move as well.
"""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.price import count_use
from heuristics.negotiated.routes import connect_net, drop
from heuristics.negotiated.sites import choose
from heuristics.negotiated.state import Plan, Search, Units
from heuristics.negotiated.wires import Nets, Ways
from models.space_time.index_array import IntArray
from shell.compiled import inner, outer

LASTING = 0.999
"""The share of history that a unit keeps after a round without overuse."""

READERS, PRODUCERS = 0.35, 0.25
"""The shares of readers, and of producers, of routes through overused units that are moved."""

LATER = 20.0
"""Growth of the price of a missing route, or a violated order, in a round."""

WHOLE = 0.5
"""The share of nets that lose all their routes, and not only those through an overused unit."""

TRIED = 2.0
"""The number of nets that may leave an overused unit in a round."""

ANEW = 0.02
"""The share of operations without faults that are placed anew, for shorter routes, where passing
values take issue slots.
"""


@outer
def begin_round(plan: Plan, units: Units) -> int:
    """Set new prices; return the faults: units in excess, missing routes, and violated orders."""
    faults = 0
    for unit in range(len(units.limits)):
        beyond = units.uses[unit] - units.limits[unit]
        if beyond > 0:
            units.history[unit] += beyond
            faults += beyond
        else:
            units.history[unit] *= LASTING
        count_use(units, unit, 0)
    for e in range(len(plan.length)):
        if plan.length[e] < 0:
            # Else two operations could miss each other for ever: so the fault moves along a chain.
            plan.late[e] += LATER
            faults += 1
        else:
            plan.late[e] *= LASTING
    return faults


@inner
def _overused(plan: Plan, units: Units, e: int) -> int:
    """Return an overused unit that the route of an edge takes, or -1."""
    for c in range(plan.length[e]):
        unit = units.unit[plan.cells[e, c]]
        if units.uses[unit] > units.limits[unit]:
            return unit
    return -1


@inner
def _unroute(nets: Nets, plan: Plan, units: Units, net: int) -> int:
    """Remove routes of a net, by chance, if they take an overused unit; return 1 if it did."""
    begin, end = nets.readers_begin[net], nets.readers_begin[net + 1]
    for n in range(begin, end):
        unit = _overused(plan, units, nets.readers[n])
        if unit >= 0 and np.random.random() * units.uses[unit] < TRIED:
            whole = np.random.random() < WHOLE
            for m in range(begin, end):
                e = nets.readers[m]
                through = whole
                for c in range(plan.length[e]):
                    through |= units.unit[plan.cells[e, c]] == unit
                if through:
                    drop(nets, plan, units, e)
            return 1
    return 0


@inner
def _is_to_move(ways: Ways, nets: Nets, plan: Plan, units: Units, o: int) -> bool:
    """Whether to place an operation anew: by chance, if only its routes overuse a unit, or none."""
    group, first = nets.group[o], plan.when[o] * ways.places
    for n in range(nets.issues.shape[2]):
        place = nets.issues[group, plan.at[o], n]
        if place >= 0:
            unit = units.unit[first + place]
            if units.uses[unit] > units.limits[unit]:
                return True
    own = nets.operands_begin[o + 1] - nets.operands_begin[o]
    for n in range(own + nets.readers_begin[o + 1] - nets.readers_begin[o]):
        if n < own:
            e, share = nets.operands[nets.operands_begin[o] + n], READERS
        else:
            e, share = nets.readers[nets.readers_begin[o] + n - own], PRODUCERS
        if plan.length[e] < 0:
            return True
        if _overused(plan, units, e) >= 0 and np.random.random() < share:
            return True
    return ways.routing_issues[plan.at[o]] and np.random.random() < ANEW


@inner
def _issue(ways: Ways, nets: Nets, plan: Plan, units: Units, o: int, much: int) -> None:
    """Take the issue of a placed operation, or give it back with -1."""
    first, group = plan.when[o] * ways.places, nets.group[o]
    for n in range(nets.issues.shape[2]):
        place = nets.issues[group, plan.at[o], n]
        if place >= 0:
            count_use(units, units.unit[first + place], much)


@inner
def _place(ways: Ways, nets: Nets, plan: Plan, units: Units, search: Search, o: int) -> int:
    """Place an operation, anew if it is placed; return the number of nets to connect."""
    place, near, first = plan.site[o], plan.due[o], nets.operands_begin[o]
    own = nets.operands_begin[o + 1] - first
    if plan.at[o] >= 0:
        place, near = plan.at[o], plan.when[o]
        for n in range(own):
            drop(nets, plan, units, nets.operands[first + n])
        for n in range(nets.readers_begin[o], nets.readers_begin[o + 1]):
            drop(nets, plan, units, nets.readers[n])
        _issue(ways, nets, plan, units, o, -1)
        plan.at[o] = -1
    choose(ways, nets, plan, units, search, o, place, near)
    _issue(ways, nets, plan, units, o, 1)
    plan.wanted[own, 0], plan.wanted[own, 1] = o, -1
    for n in range(own):
        e = nets.operands[first + n]
        plan.wanted[n, 0], plan.wanted[n, 1] = nets.net[e], e
    return own + 1


@outer
def rearrange(
    ways: Ways,
    nets: Nets,
    plan: Plan,
    units: Units,
    search: Search,
    order: IntArray,
    begin: int,
    end: int,
    moving: bool,
) -> None:
    """Find other routes for nets, or other places for operations, in an order [begin:end].

    Operations are placed that are not yet, or in trouble, and a few others; nets lose routes in
    trouble.
    """
    for n in range(begin, end):
        if not moving:
            many = _unroute(nets, plan, units, order[n])
            plan.wanted[0, 0], plan.wanted[0, 1] = order[n], -1
        elif plan.at[order[n]] < 0 or _is_to_move(ways, nets, plan, units, order[n]):
            many = _place(ways, nets, plan, units, search, order[n])
        else:
            many = 0
        for x in range(many):
            connect_net(ways, nets, plan, units, search, plan.wanted[x, 0], plan.wanted[x, 1])
