"""The SAT backend: names of solvers, slices, cores and proofs."""

from __future__ import annotations

import os

import numpy as np
import pytest

from solvers.backends.cnf import Cnf
from solvers.backends.sat import (
    LRAT,
    WITH_PROOF,
    SatSession,
)
from solvers.certificates.refutation import refutation


def cnf(*clauses: tuple[int, ...], variables: int = 3) -> Cnf:
    return Cnf(variables, [np.array([clause], dtype=np.int32) for clause in clauses])


def pigeons(n: int) -> Cnf:
    """Return the pigeonhole formula of n + 1 pigeons in n holes."""
    clauses = [tuple(p * n + h + 1 for h in range(n)) for p in range(n + 1)]
    for h in range(n):
        clauses += [(-(p * n + h + 1), -(q * n + h + 1)) for p in range(n + 1) for q in range(p)]
    return cnf(*clauses, variables=n * (n + 1))


@pytest.mark.parametrize("name", sorted(WITH_PROOF))
def test_solvers_with_proofs(name: str) -> None:
    """Tests that every solver listed with proofs does give one, which holds."""
    formula = pigeons(4)
    session = SatSession(formula, name, proof=True)
    assert LRAT not in os.environ
    assert session.solve().satisfiable is False
    found = refutation(formula, session.proof())
    assert found is not None and len(found.clauses) <= formula.clause_count
    assert refutation(formula, session.proof()[:-9]) is None


def test_core() -> None:
    """Tests that the core names the assumptions at fault, and that solving goes on after it."""
    session = SatSession(cnf((-1, -2)))
    assert session.solve([1, 2, 3]).satisfiable is False
    assert set(session.core()) == {1, 2}
    assert session.solve([1, 3]).satisfiable is True
