"""What changes while a loop is annealed, and how cells are taken and given back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.anneal.bounds import lower_bounds
from heuristics.anneal.compiled import inner
from heuristics.anneal.places import HOLD, Flags, Ints
from heuristics.anneal.tables import Reals, Tables

SPAN = 1 << 20
"""A cell by number is place * SPAN + cycle."""

OVERUSE = 10.0
"""What each unit costs that is in use and not there."""

UNROUTED = 40.0
"""What an operand costs that does not arrive."""

SHORT, SHORTEST = 4.0, 10
"""What it costs besides for each cycle that it would need more, up to so many."""

OWN = 1e-3
"""What a cell costs that the net has already."""

OVER, MISSING, LATE = 0, 1, 2
"""Positions in `faults`: excess units, edges without a route, issues that are too late."""

ROOM, PER_CYCLE = 400, 5
"""Cells of a route, at most: so many, or for each cycle a hold, a store, a step and its ports."""


class State(NamedTuple):
    """Placement, routes, units in use; and scratch space of the search for ways.

    `cost` [1] is the sum of the base prices of all cells and of what is wrong. A route of edge e is
    `cells[e, :length[e]]`, where `length` is -1 without a route; `start` and `since` are where and
    until when the net waited before.
    """

    at: Ints  # [O], component, -1: not placed
    when: Ints  # [O]
    use: Ints  # [U]
    grudge: Reals  # [U]
    owned: NDArray[np.int16]  # [N, P, K]
    cells: Ints  # [M, L]
    length: Ints  # [M]
    start: Ints  # [M]
    since: Ints  # [M]
    short: Ints  # [M]: cycles that an edge without a route would need more at least
    cost: Reals  # [1]
    faults: Ints  # [3]
    # Of the search: states are (cycle, component, layer or held).
    least: Reals
    seen: Ints
    before: Ints
    via: Ints
    closed: Ints
    heap_cost: Reals
    heap_state: Ints
    heap_size: Ints  # [2]: entries, number of the search
    near: Reals  # [J, J] from the second to the first: the cheapest steps
    soon_held: Ints  # [J, J]: cycles until it arrives there, held here
    soon_arrived: Ints  # [J, J]
    wait: Reals  # [N]: what each cycle of waiting costs at least
    # Of a movement: what is undone if it is not accepted.
    chosen: Ints  # [O]
    touched: Ints  # [M]
    kept: Ints  # [M, L + 3]
    left: Ints  # [2, 3]: where and when the chosen were issued
    flags: Flags  # [M]


def fresh_state(tables: Tables) -> State:
    """Nothing is placed."""
    operations, edges = len(tables.first), len(tables.edge_net)
    nets, components = tables.holds.shape
    states = tables.cycles * components * (tables.layers + 1)
    longest = max(ROOM, PER_CYCLE * tables.cycles)
    near, held, arrived = lower_bounds(tables)
    delayed = bool(len(tables.delay) and tables.delay.max() > 0)
    holds = np.where(tables.holds, tables.base[None, :components], HOLD)
    return State(
        at=np.full(operations, -1, dtype=np.int64),
        when=np.zeros(operations, dtype=np.int64),
        use=np.zeros(len(tables.limit), dtype=np.int64),
        grudge=np.zeros(len(tables.limit), dtype=np.float64),
        owned=np.zeros((nets, len(tables.base), tables.cycles), dtype=np.int16),
        cells=np.zeros((edges, longest), dtype=np.int64),
        length=np.full(edges, -1, dtype=np.int64),
        start=np.zeros(edges, dtype=np.int64),
        since=np.zeros(edges, dtype=np.int64),
        short=np.zeros(edges, dtype=np.int64),
        cost=np.array([UNROUTED * edges]),
        faults=np.array([0, edges, 0], dtype=np.int64),
        least=np.zeros(states),
        seen=np.zeros(states, dtype=np.int64),
        before=np.zeros(states, dtype=np.int64),
        via=np.zeros(states, dtype=np.int64),
        closed=np.zeros(states, dtype=np.int64),
        heap_cost=np.zeros(4 * states + 64),
        heap_state=np.zeros(4 * states + 64, dtype=np.int64),
        heap_size=np.zeros(2, dtype=np.int64),
        near=near,
        soon_held=held,
        soon_arrived=arrived,
        wait=np.zeros(nets) if delayed else holds.min(axis=1, initial=HOLD),
        chosen=np.zeros(operations, dtype=np.int64),
        touched=np.zeros(edges, dtype=np.int64),
        kept=np.zeros((edges, longest + 3), dtype=np.int64),
        left=np.zeros((2, 3), dtype=np.int64),
        flags=np.zeros(edges, dtype=np.bool_),
    )


def is_complete(state: State) -> bool:
    """Whether nothing is wrong."""
    return not state.faults.any()


def bear(tables: Tables, state: State, much: float, decay: float) -> None:
    """Make dearer what is in use too much, and forget a part of what was."""
    state.grudge[:] *= decay
    state.grudge[state.use > tables.limit] += much


@inner
def clear(tables, state):
    """Take everything away, but keep what is known of the array, and grudges."""
    state.at[:] = -1
    state.use[:] = 0
    state.owned[:] = 0
    state.length[:] = -1
    state.short[:] = 0
    edges = len(state.length)
    state.cost[0] = UNROUTED * edges
    state.faults[OVER], state.faults[MISSING], state.faults[LATE] = 0, edges, 0


@inner
def take_units(tables, state, place, cycle):
    """Take the units of a place."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        state.use[unit] += 1
        if state.use[unit] > tables.limit[unit]:
            state.faults[OVER] += 1
            state.cost[0] += OVERUSE


