"""The SAT backend: names of solvers, slices, cores and proofs."""

from __future__ import annotations

import numpy as np
import pytest

from models.errors import InputError
from solvers.backends.sat import SECOND_SOLVER, UNSLICED, WITH_PROOF, SatSession, name_of
from solvers.cnf import Cnf


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
    """Tests that every solver listed with proofs does give one."""
    session = SatSession(pigeons(4), name, proof=True)
    assert session.solve().satisfiable is False
    assert session.proof_lines()


def test_second_solver_gives_proofs() -> None:
    """Tests that the solver that races the default can do so when proofs are asked for."""
    assert SECOND_SOLVER in WITH_PROOF


def test_names() -> None:
    """Tests that short names work and unknown ones are refused."""
    assert name_of("g4") == "glucose41"
    for name in UNSLICED:
        assert name_of(name) == name
    with pytest.raises(InputError, match="unknown SAT solver 'x'"):
        name_of("x")


@pytest.mark.parametrize("name", ["cadical195", "glucose4", "lingeling", "kissat404"])
def test_model(name: str) -> None:
    """Tests that a model makes every clause true."""
    outcome = SatSession(cnf((1, 2), (-1, 3), (-2,)), name).solve()
    assert outcome.satisfiable
    assert set(outcome.model) == {1, 3}


def test_giving_up_is_not_a_refutation() -> None:
    """Tests that a search that is told to stop knows nothing."""
    session = SatSession(pigeons(10))
    assert session.solve(keep_going=lambda conflicts: False).satisfiable is None


def test_core() -> None:
    """Tests that the core names the assumptions at fault, and that solving goes on after it."""
    session = SatSession(cnf((-1, -2)))
    assert session.solve([1, 2, 3]).satisfiable is False
    assert set(session.core()) == {1, 2}
    assert session.solve([1, 3]).satisfiable is True


def test_empty_clause() -> None:
    """Tests that a formula with an empty clause is refuted by a proof of one line."""
    session = SatSession(Cnf(1, [np.zeros((1, 0), dtype=np.int32)]), proof=True)
    assert session.solve().satisfiable is False
    assert session.proof_lines() == ["0"]
