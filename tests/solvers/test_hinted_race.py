"""Tests of a race whose tries start from a mapping at a larger interval."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from heuristics.modulo import modulo_schedule
from models.problem import Problem
from solvers.hinted_race import HintedRace, hinted
from solvers.initiation import IntervalSearch
from solvers.interval_race import Race, tries
from solvers.worker import Job, SolverOptions, start
from tests.solvers.test_min_ii import loop


def test_hinted_tries() -> None:
    """Tests that every try but the deciding one has one before it that starts from a mapping."""
    problem = loop(5)
    known = modulo_schedule(msgspec.structs.replace(problem, contexts=3))
    assert known is not None
    plain = list(zip(range(5), tries(problem, 7, 11, SolverOptions(seed=3)), strict=False))
    found = list(hinted(iter(plain), lambda: known))
    assert [pair for pair in found if pair[1].options.start is None] == plain
    assert [number for number, _ in found] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    for (_, changed), (_, attempt) in zip(found[1::2], plain[1:], strict=True):
        assert changed.options.start == known and not changed.decides
        assert replace(changed, options=attempt.options) == attempt


@pytest.mark.parametrize("contexts", [1, 2])
def test_a_hinted_race_decides(contexts: int) -> None:
    """Tests that hints neither refute what has a mapping nor find what has none."""
    problem = msgspec.structs.replace(loop(3), contexts=contexts)
    known = modulo_schedule(msgspec.structs.replace(problem, contexts=contexts + 1))
    assert known is not None
    plain = Race(problem, 12, 12, SolverOptions()).run(None, lambda: False)
    race = HintedRace(problem, 12, 12, SolverOptions(), lambda: None, lambda: known)
    verdict = race.run(None, lambda: False)
    assert verdict.refuted == plain.refuted
    assert (verdict.mapping is None) == (plain.mapping is None)


def test_hints_in_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a search with hints has the same answer, and starts from the mapping it has."""
    started: list[int | None] = []

    def noted(problem: Problem, horizon: int, options: SolverOptions, *rest: Any) -> Job:
        started.append(None if options.start is None else options.start.contexts)
        return start(problem, horizon, options, *rest)

    monkeypatch.setattr("solvers.interval_race.start", noted)
    search = IntervalSearch(loop(3), SolverOptions(), 6, heuristics=False, hints=True)
    known = modulo_schedule(msgspec.structs.replace(loop(3), contexts=4))
    assert known is not None
    search.answer.mapping, search.answer.contexts = known, 4
    answer = search.run()
    assert (answer.status, answer.contexts) == ("optimal", 2)
    assert {None, 4} <= set(started)
