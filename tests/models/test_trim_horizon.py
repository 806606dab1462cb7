"""Idle cycles at the end of a mapping are cut off."""

from __future__ import annotations

import msgspec
import pytest

from models.cleanup.prune_unused import prune_unused, trim_horizon
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.judge.checker import check
from tests.models.mappings import EVERY, with_component


def stretched(problem: Problem, mapping: Mapping, cycles: int) -> Mapping:
    """The mapping with the results staying in the external component for more cycles."""
    last, place = mapping.horizon, problem.arch.external or ""
    held = [Held(name, place, last + k) for name in problem.dfg.results for k in range(cycles)]
    return msgspec.structs.replace(mapping, horizon=last + cycles, holds=(*mapping.holds, *held))


@pytest.mark.parametrize("cycles", [1, 2, 5])
@pytest.mark.parametrize("name", EVERY)
def test_waiting_at_the_end_is_cut(name: str, cycles: int) -> None:
    """Tests that results that only stay are cut back to the cycle in which the last arrives."""
    problem, mapping = EVERY[name]
    longer = stretched(problem, mapping, cycles)
    assert check(problem, longer) == []
    cut = trim_horizon(problem, longer)
    assert cut == prune_unused(problem, mapping)
    assert check(problem, cut) == []


@pytest.mark.parametrize("name", EVERY)
def test_a_mapping_without_idle_cycles_stays(name: str) -> None:
    """Tests that what cannot be shortened is returned as it is."""
    problem, mapping = EVERY[name]
    assert trim_horizon(problem, mapping) is mapping


def test_a_result_that_leaves_again_is_waited_for() -> None:
    """Tests that a forgetful memory is cut where all results are there together."""
    problem, mapping = EVERY["ring"]
    forgetful = with_component(problem, "ext", transient=True)
    assert trim_horizon(forgetful, mapping) is mapping
    gap = msgspec.structs.replace(mapping, horizon=7)
    assert trim_horizon(problem, gap).horizon == 5


def test_operations_without_results_are_completed() -> None:
    """Tests that stores keep the horizon at which the last of them has completed."""
    problem, mapping = EVERY["stores"]
    longer = msgspec.structs.replace(mapping, horizon=mapping.horizon + 3)
    assert trim_horizon(problem, longer).horizon == mapping.horizon


def test_what_later_iterations_read_stays() -> None:
    """Tests that a running sum keeps what the next iteration reads, beyond the horizon even."""
    problem, mapping = EVERY["accumulator"]
    longer = stretched(problem, mapping, 4)
    cut = trim_horizon(problem, longer)
    assert cut.horizon == mapping.horizon
    assert Held("s", "pe", 1) in cut.holds
