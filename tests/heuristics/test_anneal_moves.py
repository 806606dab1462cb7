"""Movements of annealing: what is counted on the way is what there is, and labels guide them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealing
from heuristics.anneal.guide import guide_of
from heuristics.anneal.moves import Start, sweep
from heuristics.anneal.owned import EMPTY
from heuristics.anneal.state import (
    OVERUSE,
    SHORT,
    SHORTEST,
    UNROUTED,
    AnnealState,
    add_grudges,
    fresh_state,
)
from heuristics.anneal.tables import Tables, partial_of, tabulate
from heuristics.array import SPAN
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels, trivial_labels
from heuristics.modulo.partial import Pipelined
from models.data.problem import Problem
from models.errors import InfeasibleError
from tests.models.random_problems import random_problem
from tests.models.switching import wandering


def prepared(
    problem: Problem, options: Annealing | None = None, labels: Labels | None = None
) -> tuple[Tables, AnnealState, Any, Start] | None:
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


def owned_cells(tables: Tables, state: AnnealState) -> Counter[tuple[int, int, int]]:
    """Return how often nets have cells (net, place, cycle), as the hash table has it."""
    found: Counter[tuple[int, int, int]] = Counter()
    for n in np.flatnonzero(state.owned != EMPTY):
        rest, cycle = divmod(int(state.owned[n]), tables.cycles)
        net, place = divmod(rest, len(tables.base))
        found[net, place, cycle] = int(state.owners[n])
    return found


def short_of(tables: Tables, state: AnnealState, e: int) -> int:
    """Return how many cycles an operand that does not arrive comes too late at least."""
    net, reader = int(tables.edge_net[e]), int(tables.edge_reader[e])
    if state.length[e] >= 0 or reader < 0 or net >= len(state.at):
        return 0
    j, goal = state.at[net], state.at[reader]
    first = state.when[net] + tables.latency[net, j] - 1
    first += 1 if j == goal else state.soon_held[state.kind[net], goal, j]
    read = state.when[reader] + tables.edge_distance[e] * tables.interval
    return int(min(max(first - read, 0), SHORTEST))


def recounted(tables: Tables, state: AnnealState) -> tuple[list[int], list[int], float]:
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


def agree(tables: Any, state: Any) -> None:
    """Require that use, faults, cost and the cells of nets are what recounting gives."""
    use, faults, cost = recounted(tables, state)
    assert state.use.tolist() == use
    assert state.faults.tolist() == faults
    assert state.cost[0] == pytest.approx(cost, abs=1e-6)
    owned: Counter[tuple[int, int, int]] = Counter()
    for e, length in enumerate(state.length.tolist()):
        for cell in state.cells[e, : max(length, 0)].tolist():
            owned[(tables.edge_net[e], *divmod(cell, SPAN))] += 1
    assert owned_cells(tables, state) == owned
    assert state.entries[0] == len(owned)
    assert not state.flags.any()


def annealed(problem: Problem, options: Annealing, movements: int, heat: float) -> None:
    """Recount after the beginning, and after each of a few sweeps."""
    labels = trivial_labels(Flow.of(problem.as_written.dfg))
    try:
        found = prepared(problem, options, labels)
    except InfeasibleError:
        return
    if found is None:
        return
    tables, state, guide, start = found
    sweep(tables, state, guide, start, 8.0, 0)
    agree(tables, state)
    for _ in range(4):
        sweep(tables, state, guide, start._replace(seed=-1), heat, movements)
        add_grudges(tables, state, 0.5, 0.9)
        agree(tables, state)


@pytest.mark.parametrize("guided", ["none", "routing", "initial", "always"])
@pytest.mark.parametrize(
    "array",
    ["lisa:3x3,io=memory", "mesh:3x3,registers=2,io=all", "hycube:3x3,io=memory,max_hops=2"],
)
def test_arrays(guided: Any, array: str) -> None:
    """Tests thousands of movements, hot and cold ones, on arrays of the literature."""
    problem = Problem(polybench("bicg"), architecture_preset(array), 2)
    for heat in (0.5, 8.0):
        annealed(problem, Annealing(guided=guided), 400, heat)


@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.sampled_from(["ports", "plain", "switches"]),
    st.sampled_from(["none", "routing", "initial", "always"]),
    st.floats(0.3, 10),
)
@settings(max_examples=60, deadline=None)
def test_tiny(seed: int, contexts: int, machine: str, guided: Any, heat: float) -> None:
    """Tests machines with every feature: ports, limits, orders, choices, latencies, switches."""
    if machine == "switches":
        problem = wandering(seed, contexts)[0]
    else:
        problem = random_problem(seed, contexts, ports=machine == "ports")
    annealed(problem, Annealing(guided=guided), 60, heat)


PROBLEM = Problem(polybench("gemver"), architecture_preset("lisa:3x3,io=memory"), 2)


def moved(labels: Labels, **changes: float) -> Labels:
    """Return labels with some of them replaced by others."""
    found = {}
    for name, much in changes.items():
        numbers = getattr(labels, name)
        found[name] = (numbers * 3 + np.arange(len(numbers)) * much) % 5
    return replace(labels, **found)


def issued(guided: Any, labels: Labels, seed: int = 0, alpha: float = 0.1) -> Any:
    """What annealing a few movements comes to, whether or not everything is routed then."""
    found = prepared(PROBLEM, Annealing(guided=guided, alpha=alpha), labels)
    assert found is not None
    tables, state, guide, start = found
    sweep(tables, state, guide, start._replace(seed=seed), 8.0, 0)
    first = state.at.tolist(), state.when.tolist()
    sweep(tables, state, guide, start._replace(seed=-1), 8.0, 40)
    return first, (state.at.tolist(), state.when.tolist(), float(state.cost[0]))
