"""Movements of annealing: what is counted on the way is what there is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealing
from heuristics.anneal.moves import sweep
from heuristics.anneal.state import SPAN, add_grudges
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from models.data.problem import Problem
from models.errors import InfeasibleError
from tests.heuristics.anneal_states import owned_cells, prepared, recounted
from tests.models.random_problems import random_problem
from tests.models.switching import wandering


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
