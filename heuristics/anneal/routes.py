"""The cheapest route of a net to a reader in the time-expanded array, by A* search (Hart, Nilsson,
Raphael, 1968).

A net is held on a component at the end of a cycle, or arrives on it in a cycle. Lower bounds on the
rest guide the search, and cut off routes that would be late.

Where values stay for `Tables.stay` cycles at most, states in which they are held differ by the age
of the stay, and no two routes of a net hold it that many cycles apart: so the union of routes has
no longer stay either. The arguments of the functions are those of `heuristics.anneal.moves`.
"""

from __future__ import annotations

import numpy as np

from heuristics.anneal.compiled import inner
from heuristics.anneal.heap import pop, push
from heuristics.anneal.owned import is_full, owners
from heuristics.anneal.state import (
    OVER,
    SHORTEST,
    UNROUTED,
    AnnealState,
    cell_of,
    drop_route,
    is_crowded,
    miss,
    price,
    take_cells,
)
from heuristics.anneal.tables import NOWHERE, UNREACHED, Tables
from heuristics.array import SPAN

READ, HELD_EVER, HELD_THEN = 0, 1, 2
"""Goals: to be read in a cycle, to be held at some time, to be held in a cycle."""

START = -2
"""Stands for the state before one in which a net is without cost."""

TRIES = 3
"""Number of searches for a route that does not overuse a unit on its own."""

PATIENCE = 4000
"""Limit on the expanded states of a search; at least the number of components times cycles."""

DEARER = 2.0
"""Allowed excess of the price of a route, an upper bound of its cost, over the limit."""

AVOID = 4.0
"""Added price of a unit that a net would need twice."""


