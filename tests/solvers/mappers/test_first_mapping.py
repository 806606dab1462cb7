"""Tests of the mapping that `--first` takes."""

from __future__ import annotations

import msgspec
import pytest

from archs.presets import Needs, architecture_preset, suited
from examples.ring import ring
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.judge.checker import check
from solvers.mappers.first_mapping import first_mapping, list_scheduled
from solvers.mappers.pipelines import BESIDE, at_once
from solvers.mappers.schedule import Left, schedule
from solvers.tasks.mappings import fits
from solvers.tasks.names import AT_ONCE


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


def test_overlapped_as_far_as_addresses_allow() -> None:
    """Tests a value that is read late: counted, its stay is many times the II."""
    operations = [Operation("v0", "c")]
    operations += [Operation(f"v{n}", "f", (Operand(f"v{n - 1}"),)) for n in range(1, 8)]
    operations += [Operation("v8", "g", (Operand("v0"), Operand("v7")))]
    operators = Operator("c", 0), Operator("f", 1), Operator("g", 2, effect=True)
    dfg = Dfg("late", operators, (), tuple(operations))
    counted = Problem(dfg, architecture_preset("mesh:3x3,registers=4"), 100)
    static = msgspec.structs.replace(counted, files="static")
    mapping, longer = list_scheduled(counted), list_scheduled(static)
    assert mapping is not None and longer is not None
    assert not fits(static, mapping)
    assert fits(static, longer)
    assert (mapping.contexts or 0) < (longer.contexts or 0) < longer.horizon


def test_it_comes_before_all_else() -> None:
    """Tests that the plan of `--first` begins with it, and goes on where there is none."""
    steps = list(schedule(at_once(BESIDE), Left(7, 90, 28)))
    assert (steps[0].by, steps[0].contexts) == (AT_ONCE, 90)
    assert steps[1:] == list(schedule(BESIDE, Left(7, 90, 28)))
