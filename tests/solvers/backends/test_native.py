"""At-most-K limits that are left to the solver."""

from __future__ import annotations

from itertools import combinations

import pytest

from solvers.backends.cnf import Encodings
from tests.solvers.backends.small_models import NATIVE, model_of, solve

BOTH = Encodings("native", "native")


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("bound", range(1, 5))
def test_bounds(name: str, bound: int) -> None:
    """Tests that exactly as many as the bound may be true, of positive and negated literals."""
    literals = (1, -2, 3, -4, 5)
    for size in (bound, bound + 1):
        for chosen_ones in combinations(literals, size):
            clauses = [(literal,) for literal in chosen_ones]
            model = model_of(5, clauses, [(bound, literals)])
            assert solve(name, model, encodings=BOTH).satisfiable == (size == bound)
