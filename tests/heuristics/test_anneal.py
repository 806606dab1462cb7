"""Simulated annealing: whatever it finds is legal, on arrays of the literature and random ones."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.anneal import Annealed, Annealing, anneal, anneal_loop
from heuristics.labels.flow import Flow
from heuristics.labels.labels import initial_labels
from learn.labels.random_dfgs import random_dfg
from models.data.problem import Problem
from models.errors import InputError
from tests.heuristics.test_modulo_random import legal
from tests.models.random_problems import random_problem
from tests.models.switching import wandering
from tests.seeds import seeds

QUICK = Annealing(movements=4, starts=2)


def found(problem: Problem, options: Annealing = QUICK, seed: int = 0) -> Annealed | None:
    """Anneal, and require that the mapping is legal if there is one."""
    labels = initial_labels(Flow.of(problem.dfg)) if options.guided != "none" else None
    result = anneal(problem, options, labels, seed=seed)
    if result is not None:
        legal(problem, result.mapping)
        assert result.cost >= 0 and result.movements >= 0
    return result


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    "array",
    [
        "mesh:4x4,registers=4,io=all",
        "torus:4x4,registers=4,io=all,ports=row:1",
        "lisa-simple,io=memory",
        "lisa,io=memory",
        "adres,io=memory",
        "hycube,io=memory",
        "hycube,io=memory,max_hops=2",
        "s4,io=memory",
        "r4,io=memory",
        "satmapit,io=memory",
        "satmapit:4x4,moves=3,io=memory",
        "monomap,io=memory",
    ],
)
@pytest.mark.parametrize("guided", ["none", "always"])
def test_presets(array: str, guided: str) -> None:
    """Tests that every kind of array maps linear algebra at a small interval."""
    machine, options = architecture_preset(array), Annealing(guided=guided)  # type: ignore[arg-type]
    assert any(found(Problem(polybench("doitgen"), machine, n), options) for n in range(1, 5))


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    "array", ["lisa:3x3", "lisa-systolic", "lisa-simple:4x4", "hycube:3x3", "s4"]
)
@pytest.mark.parametrize("seed", range(3))
def test_random_dfgs(array: str, seed: int) -> None:
    """Tests random DFGs made for an array, with loads and stores."""
    machine = architecture_preset(array)
    dfg = random_dfg(machine, seed)
    for contexts in (1, 2, 4):
        for guided in ("none", "routing", "initial", "always"):
            options = Annealing(movements=4, starts=2, guided=guided)  # type: ignore[arg-type]
            found(Problem(dfg, machine, contexts), options, seed)


@pytest.mark.large
def test_large_array() -> None:
    """Tests an array of 64 elements with their own register files."""
    machine = architecture_preset("sl8")
    options = Annealing(movements=10, starts=2, guided="always")
    assert any(found(Problem(random_dfg(machine, 2), machine, n), options) for n in range(1, 5))


@seeds(range(40))
def test_tiny(seed: int) -> None:
    """Tests that machines with every feature, ports too, get legal mappings or none."""
    for contexts in (1, 2, 3):
        for ports in (False, True):
            found(random_problem(seed, contexts, ports=ports), seed=seed)
        found(wandering(seed, contexts)[0], seed=seed)


@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.sampled_from(["ports", "plain", "switches"]),
    st.sampled_from(["none", "routing", "initial", "always"]),
)
@settings(max_examples=100, deadline=None)
def test_any_tiny(seed: int, contexts: int, machine: str, guided: str) -> None:
    """Tests any tiny problem, any seed and any guidance: legal or None, never an exception."""
    if machine == "switches":
        problem = wandering(seed, contexts)[0]
    else:
        problem = random_problem(seed, contexts, ports=machine == "ports")
    options = Annealing(movements=4, starts=2, guided=guided)  # type: ignore[arg-type]
    found(problem, options, seed)


@given(
    st.integers(3, 24),
    st.integers(0, 1000),
    st.integers(1, 6),
    st.sampled_from(
        ["mesh:2x2,registers=4", "torus:3x3,registers=4,io=all", "ring:4,width=2", "line:3"]
    ),
)
@settings(max_examples=25, deadline=None)
def test_loops(operations: int, seed: int, contexts: int, array: str) -> None:
    """Tests random loops with recurrences on regular arrays."""
    try:
        problem = Problem(random_loop(operations, seed), architecture_preset(array), contexts)
    except InputError:
        return
    found(problem, Annealing(movements=2, starts=1), seed)


@pytest.mark.oracle
def test_found_as_often() -> None:
    """Tests that nearly everything tiny is mapped that modulo scheduling maps."""
    from heuristics.modulo import modulo_schedule

    problems = [random_problem(seed, 1 + seed % 3, ports=seed % 2 == 0) for seed in range(60)]
    able = [problem for problem in problems if modulo_schedule(problem, effort=40) is not None]
    mapped = sum(found(problem, Annealing()) is not None for problem in able)
    assert mapped >= 0.95 * len(able) > 20


@pytest.mark.parametrize("guided", ["none", "always"])
def test_same_seed(guided: str) -> None:
    """Tests that a seed always gives the same mapping, and that seeds differ."""
    problem = Problem(polybench("bicg"), architecture_preset("lisa,io=memory"), 2)
    options = Annealing(guided=guided)  # type: ignore[arg-type]
    results = [found(problem, options, seed) for seed in (0, 0, 1, 2)]
    assert results[0] == results[1]
    assert len({result.mapping.issues for result in results if result is not None}) > 1


def test_loop() -> None:
    """Tests ever larger intervals, from the first one given to the last one allowed."""
    problem = Problem(polybench("doitgen"), architecture_preset("mesh:3x3,io=all"), 1)
    result = anneal_loop(problem)
    assert result is not None and result.mapping.contexts is not None
    assert anneal(replace(problem, contexts=1)) is None or result.mapping.contexts == 1
    later = anneal_loop(problem, first=result.mapping.contexts + 2)
    assert later is not None and later.mapping.contexts == result.mapping.contexts + 2
    assert anneal_loop(problem, first=3, most=2) is None
    shallow = replace(problem, arch=replace(problem.arch, max_contexts=2))
    assert anneal_loop(shallow, first=3) is None
    assert anneal_loop(problem, deadline=time.perf_counter() - 1) is None


def test_deadline() -> None:
    """Tests that annealing that would take hours ends, and at once where the time is up."""
    machine = architecture_preset("mesh:4x4,registers=4,io=all")
    problem = Problem(random_loop(60, 1, recurrences=1, inputs=2), machine, 4)
    assert anneal(problem, deadline=time.perf_counter() - 1) is None
    patient = Annealing(cooling=0.999, starts=1000)
    anneal(problem, patient, deadline=time.perf_counter() + 0.5)
