"""Movements of simulated annealing: operations are taken out, placed again, and routed again.

In all compiled functions `tables` are the `Tables` of a loop at one interval, `state` is the
`AnnealState` of a placement and its routes, `guide` the `Guide` by labels; `o` is the number of an
operation and `e` that of an edge.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from heuristics.anneal.choices import choose, edges_of, list_trouble, troubled
from heuristics.anneal.connect import connect
from heuristics.anneal.guide import Guide
from heuristics.anneal.positions import displace, place, place_near
from heuristics.anneal.state import (
    LATE,
    UNROUTED,
    AnnealState,
    clear,
    count_work,
    drop_route,
    is_complete,
    miss,
    take_cells,
    take_units,
)
from heuristics.anneal.tables import Tables
from heuristics.array import Costs
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget
from shell.compiled import inner, outer

REROUTED = 0.2
"""The share of movements that only route an edge again that is in trouble."""

RELISTED = 100
"""Movements between two lists of the faulty edges and operations."""

MOMENT = 1_000_000
"""Steps of a call of the compiled movements, of less than 0.1 s."""


class Start(NamedTuple):
    """How a sweep begins: with a new initial mapping, or after movements of its own."""

    sequence: IntArray
    """[O]: the order in which operations are placed."""
    guided: bool
    """Whether labels choose the positions."""
    seed: int
    """Seed of the generator; -1: keep its state, without a new initial mapping."""
    tried: int = 0
    """The movements of this sweep until now."""
    kept: int = 0
    """Those of them that were kept."""


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
def _adopt(
    tables: Tables, state: AnnealState, guide: Guide, at: IntArray, when: IntArray, seed: int
) -> None:
    np.random.seed(seed)
    clear(tables, state)
    for o in range(len(at)):
        state.at[o], state.when[o] = at[o], when[o]
        take_units(tables, state, tables.issue_place[o, at[o]], when[o])
    _begin(tables, state)
    _route(tables, state, guide, len(state.length), np.inf)


@outer
def _sweep(
    tables: Tables,
    state: AnnealState,
    guide: Guide,
    start: Start,
    temperature: float,
    movements: int,
) -> tuple[int, int]:
    """Make movements of `sweep` for a moment; return the numbers of tried and of kept ones."""
    if start.seed >= 0:
        _settle(tables, state, guide, start)
        _route(tables, state, guide, len(state.length), np.inf)
    accepted = start.kept
    for movement in range(start.tried, movements):
        if state.steps[0] > MOMENT or not state.faults.any():
            return movement, accepted
        if movement % RELISTED == 0:
            list_trouble(tables, state)
        # The probability exp(-change / temperature), drawn before the change is known.
        most = state.cost[0] - temperature * math.log(1.0 - np.random.random())
        only_routes = len(state.at) == 0 or np.random.random() < REROUTED
        alone = troubled(tables, state) if only_routes else -1
        if 0 <= alone < len(state.length):
            count, edges, state.touched[0] = 0, 1, alone
        else:
            count = choose(tables, state)
            edges = edges_of(tables, state, count)
            if guide.places:
                _sort(state.chosen, count, guide.order, 1.0)
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


def adopt(
    tables: Tables, state: AnnealState, guide: Guide, at: IntArray, when: IntArray, seed: int
) -> None:
    """Begin with operations on components `at` [O] int64 in cycles `when` [O] int64, and route all.

    `guide` gives only the order of routes; `seed` is that of the generator.
    """
    _adopt(tables, state, guide, at, when, seed)
    count_work(state)


def sweep(
    tables: Tables,
    state: AnnealState,
    guide: Guide,
    start: Start,
    temperature: float,
    movements: int,
    budget: Budget = UNLIMITED,
) -> tuple[int, int]:
    """Try up to `movements` movements, fewer once no fault is left or the budget is over (LISA,
    Algorithm 1).

    Everything is placed and routed anew before where `start` has a seed. A movement that makes the
    state dearer is kept with probability exp(-change / temperature), in the unit of costs. Returns
    the numbers of tried and of kept movements, with those of `start`.
    """
    while True:
        tried, kept = _sweep(tables, state, guide, start, temperature, movements)
        count_work(state)
        if tried >= movements or is_complete(state) or budget.over():
            return tried, kept
        start = start._replace(seed=-1, tried=tried, kept=kept)
