"""Annealing guided by labels, as a member of the race."""

from __future__ import annotations

import math
import time

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.labels.flow import Flow
from heuristics.labels.labels import trivial_labels
from learn.labels.weights import shipped_weights
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.guided import annealed_by_labels, annealed_by_levels
from solvers.search.heuristic_process import HopelessError


@pytest.fixture
def problem() -> Problem:
    """A small loop on an array without weights."""
    return Problem(polybench("gemver", 1, "free"), architecture_preset("mesh:3x3"), 3)


def test_levels_serve_every_array(problem: Problem) -> None:
    mapping = annealed_by_levels(problem, 0, math.inf)
    assert mapping is not None and check(problem, mapping) == []
    assert annealed_by_levels(problem, 0, time.perf_counter()) is None


def test_labels_need_weights_or_are_given(problem: Problem) -> None:
    with pytest.raises(HopelessError):
        annealed_by_labels(problem, 0, math.inf)
    labels = trivial_labels(Flow.of(problem.dfg))
    mapping = annealed_by_labels(problem, 0, math.inf, labels=labels)
    assert mapping == annealed_by_levels(problem, 0, math.inf)


def test_a_memory_for_results_needs_no_other_weights() -> None:
    joined = architecture_preset("lisa:3x3,io=memory")
    weights = shipped_weights(joined)
    assert weights is not None and weights.arch == "lisa:3x3"
    problem = Problem(polybench("trmm", 1, "operations"), joined, 3)
    mapping = annealed_by_labels(problem, 0, math.inf)
    assert mapping is not None and check(problem, mapping) == []
    assert shipped_weights(architecture_preset("lisa:3x5,io=memory")) is None
