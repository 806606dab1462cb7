"""Pyomo: rows as a model of its own, starts, and solvers that it does not find."""

from __future__ import annotations

import pytest

from models.errors import InputError
from solvers.backends.backend import Settings
from solvers.backends.linear import rows_of
from solvers.backends.registry import chosen, open_session
from tests.solvers.backends.small_models import alone, cost, least, model_of, satisfied, solve

pytest.importorskip("pyomo")

COVER = model_of(
    9,
    [(a, a % 9 + 1, (a + 3) % 9 + 1) for a in range(1, 10)],
    [(5, tuple(range(1, 10)))],
    objective=[(2 + v % 5, v) for v in range(1, 10)],
)


def test_concrete_model() -> None:
    """Tests that every row with variables is a constraint of the model."""
    from solvers.backends.through_pyomo import concrete

    made = concrete(rows_of(COVER))
    assert len(made.x) == 9
    assert len(made.rows) == 10
    made = concrete(rows_of(model_of(2, [(1, -2)], [(1, ())])))
    assert len(made.rows) == 1


def test_minimum() -> None:
    """Tests that minimum and bound come through."""
    outcome = solve("pyomo", COVER)
    assert cost(COVER, outcome.model) == outcome.bound == least(COVER)


def test_a_start_is_given() -> None:
    """Tests that values to start from reach the model, and that wrong ones do no harm."""
    start = (1, -2, 3)
    session = open_session("pyomo", COVER, Settings(start=start))
    session.load()
    assert [session._model.x[v].value for v in range(4)] == [1, 0, 1, None]
    outcome = alone(session.solve)
    assert satisfied(COVER, outcome.model)
    assert cost(COVER, outcome.model) == least(COVER)


def test_no_other_variable_is_true() -> None:
    """Tests that variables that no row has are false, and those of rows are read."""
    model = model_of(5, [(2,), (4,)])
    assert solve("pyomo", model).model == [2, 4]


@pytest.mark.parametrize("name", ["scip", "gurobi", "nosuch", ""])
def test_solvers_that_are_not_there(name: str) -> None:
    """Tests that a solver that Pyomo does not find is refused in one line."""
    from pyomo.environ import SolverFactory

    if name and SolverFactory(name).available(exception_flag=False):
        pytest.skip(f"{name} is installed")
    with pytest.raises(InputError, match=f"Pyomo finds no solver '{name}'") as refused:
        chosen(f"pyomo:solver={name}").require()
    assert "\n" not in str(refused.value)
