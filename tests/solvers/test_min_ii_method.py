"""Tests of annealing alone, in the place of the race for a pipelined mapping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heuristics.anneal import Annealed
from heuristics.anneal.search import Attempted
from heuristics.modulo import modulo_schedule
from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.interval_answer import MinIi
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.search.record import SolverFaultError
from tests.solvers.test_min_ii import loop

Mapper = Callable[..., Mapping | None]

FIRST = 2
"""The smallest interval of `loop(5)`, which arithmetic proves."""


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapper], None]:
    """Put a mapper in the place of annealing, and have no other heuristic run beside it."""

    def put(mapper: Mapper) -> None:
        def attempted(*arguments: Any) -> Attempted:
            mapping = mapper(*arguments)
            return Attempted(None if mapping is None else Annealed(mapping, 0.0, 1), 1)

        monkeypatch.setattr("heuristics.anneal.intervals.attempted", attempted)
        monkeypatch.setattr("solvers.search.anneal_process.is_compiled", lambda: True)
        monkeypatch.setattr("solvers.search.intervals.sweep", lambda left: ())

    return put


def from_interval(contexts: int) -> Mapper:
    """A mapper that fails at intervals smaller than `contexts`."""

    def mapper(problem: Problem, *_: object) -> Mapping | None:
        enough = (problem.contexts or 0) >= contexts
        return modulo_schedule(problem) if enough else None

    return mapper


def searched() -> MinIi:
    return IntervalSearch(loop(5), SolverOptions(), 6, annealer=None, exact=False).run()


def test_annealing_alone_proves_nothing_else(stand_in: Any) -> None:
    """Tests that intervals without success stay open, and count as no bound."""
    stand_in(from_interval(FIRST + 2))
    answer = searched()
    assert (answer.status, answer.contexts, answer.lower) == ("feasible", FIRST + 2, FIRST)
    outcomes = [tried.outcome for _, tried in sorted(answer.tried.items())]
    assert outcomes[-3:] == ["open", "open", "mapped"]


def test_mappings_are_judged(stand_in: Any) -> None:
    """Tests that a mapping that the checker rejects is never an answer."""

    def wrong(problem: Problem, *_: object) -> Mapping:
        mapping = modulo_schedule(problem)
        assert mapping is not None
        changed: Mapping = msgspec.structs.replace(mapping, holds=mapping.holds[:-1])
        return changed

    stand_in(wrong)
    with pytest.raises(SolverFaultError, match="checker rejects"):
        searched()
