"""Constraint models as 0-1 rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from models.space_time.constraint_model import ConstraintModel
from solvers.backends.linear import Rows, rows_of
from tests.solvers.backends.small_models import FIXED, cost, models, satisfied


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
