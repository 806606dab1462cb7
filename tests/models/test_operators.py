"""What operator names mean."""

from __future__ import annotations

import pytest

from models.data.dfg import Operator
from models.semantics.operators import apply


@pytest.mark.parametrize("name", ["shr", "shra", "ashr", ">>", "SHRA"])
def test_right_shifts(name: str) -> None:
    """Tests that every name of a right shift keeps the sign."""
    assert apply(Operator(name, 2), (-8, 2), "x") == -2
    assert apply(Operator(name, 2), (9, 65), "x") == 4
