"""Relaxations hold for every mapping: rings of cycles, and places that are adjacent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from pysat.solvers import Solver

from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.space_time.cyclic import build_cyclic, is_cyclic
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from tests.models import decide
from tests.models.mappings import ring as ring_of_two
from tests.models.random_problems import random_problem
from tests.models.wide_problems import wide_problem

TURNS = (1, 2, 3, 5)


def folded(model: XyzModel, mapping: Mapping) -> NDArray[np.bool_]:
    """The variables of a relaxation that a mapping makes true."""
    index, ring = model.index, model.horizon
    path = {each.name: h for h, each in enumerate(index.problem.arch.paths)}
    true = np.zeros(model.constraints.variables + 1, dtype=bool)
    for held in mapping.holds:
        i, j = index.value[held.value], index.component[held.component]
        true[model.x[i, j, held.cycle % ring]] = True
    for moved in mapping.transfers:
        true[model.y[index.value[moved.value], path[moved.path], moved.cycle % ring]] = True
    for issue in mapping.issues:
        i, j = index.value[issue.operation], index.component[issue.component]
        true[model.z[i, j, issue.cycle % ring]] = True
    before = {(held.value, held.component, held.cycle + 1) for held in mapping.holds}
    for issue in mapping.issues:
        latency = index.latency[index.value[issue.operation], index.component[issue.component]]
        before.add((issue.operation, issue.component, issue.cycle + int(latency) - 1))
    for held in mapping.holds:
        if held.cycle > 0 and (held.value, held.component, held.cycle) not in before:
            i, j = index.value[held.value], index.component[held.component]
            true[model.routes[i, j, held.cycle % ring]] = True
    true[0] = False
    return true


def broken(model: XyzModel, true: NDArray[np.bool_]) -> str | None:
    """The family of a clause or group that an assignment breaks."""
    for block in model.constraints.clauses:
        holds = (true[np.maximum(block.rows, 0)]).any(axis=1)
        holds |= ((block.rows < 0) & ~true[-np.minimum(block.rows, 0)]).any(axis=1)
        if not holds.all():
            return block.family
    for group in model.constraints.groups:
        if (true[group.rows].sum(axis=1) > group.bound).any():
            return group.family
    return None


def mapped(count: int) -> Iterator[tuple[int, Problem, Mapping]]:
    """Random problems that have relaxations, each with its seed and a reduced mapping."""
    for seed in range(count):
        try:
            problem = (random_problem, wide_problem)[seed % 2](seed, 1 + seed % 3)
        except InputError:
            continue
        tries = (decide.mapped(problem, n) for n in range(3, 9)) if is_cyclic(problem) else ()
        found = next((each for each in tries if each is not None), None)
        if found is not None:
            yield seed, problem, prune_unused(problem, found)


@pytest.mark.oracle
def test_mappings_of_random_problems_are_solutions() -> None:
    """Tests what has latencies, ports, buses, switches, shared limits and orders."""
    count = 0
    for seed, problem, mapping in mapped(150):
        count += 1
        for turns in TURNS:
            model = build_cyclic(problem, turns)
            assert broken(model, folded(model, mapping)) is None, (seed, turns)
    assert count > 60


def test_results_are_collected() -> None:
    """Tests that a ring without its result outside has no solution, and one with it has."""
    problem, _ = ring_of_two()
    model = build_cyclic(replace(problem, contexts=2), 1)
    outside = model.x[model.index.value["s"], model.index.external].tolist()
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        assert solver.solve()
        assert not solver.solve([-variable for variable in outside])
    assert is_cyclic(model.problem) and not is_cyclic(problem)
