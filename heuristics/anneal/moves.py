"""Movements of simulated annealing: operations are taken out, placed again, and routed again.

In all compiled functions `tables` are the `Tables` of a loop at one interval, `state` is the
`AnnealState` of a placement and its routes, `guide` the `Guide` by labels; `o` is the number of an
operation and `e` that of an edge.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.anneal.compiled import inner, outer
from heuristics.anneal.guide import Guide
from heuristics.anneal.positions import displace, partner, place, place_near, random_edge
from heuristics.anneal.routes import connect
from heuristics.anneal.state import (
    LATE,
    UNROUTED,
    AnnealState,
    clear,
    drop_route,
    is_crowded,
    miss,
    take_cells,
    take_units,
)
from heuristics.anneal.tables import Tables
from heuristics.array import SPAN, Costs
from models.space_time.index_array import IntArray

REROUTED = 0.2
"""The share of movements that only route an edge again that is in trouble."""


RELISTED = 100
"""Movements between two lists of the faulty edges and operations."""


class Start(NamedTuple):
    """A new initial mapping."""

    sequence: IntArray
    """[O]: the order in which operations are placed."""
    guided: bool
    """Whether labels choose the positions."""
    seed: int
    """Seed of numba's generator; -1: keep its state, without a new initial mapping."""


@inner
def _late(tables: Tables, state: AnnealState, count: int) -> int:
    """Return the number of late operations among the first `count` chosen ones, plus that of
    violated orders.

    The orders of all operations.
    """
    late = 0
    for n in range(count):
        o = state.chosen[n]
        late += state.when[o] + tables.latency[o, state.at[o]] > tables.end
    for n in range(len(tables.order_before)):
        before, after = tables.order_before[n], tables.order_after[n]
        done = state.when[before] + tables.latency[before, state.at[before]]
        ready = done + tables.order_extra[n]
        late += state.when[after] + tables.order_distance[n] * tables.interval < ready
    return late


@inner
def _note_late(state: AnnealState, late: int) -> None:
    """Set the number of late operations and violated orders; each costs as much as a
    missing route.
    """
    state.cost[0] += UNROUTED * (late - state.faults[LATE])
    state.faults[LATE] = late


@inner
def _begin(tables: Tables, state: AnnealState) -> None:
    """Count the late values, with all operations placed, and touch all edges."""
    for o in range(len(state.at)):
        state.chosen[o] = o
    _note_late(state, _late(tables, state, len(state.at)))
    for e in range(len(state.length)):
        state.touched[e] = e


@inner
def _route(tables: Tables, state: AnnealState, guide: Guide, count: int, most: float) -> bool:
    """Route the first `count` edges of `state.touched`, which have no routes.

    With labels, those that will need most cycles come first. Return False, with the others left
    out, as soon as the state must become dearer than `most`.
    """
    touched = state.touched
    if guide.routes:
        _sort(touched, count, guide.priority, -1.0)
    without = 0.0
    for n in range(count):
        without += UNROUTED + state.lack[touched[n]]
    for n in range(count):
        room = most - state.cost[0] + without
        if room < 0:
            return False
        connect(tables, state, touched[n], room)
        without -= UNROUTED + state.lack[touched[n]]
    return state.cost[0] <= most


@inner
def _sort(numbers: IntArray, count: int, keys: Costs, sign: float) -> None:
    """Sort the first `count` of `numbers` [n] int64 by `sign` times their `keys` [.] float64.

    Those of equal keys stay in order.
    """
    for n in range(1, count):
        number = numbers[n]
        while n > 0 and sign * keys[numbers[n - 1]] > sign * keys[number]:
            numbers[n] = numbers[n - 1]
            n -= 1
        numbers[n] = number


@inner
def _settle(tables: Tables, state: AnnealState, guide: Guide, start: Start) -> None:
    """Place all operations in the sequence of `start`."""
    np.random.seed(start.seed)
    clear(tables, state)
    for o in start.sequence:
        place(tables, state, guide, o, start.guided, 1.0)
    _begin(tables, state)


@inner
def _is_troubled(tables: Tables, state: AnnealState, e: int) -> bool:
    """Return whether edge `e` has no route, or one with an overused cell."""
    if state.length[e] < 0:
        return True
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        if is_crowded(tables, state, place, cycle):
            return True
    return False


@inner
def _list_trouble(tables: Tables, state: AnnealState) -> None:
    """List the edges in trouble, and the operations in an issue slot that is overused."""
    edges, count = len(state.length), 0
    for e in range(edges):
        if _is_troubled(tables, state, e):
            state.trouble[count] = e
            count += 1
    for o in range(len(state.at)):
        if is_crowded(tables, state, tables.issue_place[o, state.at[o]], state.when[o]):
            state.trouble[count] = edges + o
            count += 1
    state.trouble[-1] = count


@inner
def _troubled(tables: Tables, state: AnnealState) -> int:
    """Return a random entry of `state.trouble` that is still faulty, -1 without one."""
    edges = len(state.length)
    while state.trouble[-1] > 0:
        n, last = np.random.randint(state.trouble[-1]), state.trouble[-1] - 1
        found = state.trouble[n]
        if found < edges:
            if _is_troubled(tables, state, found):
                return found
        else:
            o = found - edges
            if is_crowded(tables, state, tables.issue_place[o, state.at[o]], state.when[o]):
                return found
        state.trouble[n], state.trouble[-1] = state.trouble[last], last
    return -1


@inner
def _pick(tables: Tables, state: AnnealState) -> int:
    """Return an operation to move: any, or as often a faulty one, or one with a faulty edge."""
    operations = len(state.at)
    e = _troubled(tables, state) if np.random.random() < 0.5 else -1
    if e < 0:
        return np.random.randint(operations)
    if e >= len(state.length):
        return e - len(state.length)
    net, reader = tables.edge_net[e], tables.edge_reader[e]
    if reader >= 0 and (net >= operations or np.random.random() < 0.5):
        return reader
    return net if net < operations else np.random.randint(operations)


