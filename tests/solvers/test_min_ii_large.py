"""Loops of hundreds of operations: heuristics first, then solvers, if they can build a model."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from examples.loops.nests import transform
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.index import Index
from models.space_time.windows import variables, windows
from models.space_time.xyz import build
from solvers.search import interval_horizons
from solvers.search.interval_horizons import Horizons
from solvers.search.interval_plans import MODULO, PLACED
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions


def large(array: str = "mesh:8x8,registers=4,io=all") -> Problem:
    """A transform of 209 operations."""
    return Problem(transform(32), architecture_preset(array), 1)


def test_heuristics_map_it_before_any_model_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that no solver begins where the first mapping is enough."""

    def build_nothing(*given: object) -> None:
        raise AssertionError

    monkeypatch.setattr("solvers.search.intervals.Race", build_nothing)
    search = IntervalSearch(large(), SolverOptions(), None, first=True)
    answer = search.run()
    assert answer.mapping is not None and answer.lower == 4
    assert answer.found_by in (PLACED, MODULO)
    at = Problem(answer.problem.dfg, answer.problem.arch, answer.contexts)
    assert check(at, answer.mapping) == []


def test_the_size_of_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the count against the variables of the model, and where the limit is."""
    problem = Problem(transform(8), architecture_preset("mesh:2x2,registers=2,io=all"), 8)
    horizon = Horizons(problem, None, 0).first(8) + 2 * 8 + 2
    size = variables(windows(Index(problem), horizon))
    assert size >= build(problem, horizon).constraints.variables > 0.3 * size
    for most, buildable in ((size, True), (size - 1, False)):
        monkeypatch.setattr(interval_horizons, "MOST_VARIABLES", most)
        assert Horizons(problem, None, 0).is_buildable(8) == buildable
    monkeypatch.setattr(interval_horizons, "MOST_VARIABLES", 1)
    assert not Horizons(problem, None, 0).is_buildable(8)
