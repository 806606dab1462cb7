"""The cheapest route of a net to a reader in the time-expanded array, by A* search (Hart, Nilsson,
Raphael, 1968).

A net is held on a component at the end of a cycle, or arrives on it in a cycle. Lower bounds on the
rest guide the search, and cut off routes that would be late.

Where values stay for `Tables.stay` cycles at most, states in which they are held differ by the age
of the stay, and no two routes of a net hold it that many cycles apart: so the union of routes has
no longer stay either. The arguments of the functions are those of `heuristics.anneal.moves`.
"""

from __future__ import annotations

from heuristics.anneal.heap import pop, push
from heuristics.anneal.owned import owners
from heuristics.anneal.state import (
    AnnealState,
    cell_of,
    price,
)
from heuristics.anneal.tables import NOWHERE, UNREACHED, Tables
from shell.compiled import inner

READ, HELD_EVER, HELD_THEN = 0, 1, 2
"""Goals: to be read in a cycle, to be held at some time, to be held in a cycle."""

START = -2
"""Stands for the state before one in which a net is without cost."""

PATIENCE = 4000
"""Limit on the expanded states of a search; at least the number of components times cycles."""


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

    `net`, `goal`, `cycle` and `wanted` are as in `search`. The state is component `j` in cycle
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
    """Reach the states in which the net is without cost; arguments as in `search`."""
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
def is_barred(tables: Tables, state: AnnealState, net: int, j: int, k: int) -> bool:
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
def search(
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
                    allowed = allowed and not is_barred(tables, state, net, j, k + 1)
                if allowed:
                    more = price(tables, state, net, j, k + 1)
                    _reach(
                        tables, state, net, goal, cycle, wanted, k + 1, j, layers,
                        cost + more, before, since,
                    )  # fmt: skip
            if not tables.holds[net, j]:
                continue
        else:
            barred = tables.limited and is_barred(tables, state, net, j, k)
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
