"""Every solver that is installed against listing all assignments of small constraint models."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from models.space_time.constraint_model import ConstraintModel
from solvers.backends.linear import Rows, rows_of
from solvers.backends.registry import BACKENDS
from tests.solvers.backends.small_models import (
    DECIDING,
    FIXED,
    INSTALLED,
    MINIMISING,
    cost,
    encodings,
    least,
    model_of,
    models,
    satisfied,
    solve,
)
from tests.system.commands import run_python

CRASHES_ON_NOTHING = {"maplesat"}
"""Their engine crashes the process, see `test_nothing_to_solve`."""


def judge(name: str, model: ConstraintModel) -> None:
    """Fail unless every way to ask the solver gives the true answer."""
    true = least(model)
    starts = "start" in BACKENDS[name].can
    start = tuple(v if v % 2 else -v for v in range(1, model.variables + 1)) if starts else ()
    for own in encodings(name):
        for seed in (0, 1):
            outcome = solve(name, model, encodings=own, seed=seed, start=start if seed else ())
            assert outcome.satisfiable == (true is not None), own
            assert not outcome.satisfiable or satisfied(model, outcome.model), own


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", DECIDING)
@effort(FIXED)
@given(model=models(twice=True))
@example(model=model_of(0, [()]))
@example(model=model_of(3, [(1, 2), ()]))
@example(model=model_of(3, [(1,)], [(0, (1, 2))]))
@example(model=model_of(3, [(-1,), (3,)], [(0, (-1, 2))]))
@example(model=model_of(4, [(1,), (2,), (3,)], [(2, (1, 2, 3)), (3, (1, 2, 3))]))
@example(model=model_of(2, [(1,)], [(1, ()), (2, (1, 2)), (5, (1,))]))
@example(model=model_of(2, [(1, 1), (-2, -2)], [(1, (2, 2))]))
@example(model=model_of(2, [(1, 2)], [(1, (1, 1)), (1, (1, -1))]))
def test_decides(name: str, model: ConstraintModel) -> None:
    """Tests answer and solution, with padding, empty rows, all bounds, unused variables, and rows
    that have a variable more than once.
    """
    assume(name not in CRASHES_ON_NOTHING or model.clauses)
    judge(name, model)


@pytest.mark.parametrize("name", [n for n in DECIDING if n not in CRASHES_ON_NOTHING])
@pytest.mark.parametrize("variables", [0, 1, 4])
def test_no_constraints(name: str, variables: int) -> None:
    """Tests that a model that asks for nothing has a solution."""
    judge(name, model_of(variables))
    judge(name, model_of(variables, objective=[(2, v) for v in range(1, variables + 1)]))


@pytest.mark.parametrize("name", sorted(CRASHES_ON_NOTHING))
def test_nothing_to_solve(name: str) -> None:
    """Tests a solver whose engine crashes on no clauses, in a process of its own."""
    code = (
        "from tests.solvers.backends.small_models import model_of, solve\n"
        f"assert solve({name!r}, model_of(2)).satisfiable"
    )
    assert run_python("-c", code).returncode == 0


@pytest.mark.parametrize("name", [n for n in INSTALLED if n not in DECIDING])
@effort(FIXED, max_examples=100)
@given(model=models())
def test_relaxation_never_refutes_what_has_a_solution(name: str, model: ConstraintModel) -> None:
    """Tests that what is refuted has no solution, and that nothing is ever found."""
    outcome = solve(name, model)
    assert outcome.satisfiable is not True
    assert outcome.satisfiable is None or least(model) is None


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", MINIMISING)
@effort(FIXED)
@given(model=models(weighted=True))
@example(model=model_of(3, [(1, 2, 3)], objective=[(3, 1), (2, 2), (2, 2), (4, 3)]))
@example(model=model_of(3, [(-1, -2)], objective=[(3, 1)]))
def test_minimises(name: str, model: ConstraintModel) -> None:
    """Tests that minimum and bound are those of listing all assignments."""
    true = least(model)
    outcome = solve(name, model)
    assert outcome.satisfiable == (true is not None)
    if outcome.satisfiable and model.objective:
        assert satisfied(model, outcome.model)
        assert (cost(model, outcome.model), outcome.bound) == (true, true)


@pytest.mark.parametrize("name", MINIMISING)
def test_minimum_of_large_weights(name: str) -> None:
    """Tests that a solution next to the minimum is not taken for it, however large both are."""
    clauses = [(a, a % 14 + 1, (a + 4) % 14 + 1) for a in range(1, 15)]
    weights = [(100_000 + 7 * v * v % 31, v) for v in range(1, 15)]
    model = model_of(14, clauses, objective=weights)
    outcome = solve(name, model)
    assert cost(model, outcome.model) == outcome.bound == least(model)


def holds(rows: Rows, assignment: list[int]) -> bool:
    """Whether lower ≤ A·x ≤ upper."""
    x = np.array(assignment)
    return all(
        lower <= np.dot(coefficients, x[columns] if columns else []) <= upper
        for columns, coefficients, lower, upper in rows.each()
    )


@FIXED
@given(model=models(twice=True, weighted=True), number=st.integers(0, 63))
def test_the_same_assignments(model: ConstraintModel, number: int) -> None:
    """Tests that rows and cost are those of the model, for any assignment."""
    rows = rows_of(model)
    bits = [number >> v & 1 for v in range(model.variables)]
    true = [v for v, bit in enumerate(bits, 1) if bit]
    assert holds(rows, bits) == satisfied(model, true)
    assert rows.cost @ np.array(bits) == cost(model, true)
