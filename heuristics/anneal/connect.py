"""Routes of edges: each is found, written down as cells, and searched again if it overuses a unit.

The arguments are those of `heuristics.anneal.moves`.
"""

from __future__ import annotations

import numpy as np

from heuristics.anneal.owned import is_full
from heuristics.anneal.routes import HELD_EVER, HELD_THEN, READ, START, is_barred, search
from heuristics.anneal.state import (
    OVER,
    SHORTEST,
    UNROUTED,
    AnnealState,
    drop_route,
    is_crowded,
    miss,
    take_cells,
)
from heuristics.anneal.tables import Tables
from heuristics.array import SPAN
from shell.compiled import inner

TRIES = 3
"""Number of searches for a route that does not overuse a unit on its own."""

DEARER = 2.0
"""Allowed excess of the price of a route, an upper bound of its cost, over the limit."""

AVOID = 4.0
"""Added price of a unit that a net would need twice."""


@inner
def _write(tables: Tables, state: AnnealState, e: int, number: int) -> bool:
    """Store the route that ends in state `number` as that of edge `e`; return False if it is too
    long.
    """
    parts, layers, width = len(tables.switch), tables.layers, tables.layers + tables.ages
    n = 0
    while True:
        cell, layer = divmod(number, width)
        k, j = divmod(cell, parts)
        before, via = state.before[number], state.via[number]
        since = via if layer >= layers else k
        if n + k - since + 4 > state.cells.shape[1]:
            return False
        while k > since:
            state.cells[e, n] = j * SPAN + k
            n, k = n + 1, k - 1
        if before == START:
            break
        if layer >= layers:
            state.cells[e, n] = j * SPAN + k
            n += 1
            if before % width < layers and tables.store_place[j] >= 0:
                state.cells[e, n] = tables.store_place[j] * SPAN + k
                n += 1
        else:
            state.cells[e, n] = tables.path_place[via] * SPAN + k
            n += 1
            if tables.read_place[via] >= 0:
                state.cells[e, n] = tables.read_place[via] * SPAN + k - tables.delay[via]
                n += 1
            if tables.write_place[via] >= 0:
                state.cells[e, n] = tables.write_place[via] * SPAN + k
                n += 1
        number = before
    state.start[e], state.since[e] = j, k
    net = tables.edge_net[e]
    if net < len(state.at):
        state.cells[e, n] = j * SPAN + k
        n += 1
    else:
        for h in range(tables.home[net], tables.home[net + 1]):
            if tables.home_at[h] == j:
                if not tables.home_free[h]:
                    state.cells[e, n] = j * SPAN
                    n += 1
                if tables.home_place[h] >= 0:
                    state.cells[e, n] = tables.home_place[h] * SPAN
                    n += 1
    if is_full(state.entries[0] + n, state.owned):
        return False
    state.length[e] = n
    return True


@inner
def _stays_too_long(tables: Tables, state: AnnealState, e: int) -> bool:
    """Return whether a hold of the route of edge `e` is barred by another one of the net."""
    net = tables.edge_net[e]
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        if place < len(tables.stay) and is_barred(tables, state, net, place, cycle):
            return True
    return False


@inner
def _avoid_itself(tables: Tables, state: AnnealState, e: int, much: float) -> bool:
    """Add `much` to the price of short units that two cells of the route of `e` take.

    Return whether any exist.
    """
    found = False
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        if not is_crowded(tables, state, place, cycle):
            continue
        for m in range(n):
            other, then = divmod(state.cells[e, m], SPAN)
            if cycle == then and place == other:
                continue  # steps of one bus are one cell
            if (cycle - then) % tables.interval:
                continue
            for a in range(tables.units[place], tables.units[place + 1]):
                for b in range(tables.units[other], tables.units[other + 1]):
                    if tables.unit_of[a] == tables.unit_of[b]:
                        slot = cycle % tables.interval
                        unit = tables.unit_of[a] + slot * tables.unit_step[a]
                        state.avoid[unit] += much
                        state.avoids[0] = True
                        found = True
    return found


@inner
def _shortage(tables: Tables, state: AnnealState, net: int, goal: int, cycle: int) -> int:
    """Return the missing cycles of `net` for being read on `goal` in `cycle`.

    0 if only other nets are in the way. This cost draws operations together that are too far apart.
    """
    j = state.at[net]
    done = state.when[net] + tables.latency[net, j] - 1
    soon = 1 if j == goal else state.soon_held[state.kind[net], goal, j]
    return min(max(done + soon - cycle, 0), SHORTEST)


@inner
def connect(tables: Tables, state: AnnealState, e: int, most: float) -> bool:
    """Route edge `e`, whose ends are placed; return whether it has a route, overused or not.

    One that is dearer than `most` need not be found where an edge without a route is dearer, too.
    """
    most = max(most, 0.0) + DEARER if most < UNROUTED + state.lack[e] else np.inf
    if state.avoids[0]:
        state.avoid[:] = 0.0
        state.avoids[0] = False
    net, reader = tables.edge_net[e], tables.edge_reader[e]
    if reader >= 0:
        goal, wanted = state.at[reader], READ
        cycle = state.when[reader] + tables.edge_distance[e] * tables.interval
    else:
        goal, wanted = tables.external, HELD_EVER
        cycle = tables.cycles
        if tables.bounded_end:
            wanted, cycle = HELD_THEN, tables.end - 1
    for attempt in range(TRIES):
        if attempt == 1:
            most = np.inf
        number = search(tables, state, net, goal, cycle, wanted, most)
        found = number >= 0 and _write(tables, state, e, number)
        excess = state.faults[OVER]
        if found:
            take_cells(tables, state, e)
            if tables.limited and _stays_too_long(tables, state, e):
                drop_route(tables, state, e)
                found = False
        if not found:
            state.length[e] = -1
            if wanted == READ and net < len(state.at):
                miss(state, e, _shortage(tables, state, net, goal, cycle))
            return False
        if state.faults[OVER] == excess or attempt == TRIES - 1:
            return True
        if not _avoid_itself(tables, state, e, AVOID):
            return True
        drop_route(tables, state, e)
    return True
