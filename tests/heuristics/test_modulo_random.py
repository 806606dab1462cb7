"""Modulo scheduling of random loops on random machines: whatever it finds is legal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.modulo import modulo_schedule
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.judge.checker import check
from models.judge.simulator import simulate
from solvers.search.bounds import Arithmetic
from tests.models.random_problems import random_problem
from tests.models.switching import wandering
from tests.seeds import seeds

ITERATIONS = 8


def legal(problem: Problem, mapping: Mapping) -> None:
    """Require that a mapping passes the checker and the simulator, with nothing superfluous."""
    assert check(problem, mapping) == []
    report = simulate(problem, mapping, iterations=ITERATIONS)
    assert report.ok, report.first_difference
    assert prune_unused(problem, mapping) == mapping


@seeds(range(60))
def test_tiny(seed: int) -> None:
    """Tests that machines with every feature, ports too, get legal mappings or none."""
    for contexts in (1, 2, 3):
        for ports in (False, True):
            problem = random_problem(seed, contexts, ports=ports)
            mapping = modulo_schedule(problem, seed=seed, effort=40)
            if mapping is not None:
                legal(problem, mapping)


@pytest.mark.oracle
def test_refuted() -> None:
    """Tests that nothing is found where arithmetic says there is nothing, and much elsewhere."""
    found = []
    for seed in range(60):
        problem = random_problem(seed, 2)
        mapping = modulo_schedule(problem, effort=40)
        try:
            Arithmetic(problem).first_horizon()
        except InfeasibleError:
            assert mapping is None
        else:
            found.append(mapping is not None)
    assert sum(found) > 0.8 * len(found)


@pytest.mark.oracle
@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_tiny(seed: int, contexts: int, ports: bool) -> None:
    """Tests any tiny problem and any seed: legal or None, and never an exception."""
    problem = random_problem(seed, contexts, ports=ports)
    mapping = modulo_schedule(problem, seed=seed, effort=15)
    if mapping is not None:
        legal(problem, mapping)


@given(st.integers(0, 10**6), st.integers(1, 4))
@settings(max_examples=80, deadline=None)
def test_switches(seed: int, contexts: int) -> None:
    """Tests random switches, hops, stores in passing and limits on them."""
    problem, _ = wandering(seed, contexts)
    mapping = modulo_schedule(problem, seed=seed, effort=40)
    if mapping is not None:
        legal(problem, mapping)


@pytest.mark.oracle
@given(
    st.integers(3, 24),
    st.integers(0, 1000),
    st.integers(1, 6),
    st.sampled_from(
        ["mesh:2x2,registers=4", "torus:3x3,registers=4,io=all", "ring:4,width=2", "line:3"]
    ),
)
@settings(max_examples=40, deadline=None)
def test_loops(operations: int, seed: int, contexts: int, array: str) -> None:
    """Tests random loops with recurrences on regular arrays."""
    dfg = random_loop(operations, seed)
    try:
        problem = Problem(dfg, architecture_preset(array), contexts)
    except InputError:
        return
    mapping = modulo_schedule(problem, seed=seed, effort=20)
    if mapping is not None:
        legal(problem, mapping)


@pytest.mark.parametrize("seed", range(3))
def test_large(seed: int) -> None:
    """Tests that a loop of 120 operations is mapped close to the bound of arithmetic."""
    dfg = random_loop(120, seed, recurrences=2, inputs=2, distance=1)
    array = architecture_preset("mesh:4x4,registers=8,io=all")
    for contexts in range(8, 11):
        problem = Problem(dfg, array, contexts)
        mapping = modulo_schedule(problem, seed=seed, effort=40)
        if mapping is not None:
            legal(problem, mapping)
            return
    pytest.fail("no mapping with up to 10 contexts")
