"""Constraint models as 0-1 rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from models.space_time.constraint_model import ConstraintModel
from solvers.backends.linear import Rows, rows_of
from tests.solvers.backends.small_models import FIXED, cost, model_of, models, satisfied


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


@FIXED
@given(model=models(twice=True))
def test_shape(model: ConstraintModel) -> None:
    """Tests that all arrays fit together, and that no row has a column twice."""
    rows = rows_of(model)
    blocks = [*model.clauses, *model.groups]
    assert rows.count == len(rows.upper) == sum(len(block.rows) for block in blocks)
    assert (rows.start[0], rows.start[-1]) == (0, len(rows.index))
    assert len(rows.start) == rows.count + 1
    assert len(rows.value) == len(rows.index)
    for columns, _, _, _ in rows.each():
        assert len(set(columns)) == len(columns)
        assert all(0 <= column < model.variables for column in columns)


def test_rows() -> None:
    """Tests a clause, an empty clause and a limit, as section 4.4 of the paper writes them."""
    rows = rows_of(model_of(4, [(1, -3), ()], [(2, (1, 2, -4))], objective=[(2, 3), (5, 3)]))
    assert list(rows.each()) == [
        ([0, 2], [1, -1], 0.0, np.inf),
        ([], [], 1.0, np.inf),
        ([0, 1, 3], [1, 1, -1], -np.inf, 1.0),
    ]
    assert rows.cost.tolist() == [0, 0, 7, 0]
