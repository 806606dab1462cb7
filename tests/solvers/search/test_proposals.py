"""Proposals beside the solvers: legal mappings, also where no order of a list leads to one."""

from __future__ import annotations

import math
import time

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.ring import ring
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.guided import annealed_by_labels, annealed_by_levels
from solvers.search.messages import Proposal
from solvers.search.options import SolverOptions
from solvers.search.proposals import MODULO, propose


def proposed(problem: Problem) -> list[Proposal]:
    found: list[Proposal] = []
    propose(problem, 0, SolverOptions(fixed_effort=True), found.append)
    return found


def test_modulo_scheduling_finds_what_lists_do_not() -> None:
    """Tests the ring of six with two registers, on which all eight orders of the list fail."""
    problem = Problem(*ring(6, "pattern"))
    found = proposed(problem)
    assert [each.by for each in found] == [MODULO]
    assert found[0].mapping.contexts is None
    assert check(problem, found[0].mapping) == []


def test_proposals_become_shorter() -> None:
    problem = Problem(*ring(4))
    found = proposed(problem)
    horizons = [each.mapping.horizon for each in found]
    assert horizons == sorted(set(horizons), reverse=True)
    assert all(check(problem, each.mapping) == [] for each in found)


def test_pipelined_graphs_are_left_alone() -> None:
    dfg, arch = ring(3)
    assert proposed(Problem(dfg, arch, 4)) == []


@pytest.fixture
def problem() -> Problem:
    """A small loop."""
    return Problem(polybench("gemver", 1, "free"), architecture_preset("mesh:3x3"), 3)


def test_levels_serve_every_array(problem: Problem) -> None:
    mapping = annealed_by_levels(problem, 0, math.inf)
    assert mapping is not None and check(problem, mapping) == []
    assert annealed_by_levels(problem, 0, time.perf_counter()) is None


def test_labels_of_the_network_or_given_ones(problem: Problem) -> None:
    mapping = annealed_by_labels(problem, 0, math.inf)
    assert mapping is not None and check(problem, mapping) == []
    labels = trivial_labels(Flow.of(problem.dfg))
    mapping = annealed_by_labels(problem, 0, math.inf, guess=lambda _: labels)
    assert mapping == annealed_by_levels(problem, 0, math.inf)
