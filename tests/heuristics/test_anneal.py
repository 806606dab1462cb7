"""Simulated annealing: ever larger intervals, again with other seeds, and options."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.anneal import Annealed, Annealing, anneal, anneal_loop, search_intervals
from heuristics.anneal.search import Attempted
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from shell.budget import Budget

BICG = Problem(polybench("bicg"), architecture_preset("lisa,io=memory"), 1)
FOUND = Annealed(Mapping("bicg", "lisa", 4, 1, (), (), ()), 0.0, 1)


def test_loop() -> None:
    """Tests ever larger intervals, from the first one given to the last one allowed."""
    problem = Problem(polybench("doitgen"), architecture_preset("mesh:3x3,io=all"), 1)
    result = anneal_loop(problem)
    assert result is not None and result.mapping.contexts is not None
    assert anneal(problem) is None or result.mapping.contexts == 1
    later = anneal_loop(problem, first=result.mapping.contexts + 2)
    assert later is not None and later.mapping.contexts == result.mapping.contexts + 2
    assert anneal_loop(problem, first=3, most=2) is None
    shallow = msgspec.structs.replace(problem.arch, max_contexts=2)
    assert anneal_loop(msgspec.structs.replace(problem, arch=shallow), first=3) is None
    assert anneal_loop(problem, budget=Budget.of(-1)) is None


def test_budget() -> None:
    """Tests that annealing that would take hours ends."""
    machine = architecture_preset("mesh:4x4,registers=4,io=all")
    problem = Problem(random_loop(60, 1, recurrences=1, inputs=2), machine, 4)
    anneal(problem, Annealing(cooling=0.999, starts=1000), budget=Budget.of(0.1))


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
    """Tests that rounds have other seeds, and end with the first mapping, or their number."""
    asked = outcomes(lambda n, seed: Attempted(FOUND if n == 3 and seed > 10 else None, 9))
    steps = list(search_intervals(BICG, seed=7, first=2, most=4, rounds=9))
    assert [(s.number, s.contexts) for s in steps] == [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)]
    assert [step.found for step in steps] == [None] * 4 + [FOUND]
    assert {seed for _, seed in asked[:3]} == {7} and len({seed for _, seed in asked}) == 2
    asked = outcomes(lambda n, seed: Attempted(None, 9))
    assert anneal_loop(BICG, most=2) is None and len(asked) == 2
    assert anneal_loop(BICG, most=2, rounds=3) is None and len(asked) == 8
    assert anneal_loop(BICG, most=2, budget=Budget.of(0.01), rounds=None) is None
    with pytest.raises(ValueError, match="rounds without end"):
        next(search_intervals(BICG, rounds=None))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("movements", 0),
        ("cooling", 1.0),
        ("cooling", math.nan),
        ("starts", 0),
        ("guided", "sometimes"),
        ("alpha", math.inf),
    ],
)
def test_senseless(name: str, value: Any) -> None:
    """Tests that options with which annealing would not end, or do nothing, are refused."""
    with pytest.raises(InputError, match=str(value)):
        Annealing(**{name: value})
