"""Bounds on the II by kind."""

from __future__ import annotations

import json

import pytest

from archs.presets import architecture_preset
from examples.loops.nests import stencil
from models.counting.arithmetic import Arithmetic
from models.counting.kinds import by_kind
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.questions.min_ii.min_ii_options import MinIiOptions
from solvers.questions.min_ii.report import record, words
from solvers.search.interval_answer import MinIi
from tests.models.bordered import bordered
from tests.models.test_counting import fed
from tests.models.wide_problems import wide_problem
from tests.seeds import seeds


def is_left(problem: Problem, contexts: int) -> bool:
    """Whether arithmetic leaves an II."""
    try:
        Arithmetic(problem.at(contexts)).first_horizon()
    except InfeasibleError:
        return False
    return True


@seeds(range(60))
def test_the_largest_one_is_the_bound(seed: int) -> None:
    """Tests problems in which each kind may be the largest."""
    for problem in (bordered(seed), wide_problem(seed, 1), fed(seed, 1)):
        kinds = by_kind(problem)
        bound = max(kinds.values(), default=9)
        assert is_left(problem, bound) == bool(kinds)
        assert bound == 1 or not is_left(problem, bound - 1)


@pytest.mark.parametrize("status", ["feasible", "optimal"])
def test_answers_tell_them(status: str) -> None:
    """Tests JSON, and the line of an answer that is not proven to be the smallest."""
    problem = Problem(stencil(2, 1), architecture_preset("adres:2x2,io=memory"), 1)
    answer = MinIi(problem, status)  # type: ignore[arg-type]
    found = json.loads(record(answer, MinIiOptions()))["lower_bounds"]
    assert list(found) == ["recurrence", "resources", "memory", "routes"]
    assert found["routes"] == 4 and max(found.values()) == 4
    told = ", ".join(f"{kind} {least}" for kind, least in found.items())
    assert (f"at least, by kind: {told}" in words(answer, MinIiOptions())) == (status == "feasible")
