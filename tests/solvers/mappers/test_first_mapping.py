"""Tests of the mapping that `--first` takes."""

from __future__ import annotations

import pytest

from archs.presets import Needs, architecture_preset, suited
from examples.ring import ring
from models.data.problem import Problem
from models.judge.checker import check
from solvers.mappers.first_mapping import first_mapping, list_scheduled


@pytest.mark.parametrize(("array", "cycles"), [("ring:4", 10), ("mesh:2x2,io=all", 10)])
def test_not_worse_than_one_iteration_after_the_other(array: str, cycles: int) -> None:
    """Tests that the first mapping has no more contexts than the shortest schedule has cycles."""
    problem = Problem(ring(4)[0], architecture_preset(array), 1000)
    mapping = list_scheduled(problem)
    assert mapping is not None and mapping.contexts is not None
    assert mapping.contexts <= cycles
    assert check(problem.at(mapping.contexts), mapping) == []


@pytest.mark.parametrize("array", ["hycube:3x3", "satmapit:3x3"])
def test_modulo_scheduling_finds_smaller_intervals(array: str) -> None:
    """Tests that a mapping with fewer contexts comes first, also without a list schedule."""
    dfg = ring(2)[0]
    arch = architecture_preset(suited(array, Needs.of(dfg)))
    problem = Problem(dfg, arch, 40)
    alone, mapping = list_scheduled(problem), first_mapping(problem)
    assert mapping is not None and mapping.contexts is not None
    assert alone is None or mapping.contexts < (alone.contexts or 0)
    assert check(problem.at(mapping.contexts), mapping) == []
    fewer = max(mapping.contexts - 1, 1)
    few = first_mapping(problem.at(fewer))
    assert few is None or (few.contexts or 0) <= fewer
