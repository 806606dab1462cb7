"""Routes of annealing against plain Dijkstra, and lower bounds against what routes cost."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal.compiled import outer
from heuristics.anneal.moves import sweep
from heuristics.anneal.routes import connect
from heuristics.anneal.state import OVERUSE, SPAN, WARY, drop_route
from models.data.problem import Problem
from models.errors import InfeasibleError
from tests.heuristics.anneal_states import owned_cells, prepared
from tests.models.random_problems import random_problem
from tests.models.switching import wandering


@outer
def again(tables: Any, state: Any, e: int) -> bool:
    """Route an edge anew."""
    drop_route(tables, state, e)
    return connect(tables, state, e, np.inf)


@outer
def take_away(tables: Any, state: Any, e: int) -> None:
    """Take the route of an edge away."""
    drop_route(tables, state, e)


def cell_price(tables: Any, state: Any, net: int, place: int, cycle: int) -> float:
    """What a cell costs that the net does not have."""
    assert owned_cells(tables, state)[net, place, cycle] == 0
    total = float(tables.base[place])
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + cycle % tables.interval * tables.unit_step[n]
        if state.use[unit] >= tables.limit[unit]:
            total += OVERUSE + state.grudge[unit]
        else:
            total += WARY * state.grudge[unit]
    return total


def dijkstra(tables: Any, state: Any, e: int) -> float:
    """The cheapest route of a net to a reader, over all states, without any bound."""
    net, reader = int(tables.edge_net[e]), int(tables.edge_reader[e])
    goal = int(state.at[reader])
    cycle = int(state.when[reader] + tables.edge_distance[e] * tables.interval)
    least: dict[tuple[int, int, int], float] = {}

    def price(place: int, k: int) -> float:
        return cell_price(tables, state, net, int(place), k)

    if net < len(state.at):
        j = int(state.at[net])
        least[int(state.when[net] + tables.latency[net, j] - 1), j, tables.layers] = 0.0
    for n in range(tables.home[net], tables.home[net + 1]):
        j, choice = int(tables.home_at[n]), int(tables.home_place[n])
        cost = 0.0 if tables.home_free[n] else price(j, 0)
        cost += 0.0 if choice < 0 else price(choice, 0)
        for k in range(cycle if tables.home_free[n] else 1):
            least[k, j, tables.layers] = cost
    heap = [(cost, here) for here, cost in least.items()]
    heapify(heap)
    while heap:
        cost, here = heappop(heap)
        k, j, layer = here
        if cost > least[here]:
            continue
        held = layer == tables.layers
        if j == goal and k == (cycle - 1 if held else cycle):
            return cost
        routes: list[tuple[float, tuple[int, int, int]]] = []
        if held and tables.holds[net, j] and not tables.transient[j] and k + 1 < cycle:
            routes.append((price(j, k + 1), (k + 1, j, layer)))
        if not held and tables.stores[net, j]:
            more = price(j, k)
            if tables.store_place[j] >= 0:
                more += price(tables.store_place[j], k)
            routes.append((more, (k, j, tables.layers)))
        if tables.holds[net, j] if held else tables.switch[j]:
            for s in np.flatnonzero(tables.source == j):
                t, arrives = int(tables.target[s]), int(k + tables.delay[s] + held)
                hops = int(tables.hops[s]) if tables.layers > 1 else 0
                hops += layer if not held and tables.delay[s] == 0 else 0
                admitted = tables.admits[net, j] and tables.admits[net, t]
                if arrives > cycle or hops >= tables.layers or not admitted:
                    continue
                more = price(tables.path_place[s], arrives)
                if tables.read_place[s] >= 0:
                    more += price(tables.read_place[s], arrives - int(tables.delay[s]))
                if tables.write_place[s] >= 0:
                    more += price(tables.write_place[s], arrives)
                routes.append((more, (arrives, t, hops)))
        for more, there in routes:
            if cost + more < least.get(there, np.inf):
                least[there] = cost + more
                heappush(heap, (cost + more, there))
    return np.inf


def compared(problem: Problem, seed: int) -> int:
    """Compare the routes of all edges of nets with one reader; return how many."""
    try:
        found = prepared(problem)
    except InfeasibleError:
        found = None
    if found is None:
        return 0
    tables, state, guide, start = found
    sweep(tables, state, guide, start._replace(seed=seed), 8.0, 100)
    chance = np.random.default_rng(seed)
    state.grudge[:] = chance.random(len(state.grudge)) * 3
    count = 0
    for e in range(len(state.length)):
        net, reader = int(tables.edge_net[e]), int(tables.edge_reader[e])
        alone = (tables.edge_net == net).sum() == 1
        if reader < 0 or not alone:
            continue
        take_away(tables, state, e)
        wanted = dijkstra(tables, state, e)
        if wanted == np.inf:
            assert not again(tables, state, e)
            continue
        changing = (state.use, state.owned, state.owners)
        before = [np.copy(part) for part in changing]
        assert again(tables, state, e)
        cells = state.cells[e, : state.length[e]].tolist()
        # Where a value is computed it is held anyway.
        begun = int(state.start[e]) * SPAN + int(state.since[e]) if net < len(state.at) else -1
        if state.avoids[0] or len(set(cells)) < len(cells):
            continue  # it overuses a unit by itself, or is two steps of a bus
        after = [np.copy(part) for part in changing]
        for part, old in zip(changing, before, strict=True):
            part[:] = old
        route = [cell for cell in cells if cell != begun]
        cost = sum(cell_price(tables, state, net, *divmod(cell, SPAN)) for cell in route)
        for part, new in zip(changing, after, strict=True):
            part[:] = new
        assert cost == pytest.approx(wanted)
        count += 1
    return count


@pytest.mark.oracle
@pytest.mark.parametrize(
    "array",
    [
        "lisa:3x3,io=memory",
        "mesh:3x3,registers=2,io=all",
        "hycube:3x3,io=memory",
        "hycube:3x3,io=memory,max_hops=2",
        "satmapit:3x3,moves=3,io=memory",
        "adres:3x3,io=memory",
    ],
)
def test_cheapest(array: str) -> None:
    """Tests that routes cost what the cheapest ones do, whatever is taken by others."""
    machine = architecture_preset(array)
    assert sum(compared(Problem(polybench("gemver"), machine, 3), seed) for seed in range(2)) > 5


def test_cheapest_of_random_machines() -> None:
    """Tests routes over switches of random machines, with latencies, hops and ports."""
    assert sum(compared(wandering(seed, 1 + seed % 3)[0], seed) for seed in range(30)) > 5
    problems = [random_problem(seed, 1 + seed % 3, ports=True) for seed in range(30)]
    assert sum(compared(problem, seed) for seed, problem in enumerate(problems)) > 5


@pytest.mark.parametrize("array", ["lisa:3x3,io=memory", "hycube:3x3,io=memory", "ring:5,width=2"])
def test_bounds(array: str) -> None:
    """Tests lower bounds against Floyd and Warshall's algorithm."""
    found = prepared(Problem(polybench("bicg"), architecture_preset(array), 4))
    assert found is not None
    tables, state = found[:2]
    compared = [bounds_agree(tables, state, kind) for kind in range(len(state.near))]
    assert max(compared) > len(tables.switch)


