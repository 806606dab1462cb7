"""Mappings by places and cycles: of loops that fill arrays, judged."""

from __future__ import annotations

import math

import pytest

from archs.presets import architecture_preset
from learn.labels.planted import planted_loop
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.adjacent import adjacent_schedule
from solvers.search.heuristic_process import HopelessError


@pytest.mark.parametrize(
    ("machine", "interval"), [("satmapit:3x3", 2), ("satmapit:4x4", 1), ("monomap:3x3", 2)]
)
def test_full_arrays_are_mapped(machine: str, interval: int) -> None:
    arch = architecture_preset(machine)
    dfg, _ = planted_loop(arch, interval, 0.9, 0)
    problem = Problem(dfg, arch, interval)
    mapping = adjacent_schedule(problem, 0, math.inf)
    assert mapping is not None
    assert not check(problem, mapping)


def test_too_few_slots_have_no_mapping() -> None:
    arch = architecture_preset("satmapit:3x3")
    dfg, _ = planted_loop(arch, 2, 0.9, 0)
    with pytest.raises(HopelessError):
        adjacent_schedule(Problem(dfg, arch, 1), 0, math.inf)
