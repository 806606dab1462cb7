"""The number of cycles as an objective."""

from __future__ import annotations

import msgspec
import pytest

from examples.ring import ring
from models.data.certificate import is_monotone
from models.data.dfg import Operator
from models.data.problem import Problem
from models.space_time.objective import has_objective, minimise_cycles
from models.space_time.xyz import build
from solvers.search.answer import Question
from solvers.search.cycles import search
from solvers.search.options import SolverOptions
from tests.models.random_problems import random_problem


@pytest.mark.oracle
def test_random_problems() -> None:
    """Tests that minimising and deciding one horizon after the other give the same minimum."""
    pytest.importorskip("ortools")
    compared = 0
    for seed in range(500, 520):
        problem = random_problem(seed, 2 if seed % 2 else None, ports=seed % 3 == 0)
        if not has_objective(problem.dfg) or not is_monotone(problem.dfg, problem.arch):
            continue
        answer = search(Question(problem, max_cycles=7))
        if answer.status == "optimal":
            options = SolverOptions(solver="cp-sat", objective=True)
            found = search(Question(problem, max_cycles=7, options=options))
            assert (found.status, found.cycles) == ("optimal", answer.cycles), seed
            compared += 1
        else:
            assert answer.status == "infeasible"
    assert compared > 5


def test_effects_have_no_objective() -> None:
    """Tests that an operation that only has an effect keeps the number of cycles from counting."""
    dfg, arch = ring(3)
    operators = tuple(
        msgspec.structs.replace(o, effect=True) if o.name == "*" else o for o in dfg.operators
    )
    assert all(isinstance(operator, Operator) for operator in operators)
    changed = msgspec.structs.replace(dfg, operators=operators)
    assert has_objective(dfg) and not has_objective(changed)
    with pytest.raises(ValueError, match="cannot be read off"):
        minimise_cycles(build(Problem(changed, arch), 12))