@inner
def _reach(
    tables: Tables,
    state: AnnealState,
    net: int,
    goal: int,
    cycle: int,
    wanted: int,
    k: int,
    j: int,
    layer: int,
    cost: float,
    before: int,
    via: int,
) -> None:
    """Note that a state is reached at a cost, unless the goal cannot be reached from it.

    `net`, `goal`, `cycle` and `wanted` are as in `_search`. The state is component `j` in cycle
    `k`, in `layer`: the hops taken in that cycle, or `tables.layers` where the value is held.
    `before` is the number of the state before it, or START, `via` the step in between, or where
    the value is held the cycle since which it is.
    """
    held = layer == tables.layers
    left, kind = 0, state.kind[net]
    if wanted == HELD_EVER:
        if k >= tables.cycles:
            return
    else:
        last = cycle - 1 if wanted == READ else cycle
        if held:
            if k > last if j == goal else k + state.soon_held[kind, goal, j] > cycle:
                return
            left = last - k
        else:
            if k + state.soon_arrived[kind, goal, j] > cycle:
                return
            left = last + 1 - k
    number = (k * len(tables.switch) + j) * (tables.layers + tables.ages) + layer
    if state.seen[number] == state.heap_size[1] and state.least[number] <= cost:
        return
    if held and via < k:
        # A younger stay can last for longer.
        for _ in range((k - via) * tables.ages // tables.stay[j]):
            number += 1
            if state.seen[number] == state.heap_size[1] and state.least[number] <= cost:
                return
    near = state.near[kind, goal, j]
    if near >= NOWHERE:
        return
    state.seen[number] = state.heap_size[1]
    state.least[number] = cost
    state.before[number] = before
    state.via[number] = via
    state.closed[number] = 0
    push(state, cost + near + left * state.wait[net], number)


@inner
def _begin(
    tables: Tables, state: AnnealState, net: int, goal: int, cycle: int, wanted: int
) -> None:
    """Reach the states in which the net is without cost; arguments as in `_search`."""
    held = tables.layers
    if net < len(state.at):
        j = state.at[net]
        k = state.when[net] + tables.latency[net, j] - 1
        _reach(tables, state, net, goal, cycle, wanted, k, j, held, 0.0, START, k)
        return
    for n in range(tables.home[net], tables.home[net + 1]):
        j = tables.home_at[n]
        first = last = 0
        cost = 0.0
        if tables.home_free[n] and wanted != HELD_EVER:
            last = max(0, min(cycle, tables.cycles - 1))
            # Waiting is not without cost everywhere: the copy leaves as late as it can.
            early = tables.width + 2
            soon = state.soon_held[state.kind[net], goal, j]
            if j != goal and soon < UNREACHED:
                early = max(early, soon + tables.interval)
            if tables.waits_free:
                first = max(0, last - early)
        elif not tables.home_free[n]:
            cost += price(tables, state, net, j, 0)
        if tables.home_place[n] >= 0:
            cost += price(tables, state, net, tables.home_place[n], 0)
        for k in range(first, last + 1):
            _reach(tables, state, net, goal, cycle, wanted, k, j, held, cost, START, k)


@inner
def _is_barred(tables: Tables, state: AnnealState, net: int, j: int, k: int) -> bool:
    """Return whether a net must not be held on component `j` at the end of cycle `k`, since it is
    held there a whole longest stay earlier or later.
    """
    stay = tables.stay[j]
    if stay >= tables.cycles:
        return False
    return (
        k >= stay and owners(state.owned, state.owners, cell_of(tables, net, j, k - stay)) > 0
    ) or (
        k + stay < tables.cycles
        and owners(state.owned, state.owners, cell_of(tables, net, j, k + stay)) > 0
    )


@inner
def _is_unrouted(tables: Tables, state: AnnealState, net: int) -> bool:
    """Return whether no edge of a net has a route."""
    if net >= len(state.at):
        return False
    for n in range(tables.around[net], tables.around[net + 1]):
        e = tables.around_edge[n]
        if tables.edge_net[e] == net and state.length[e] >= 0:
            return False
    return True


@inner
def _search(
    tables: Tables, state: AnnealState, net: int, goal: int, cycle: int, wanted: int, most: float
) -> int:
    """Return the number of the state in which the goal is reached at the least cost, or -1.

    -1 also where that is more than `most`, or takes too long to find. `net` is to be read (`wanted`
    READ) on component `goal` in `cycle`, held there in any cycle (HELD_EVER), or held there at the
    end of `cycle` (HELD_THEN).
    """
    parts, layers, kind = len(tables.switch), tables.layers, state.kind[net]
    state.heap_size[0] = 0
    state.heap_size[1] += 1
    _begin(tables, state, net, goal, cycle, wanted)
    # Where the net has been routed before, the rest of a route may cost less than the bounds.
    is_first = _is_unrouted(tables, state, net)
    for _ in range(max(PATIENCE, parts * tables.cycles)):
        if state.heap_size[0] == 0 or (is_first and state.heap_cost[0] > most):
            break
        number = pop(state)
        if state.closed[number] == state.heap_size[1]:
            continue  # it has been noted twice
        state.closed[number] = state.heap_size[1]
        cell, layer = divmod(number, layers + tables.ages)
        k, j = divmod(cell, parts)
        held = layer >= layers
        cost = state.least[number]
        if cost > most:
            continue
        if j == goal:
            if wanted == READ:
                if k == (cycle - 1 if held else cycle):
                    return number
            elif held and (wanted == HELD_EVER or k == cycle):
                return number
        if held:
            if k + 1 < tables.cycles and not tables.transient[j] and tables.holds[net, j]:
                before, since, allowed = number, k + 1, True
                if tables.limited and tables.stay[j] < tables.cycles:
                    before, since = state.before[number], state.via[number]
                    allowed = k + 1 - since < tables.stay[j]
                    allowed = allowed and not _is_barred(tables, state, net, j, k + 1)
                if allowed:
                    more = price(tables, state, net, j, k + 1)
                    _reach(
                        tables, state, net, goal, cycle, wanted, k + 1, j, layers,
                        cost + more, before, since,
                    )  # fmt: skip
            if not tables.holds[net, j]:
                continue
        else:
            barred = tables.limited and _is_barred(tables, state, net, j, k)
            if tables.stores[net, j] and not barred:
                more = price(tables, state, net, j, k)
                if tables.store_place[j] >= 0:
                    more += price(tables, state, net, tables.store_place[j], k)
                _reach(
                    tables, state, net, goal, cycle, wanted, k, j, layers,
                    cost + more, number, k,
                )  # fmt: skip
            if not tables.switch[j]:
                continue
        for n in range(tables.out[j], tables.out[j + 1]):
            e = tables.out_step[n]
            t, delay = tables.target[e], tables.delay[e]
            if not tables.admits[net, t] or not tables.admits[net, j]:
                continue
            hops = tables.hops[e] if layers > 1 else 0
            arrives = k + delay + (1 if held else 0)
            if not held and delay == 0:
                hops += layer
            if hops >= layers or arrives >= tables.cycles:
                continue
            soon = state.soon_arrived[kind, goal, t]
            if arrives + soon > cycle and wanted != HELD_EVER:
                continue
            more = price(tables, state, net, tables.path_place[e], arrives)
            if tables.read_place[e] >= 0:
                more += price(tables, state, net, tables.read_place[e], arrives - delay)
            if tables.write_place[e] >= 0:
                more += price(tables, state, net, tables.write_place[e], arrives)
            _reach(
                tables, state, net, goal, cycle, wanted, arrives, t, hops,
                cost + more, number, e,
            )  # fmt: skip
    return -1


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
        if place < len(tables.stay) and _is_barred(tables, state, net, place, cycle):
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
        number = _search(tables, state, net, goal, cycle, wanted, most)
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
