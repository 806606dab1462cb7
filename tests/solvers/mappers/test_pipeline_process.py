"""The process that executes a pipeline sends only mappings of its problem."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from shell.budget import Budget
from solvers.mappers.pipeline_process import is_suitable, pipeline_task
from solvers.mappers.pipelines import Pipeline, Stage, Turn
from solvers.tasks.messages import IntervalTried, Message, Proposal
from solvers.tasks.names import MODULO
from tests.solvers.addressed_problems import carried, element

ONE = Pipeline("one", "", (Stage("the smallest II", (Turn(MODULO, 5.0),), range(1)),))


def sent(problem: Problem) -> list[Message]:
    """What modulo scheduling at II 2 sends."""
    messages: list[Message] = []
    pipeline_task(ONE, problem, 2, 2, 0)(messages.append)
    return messages


def counted() -> tuple[Problem, Mapping]:
    """A loop whose value stays for two intervals, and its mapping for counted registers."""
    problem = Problem(carried(2), element(3), 1)
    (message,) = sent(problem)
    assert isinstance(message, Proposal)
    return problem, message.mapping


def test_addresses_are_those_of_the_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an engine that only counts registers is not believed where files are given."""
    problem, mapping = counted()

    def counts(attempt: Problem, seed: int, budget: Budget) -> Mapping:
        return mapping

    monkeypatch.setattr("solvers.mappers.pipeline_process.named_heuristic", lambda by: counts)
    for kind, fits in ((None, True), *((kind, kind == "moves") for kind in get_args(Kind)[:2])):
        filed = msgspec.structs.replace(problem, files=kind)
        assert is_suitable(filed, mapping) == fits
        (message,) = sent(filed)
        assert isinstance(message, Proposal if fits else IntervalTried)


def test_nothing_is_computed_again_where_that_is_forbidden() -> None:
    """Tests a mapping with an operation that is issued twice."""
    problem, mapping = counted()
    later = msgspec.structs.replace(mapping.issues[0], cycle=mapping.issues[0].cycle + 2)
    again = msgspec.structs.replace(mapping, issues=(*mapping.issues, later))
    once = msgspec.structs.replace(problem, recompute=False)
    assert is_suitable(problem, again) and is_suitable(once, mapping)
    assert not is_suitable(once, again)
