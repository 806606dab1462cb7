"""Tests of annealing at ever larger intervals, and again with other seeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.anneal import Annealed, anneal_loop, search_intervals
from heuristics.anneal.search import Attempted
from models.data.mapping import Mapping
from models.data.problem import Problem

PROBLEM = Problem(polybench("bicg"), architecture_preset("lisa,io=memory"), 1)

FOUND = Annealed(Mapping("bicg", "lisa", 4, 1, (), (), ()), 0.0, 1)


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[int, int]]]:
    """Have annealing come to what a function of interval and seed says; return what is asked."""

    def put(outcome: Callable[[int, int], Attempted]) -> list[tuple[int, int]]:
        asked: list[tuple[int, int]] = []

        def attempted(problem: Problem, options: Any, labels: Any, seed: int, until: Any) -> Any:
            asked.append((problem.contexts or 0, seed))
            return outcome(problem.contexts or 0, seed)

        monkeypatch.setattr("heuristics.anneal.intervals.attempted", attempted)
        return asked

    return put


def test_rounds(outcomes: Any) -> None:
    """Tests that every round has other seeds, and that the first mapping ends them."""
    asked = outcomes(lambda n, seed: Attempted(FOUND if n == 3 and seed > 10 else None, 9))
    steps = list(search_intervals(PROBLEM, seed=7, first=2, most=4, rounds=9))
    assert [(s.number, s.contexts) for s in steps] == [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)]
    assert [step.found for step in steps] == [None] * 4 + [FOUND]
    assert {seed for _, seed in asked[:3]} == {7} and len({seed for _, seed in asked}) == 2


def test_nothing_to_anneal(outcomes: Any) -> None:
    """Tests that what cannot be annealed is tried once, however much time there is."""
    asked = outcomes(lambda n, seed: Attempted(None, 9 if n == 3 and seed == 0 else 0))
    assert anneal_loop(PROBLEM, most=4, deadline=time.perf_counter() + 60, rounds=None) is None
    assert [n for n, _ in asked] == [1, 2, 3, 4, 3]


def test_rounds_end(outcomes: Any) -> None:
    """Tests that rounds end with their number, or with the time."""
    asked = outcomes(lambda n, seed: Attempted(None, 9))
    assert anneal_loop(PROBLEM, most=2) is None and len(asked) == 2
    assert anneal_loop(PROBLEM, most=2, rounds=3) is None and len(asked) == 8
    until = time.perf_counter() + 0.05
    assert anneal_loop(PROBLEM, most=2, deadline=until, rounds=None) is None
    assert time.perf_counter() >= until
    with pytest.raises(ValueError, match="rounds without end"):
        next(search_intervals(PROBLEM, rounds=None))