def bounds_agree(tables: Any, state: Any, kind: int) -> int:
    """Compare the bounds of a kind of nets; return from where to where they are finite."""
    admits = tables.admits[state.kind == kind][0]
    parts = len(tables.switch)
    cost = np.full((parts, parts), np.inf)
    np.fill_diagonal(cost, 0)
    # A node for being held and one for arriving, in each component.
    time = np.full((2 * parts, 2 * parts), np.inf)
    np.fill_diagonal(time, 0)
    for e, (s, t) in enumerate(zip(tables.source, tables.target, strict=True)):
        if not (admits[s] and admits[t]):
            continue
        price = tables.base[tables.path_place[e]]
        for place in (tables.read_place[e], tables.write_place[e]):
            price += tables.base[place] if place >= 0 else 0
        cost[s, t] = min(cost[s, t], price)
        time[s, parts + t] = min(time[s, parts + t], 1 + tables.delay[e])
        if tables.switch[s]:
            time[parts + s, parts + t] = min(time[parts + s, parts + t], tables.delay[e])
    for j in range(parts):
        time[parts + j, j] = 0
    for table in (cost, time):
        for middle in range(len(table)):
            np.minimum(table, table[:, middle, None] + table[middle], out=table)
    goals, starts = np.nonzero((cost < np.inf).T)
    np.testing.assert_allclose(state.near[kind, goals, starts], cost[starts, goals], rtol=1e-6)
    for goal, j in zip(goals, starts, strict=True):
        assert state.soon_arrived[kind, goal, j] == time[parts + j, parts + goal]
        if goal != j:
            assert state.soon_held[kind, goal, j] == time[j, parts + goal]
    return len(goals)
