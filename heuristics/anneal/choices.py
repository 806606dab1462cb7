"""What to move next: operations and edges in trouble, and their neighbours.

The arguments are those of `heuristics.anneal.moves`.
"""

from __future__ import annotations

import numpy as np

from heuristics.anneal.positions import partner, random_edge
from heuristics.anneal.state import AnnealState, is_crowded
from heuristics.anneal.tables import Tables
from heuristics.array import SPAN
from shell.compiled import inner


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
def list_trouble(tables: Tables, state: AnnealState) -> None:
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
def troubled(tables: Tables, state: AnnealState) -> int:
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
    e = troubled(tables, state) if np.random.random() < 0.5 else -1
    if e < 0:
        return np.random.randint(operations)
    if e >= len(state.length):
        return e - len(state.length)
    net, reader = tables.edge_net[e], tables.edge_reader[e]
    if reader >= 0 and (net >= operations or np.random.random() < 0.5):
        return reader
    return net if net < operations else np.random.randint(operations)


@inner
def choose(tables: Tables, state: AnnealState) -> int:
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
def edges_of(tables: Tables, state: AnnealState, count: int) -> int:
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