@inner
def free_units(tables, state, place, cycle):
    """Give the units of a place back."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] > tables.limit[unit]:
            state.faults[OVER] -= 1
            state.cost[0] -= OVERUSE
        state.use[unit] -= 1


@inner
def is_crowded(tables, state, place, cycle):
    """Whether more units of a place are in use than there are."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] > tables.limit[unit]:
            return True
    return False


@inner
def is_free(tables, state, place, cycle):
    """Whether there is a unit left of all that a place takes."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] >= tables.limit[unit]:
            return False
    return True


@inner
def price(tables, state, net, place, cycle):
    """What a cell costs a net: little if it has it, much if somebody else would have to leave."""
    if state.owned[net, place, cycle] > 0:
        return OWN
    total = tables.base[place]
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        excess = state.use[unit] + 1 - tables.limit[unit]
        if excess > 0:
            total += OVERUSE * excess + state.grudge[unit]
        else:
            total += 0.1 * state.grudge[unit]
    return total


@inner
def take_cells(tables, state, e):
    """Give the cells of a route to its net."""
    net = tables.edge_net[e]
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        state.owned[net, place, cycle] += 1
        if state.owned[net, place, cycle] == 1:
            state.cost[0] += tables.base[place]
            take_units(tables, state, place, cycle)
    state.faults[MISSING] -= 1
    state.cost[0] -= UNROUTED


@inner
def miss(state, e, cycles):
    """Note how many cycles an edge without a route would need more."""
    state.cost[0] += SHORT * (cycles - state.short[e])
    state.short[e] = cycles


@inner
def drop_route(tables, state, e):
    """Take the route of an edge away, if there is one, and what it costs not to have one."""
    if state.length[e] < 0:
        miss(state, e, 0)
        return
    net = tables.edge_net[e]
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        state.owned[net, place, cycle] -= 1
        if state.owned[net, place, cycle] == 0:
            state.cost[0] -= tables.base[place]
            free_units(tables, state, place, cycle)
    state.length[e] = -1
    state.faults[MISSING] += 1
    state.cost[0] += UNROUTED
