"""Loops drawn with a mapping that fills the array: relaxations hold for it, searches find one."""

from __future__ import annotations

import numpy as np
import pytest

from archs.presets import architecture_preset
from learn.labels.planted import planted_loop
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.adjacency import AdjacencyModel
from models.space_time.cyclic import build_cyclic, loop_clauses, unfounded
from models.space_time.index import Index
from shell.budget import Budget
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.mappers.adjacent import adjacent_schedule
from solvers.mappers.process import HopelessError
from tests.models.test_cyclic import TURNS, broken, folded
from tests.seeds import seeds


@seeds(range(12))
@pytest.mark.parametrize("array", ["lisa-simple:3x3", "satmapit:3x3", "hycube:3x3", "s4:3x3"])
def test_every_mapping_is_a_solution_of_every_ring(array: str, seed: int) -> None:
    arch = architecture_preset(array)
    dfg, drawn = planted_loop(arch, 1 + seed % 4, 0.7, seed)
    problem = Problem(dfg, arch, drawn.contexts)
    mapping = prune_unused(problem, drawn)
    for turns in TURNS:
        model = build_cyclic(problem, turns)
        true = folded(model, mapping)
        assert broken(model, true) is None
        assert unfounded(model, true) is None


MACHINES = ("satmapit:2x2", "satmapit:3x3", "satmapit:3x3,wrap=no", "monomap:3x3")


def model_at(problem: Problem, mapping: Mapping) -> AdjacencyModel:
    """The model in which every operation has the cycle of a mapping."""
    index = Index(problem)
    cycles = {index.value[issue.operation]: issue.cycle for issue in mapping.issues}
    return AdjacencyModel(index, cycles, cycles)


@pytest.mark.parametrize("machine", MACHINES)
@seeds(range(6))
def test_a_mapping_is_a_solution(machine: str, seed: int) -> None:
    arch = architecture_preset(machine)
    dfg, mapping = planted_loop(arch, 1 + seed % 3, 0.6, seed)
    model = model_at(Problem(dfg, arch, mapping.contexts), mapping)
    found = SatSession(lower(model.constraints)).solve()
    assert found.satisfiable
    sites = model.placement(found.model)
    assert {i: cycle for i, (_, cycle) in sites.items()} == model.first


def test_a_value_cannot_be_held_all_around_without_being_computed() -> None:
    arch = architecture_preset("lisa-simple:2x2")
    dfg, _ = planted_loop(arch, 2, 0.7, 1)
    model = build_cyclic(Problem(dfg, arch, 2), 2)
    i = int(np.flatnonzero((model.x > 0).any(axis=(1, 2)))[0])
    true = np.zeros(model.constraints.variables + 1, dtype=bool)
    true[model.x[i, 0]] = True
    true[model.z[model.z > 0]] = True
    true[model.z[i]] = False
    true[0] = False
    loose = unfounded(model, true)
    assert loose is not None
    assert set(np.flatnonzero(loose)) == set(model.x[i, 0].tolist())
    rows = loop_clauses(model, loose)
    assert len(rows) == len(model.x[i, 0])
    assert not any(true[n] for row in rows for n in row if n > 0)


@pytest.mark.parametrize(
    ("machine", "interval"), [("satmapit:3x3", 2), ("satmapit:4x4", 1), ("monomap:3x3", 2)]
)
def test_full_arrays_are_mapped(machine: str, interval: int) -> None:
    arch = architecture_preset(machine)
    dfg, _ = planted_loop(arch, interval, 0.9, 0)
    problem = Problem(dfg, arch, interval)
    mapping = adjacent_schedule(problem, 0, Budget())
    assert mapping is not None
    assert not check(problem, mapping)


def test_too_few_slots_have_no_mapping() -> None:
    arch = architecture_preset("satmapit:3x3")
    dfg, _ = planted_loop(arch, 2, 0.9, 0)
    with pytest.raises(HopelessError):
        adjacent_schedule(Problem(dfg, arch, 1), 0, Budget())
