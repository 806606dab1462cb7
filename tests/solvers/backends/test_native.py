"""At-most-K limits that are left to the solver."""

from __future__ import annotations

from itertools import combinations

import pytest

from models.errors import InputError
from solvers.backends.cnf import Encodings, lower
from solvers.backends.registry import PYSAT, chosen
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


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("bound", [0, 1, 3])
def test_limits_that_hold_anyway(name: str, bound: int) -> None:
    """Tests groups without literals and groups that are no larger than their bound."""
    groups = [(bound, ()), (bound, tuple(range(1, bound + 1)))]
    clauses = [(v,) for v in range(1, bound + 1)]
    outcome = solve(name, model_of(4, clauses, groups), encodings=BOTH)
    assert outcome.satisfiable
    assert set(range(1, bound + 1)) <= set(outcome.model)


def test_no_auxiliaries() -> None:
    """Tests that native limits add neither variables nor clauses, and that one of both may be."""
    model = model_of(9, [(1,)], [(1, tuple(range(1, 10))), (2, tuple(range(1, 10)))])
    cnf = lower(model, BOTH)
    assert (cnf.variables, cnf.clause_count, len(cnf.native)) == (9, 1, 2)
    for only, bound in ((Encodings("native"), 1), (Encodings(at_most_k="native"), 2)):
        cnf = lower(model, only)
        assert [own for own, _ in cnf.native] == [bound]
        assert cnf.clause_count > 1


@pytest.mark.parametrize("name", sorted(set(PYSAT) - set(NATIVE) - {"cryptosat"}))
def test_others_are_refused(name: str) -> None:
    """Tests that a solver without native limits does not get to solve without the limits."""
    with pytest.raises(InputError, match="has no native at-most-K constraints; known: cadical195"):
        chosen(name).require("native")