@inner
def _choose(tables: Tables, state: AnnealState) -> int:
    """Write one to three neighbouring operations into `state.chosen`; return their number."""
    wanted = 1
    chance = np.random.random()
    if chance < 0.4:
        wanted = 2 if chance < 0.3 else 3
    state.chosen[0] = _pick(tables, state)
    count = 1
    while count < wanted:
        o = state.chosen[count - 1]
        e = random_edge(tables, o)
        p = partner(tables, e, o) if e >= 0 else -1
        if p < 0:
            break
        known = False
        for n in range(count):
            known = known or state.chosen[n] == p
        if known:
            break
        state.chosen[count] = p
        count += 1
    return count


@inner
def _edges_of(tables: Tables, state: AnnealState, count: int) -> int:
    """Write the edges of the first `count` chosen operations into `touched`; return their
    number.
    """
    found = 0
    for n in range(count):
        o = state.chosen[n]
        for i in range(tables.around[o], tables.around[o + 1]):
            e = tables.around_edge[i]
            if not state.flags[e]:
                state.flags[e] = True
                state.touched[found] = e
                found += 1
    for n in range(found):
        state.flags[state.touched[n]] = False
    return found


@inner
def _take_out(tables: Tables, state: AnnealState, count: int, edges: int) -> None:
    """Remove the first `count` chosen operations and `edges` touched edges, and save both."""
    for n in range(edges):
        e = state.touched[n]
        length = state.length[e]
        state.kept[e, 0], state.kept[e, 2] = length, state.since[e]
        state.kept[e, 1] = state.start[e] if length >= 0 else state.short[e]
        for cell in range(length):
            state.kept[e, 3 + cell] = state.cells[e, cell]
        drop_route(tables, state, e)
    for n in range(count):
        o = state.chosen[n]
        state.left[0, n], state.left[1, n] = state.at[o], state.when[o]
        displace(tables, state, o)


@inner
def _put_back(tables: Tables, state: AnnealState, count: int, edges: int) -> None:
    """Undo a movement of the first `count` chosen operations and `edges` touched edges."""
    for n in range(edges):
        drop_route(tables, state, state.touched[n])
    for n in range(count):
        displace(tables, state, state.chosen[n])
    for n in range(count):
        o = state.chosen[n]
        state.at[o], state.when[o] = state.left[0, n], state.left[1, n]
        take_units(tables, state, tables.issue_place[o, state.at[o]], state.when[o])
    for n in range(edges):
        e = state.touched[n]
        length = state.kept[e, 0]
        if length < 0:
            miss(state, e, state.kept[e, 1])
        else:
            state.length[e] = length
            state.start[e], state.since[e] = state.kept[e, 1], state.kept[e, 2]
            for cell in range(length):
                state.cells[e, cell] = state.kept[e, 3 + cell]
            take_cells(tables, state, e)


@outer
def adopt(
    tables: Tables, state: AnnealState, guide: Guide, at: IntArray, when: IntArray, seed: int
) -> None:
    """Begin with operations on components `at` [O] int64 in cycles `when` [O] int64, and route all.

    `guide` gives only the order of routes; `seed` is that of numba's generator.
    """
    np.random.seed(seed)
    clear(tables, state)
    for o in range(len(at)):
        state.at[o], state.when[o] = at[o], when[o]
        take_units(tables, state, tables.issue_place[o, at[o]], when[o])
    _begin(tables, state)
    _route(tables, state, guide, len(state.length), np.inf)


@outer
def sweep(
    tables: Tables,
    state: AnnealState,
    guide: Guide,
    start: Start,
    temperature: float,
    movements: int,
) -> tuple[int, int]:
    """Try up to `movements` movements, fewer once no fault is left (LISA, Algorithm 1).

    Everything is placed and routed anew before where `start` has a seed. A movement that makes the
    state dearer is kept with probability exp(-change / temperature), in the unit of costs. Returns
    the numbers of tried and of kept movements.
    """
    if start.seed >= 0:
        _settle(tables, state, guide, start)
        _route(tables, state, guide, len(state.length), np.inf)
    accepted = 0
    for movement in range(movements):
        if not state.faults.any():
            return movement, accepted
        if movement % RELISTED == 0:
            _list_trouble(tables, state)
        # The probability exp(-change / temperature), drawn before the change is known.
        most = state.cost[0] - temperature * np.log(1.0 - np.random.random())
        only_routes = len(state.at) == 0 or np.random.random() < REROUTED
        alone = _troubled(tables, state) if only_routes else -1
        if 0 <= alone < len(state.length):
            count, edges, state.touched[0] = 0, 1, alone
        else:
            count = _choose(tables, state)
            edges = _edges_of(tables, state, count)
            if guide.places:
                _sort(state.chosen, count, guide.order, 1.0)
        state.work[4] += 1
        late = state.faults[LATE]
        others = late - _late(tables, state, count)
        _take_out(tables, state, count, edges)
        sigma = max(1.0, guide.alpha * movement - accepted)
        for n in range(count):
            if guide.near.shape[1]:
                at, when = state.left[0, n], state.left[1, n]
                place_near(tables, state, guide, state.chosen[n], at, when, temperature)
            else:
                place(tables, state, guide, state.chosen[n], guide.places, sigma)
        _note_late(state, others + _late(tables, state, count))
        if _route(tables, state, guide, edges, most):
            accepted += 1
        else:
            _put_back(tables, state, count, edges)
            _note_late(state, late)
    return movements, accepted
