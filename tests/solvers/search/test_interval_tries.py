"""Tries of IIs: what heuristics map at once starts no solver."""

from dataclasses import replace
from math import inf

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from solvers.mappers.pipelines import PIPELINES, SWEEP
from solvers.search import interval_tries as tries
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch


def test_a_loop_that_heuristics_map_at_once_starts_no_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first II is left to heuristics for a moment, here for as long as they take."""
    monkeypatch.setattr(tries, "ALONE_SECONDS", inf)
    monkeypatch.setitem(PIPELINES, "patient", replace(SWEEP, pace=1000.0))
    monkeypatch.setattr(tries, "Race", None)
    loop = polybench("gemm", 2)
    assert len(loop.operations) >= tries.ALONE_OPERATIONS
    problem = Problem(loop, architecture_preset("lisa:4x4,io=memory"), 1)
    question = IntervalQuestion(problem, most=24, pipeline="patient")
    answer = IntervalSearch(question).run()
    assert answer.status == "optimal"
    assert answer.mapping is not None
