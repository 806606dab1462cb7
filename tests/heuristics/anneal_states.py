"""States of annealing, for tests: an attempt before it begins, and what is wrong by recounting."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from heuristics.anneal import Annealing
from heuristics.anneal.guide import guide_of
from heuristics.anneal.moves import Start
from heuristics.anneal.owned import EMPTY
from heuristics.anneal.state import OVERUSE, SHORT, SHORTEST, SPAN, UNROUTED, State, fresh_state
from heuristics.anneal.tables import Tables, partial_of, tabulate
from heuristics.labels.labels import Labels
from heuristics.modulo.partial import Pipelined
from models.data.problem import Problem


def prepared(
    problem: Problem, options: Annealing | None = None, labels: Labels | None = None
) -> tuple[Tables, State, Any, Start] | None:
    """Return all that annealing begins with; None where a recurrence is too long."""
    options = options or Annealing()
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None:
        return None
    index, loop = shared.index, shared.loop
    tables = tabulate(partial_of(shared, 0))
    guided = options.guided in ("initial", "always")
    start = Start(np.arange(loop.operations), guided, 1)
    return tables, fresh_state(tables), guide_of(index, loop, labels, options), start


def owned_cells(tables: Tables, state: State) -> Counter[tuple[int, int, int]]:
    """Return how often nets have cells (net, place, cycle), as the hash table has it."""
    found: Counter[tuple[int, int, int]] = Counter()
    for n in np.flatnonzero(state.owned != EMPTY):
        rest, cycle = divmod(int(state.owned[n]), tables.cycles)
        net, place = divmod(rest, len(tables.base))
        found[net, place, cycle] = int(state.owners[n])
    return found


def short_of(tables: Tables, state: State, e: int) -> int:
    """Return how many cycles an operand that does not arrive comes too late at least."""
    net, reader = int(tables.edge_net[e]), int(tables.edge_reader[e])
    if state.length[e] >= 0 or reader < 0 or net >= len(state.at):
        return 0
    j, goal = state.at[net], state.at[reader]
    first = state.when[net] + tables.latency[net, j] - 1
    first += 1 if j == goal else state.soon_held[state.kind[net], goal, j]
    read = state.when[reader] + tables.edge_distance[e] * tables.interval
    return int(min(max(first - read, 0), SHORTEST))


def recounted(tables: Tables, state: State) -> tuple[list[int], list[int], float]:
    """Return use, faults and cost of a state, counted from its placement and its routes alone."""
    interval = tables.interval
    use: Counter[int] = Counter()
    cells = [(int(tables.issue_place[o, j]), int(state.when[o])) for o, j in enumerate(state.at)]
    nets: set[tuple[int, int, int]] = set()
    for e, length in enumerate(state.length.tolist()):
        for cell in state.cells[e, : max(length, 0)].tolist():
            nets.add((int(tables.edge_net[e]), *divmod(cell, SPAN)))
    for place, cycle in [*cells, *((place, cycle) for _, place, cycle in nets)]:
        for n in range(tables.units[place], tables.units[place + 1]):
            use[int(tables.unit_of[n] + cycle % interval * tables.unit_step[n])] += 1
    used = [use[unit] for unit in range(len(tables.limit))]
    over = sum(max(0, n - int(limit)) for n, limit in zip(used, tables.limit, strict=True))
    missing = int((state.length < 0).sum())
    done = [state.when[o] + tables.latency[o, j] for o, j in enumerate(state.at)]
    late = sum(int(end > tables.end) for end in done)
    orders = (tables.order_before, tables.order_after, tables.order_extra, tables.order_distance)
    for before, after, extra, distance in zip(*orders, strict=True):
        late += int(state.when[after] + distance * interval < done[before] + extra)
    cost = sum(float(tables.base[place]) for _, place, _ in nets)
    excess = np.maximum(np.array(used) - tables.limit, 0)
    cost += float((state.grudge * excess).sum() + state.lack[state.length < 0].sum())
    cost += (
        OVERUSE * over
        + UNROUTED * (missing + late)
        + SHORT * sum(short_of(tables, state, e) for e in range(len(state.length)))
    )
    return used, [over, missing, late], cost
