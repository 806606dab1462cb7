"""Pyomo: rows as a model of its own, starts, and solvers that it does not find."""

from __future__ import annotations

import pytest

from models.errors import InputError
from solvers.backends.registry import chosen
from tests.solvers.backends.small_models import cost, least, model_of, solve

pytest.importorskip("pyomo")

COVER = model_of(
    9,
    [(a, a % 9 + 1, (a + 3) % 9 + 1) for a in range(1, 10)],
    [(5, tuple(range(1, 10)))],
    objective=[(2 + v % 5, v) for v in range(1, 10)],
)


def test_minimum() -> None:
    """Tests that minimum and bound come through."""
    outcome = solve("pyomo", COVER)
    assert cost(COVER, outcome.model) == outcome.bound == least(COVER)


@pytest.mark.parametrize("name", ["scip", "gurobi", "nosuch", ""])
def test_solvers_that_are_not_there(name: str) -> None:
    """Tests that a solver that Pyomo does not find is refused in one line."""
    from pyomo.environ import SolverFactory

    if name and SolverFactory(name).available(exception_flag=False):
        pytest.skip(f"{name} is installed")
    with pytest.raises(InputError, match=f"Pyomo finds no solver '{name}'") as refused:
        chosen(f"pyomo:solver={name}").require()
    assert "\n" not in str(refused.value)
