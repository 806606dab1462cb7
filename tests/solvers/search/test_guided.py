"""Annealing guided by labels, as a member of the race."""

from __future__ import annotations

import math
import time

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.guided import annealed_by_labels, annealed_by_levels


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
