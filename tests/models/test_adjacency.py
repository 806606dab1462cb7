"""The small model of places and cycles allows every mapping, and asks for ways that are there."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from learn.labels.planted import planted_loop
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.adjacency import AdjacencyModel
from models.space_time.index import Index
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.seeds import seeds

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


@seeds(range(6))
def test_a_reader_that_comes_too_late_has_no_place(seed: int) -> None:
    arch = architecture_preset("satmapit:4x4,registers=0")
    dfg, mapping = planted_loop(arch, 2, 0.9, seed)
    model = model_at(Problem(dfg, arch, 2), mapping)
    late = max(model.first, key=model.first.__getitem__)
    first = {i: cycle + 100 * (i == late) for i, cycle in model.first.items()}
    again = AdjacencyModel(model.index, first, first)
    assert SatSession(lower(again.constraints)).solve().satisfiable is False
