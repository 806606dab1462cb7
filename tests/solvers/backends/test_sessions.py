"""What all sessions have in common: sizes, being asked, and being told to stop."""

from __future__ import annotations

import pytest

from solvers.backends.backend import Settings
from solvers.backends.cnf import lower
from solvers.backends.registry import BACKENDS, open_session
from solvers.backends.sat import UNSLICED, WITH_PROOF, name_of
from tests.solvers.backends.small_models import DECIDING, INSTALLED, model_of, solve

MODEL = model_of(4, [(1, 2), (-1, 3), (-2, 4)], [(1, (1, 2)), (2, (1, 2, 3, 4))])
NO = model_of(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)])


def pigeons(holes: int) -> object:
    clauses = [tuple(p * holes + h + 1 for h in range(holes)) for p in range(holes + 1)]
    groups = [(1, tuple(p * holes + h + 1 for p in range(holes + 1))) for h in range(holes)]
    return model_of(holes * (holes + 1), clauses, groups)


@pytest.mark.parametrize("name", INSTALLED)
def test_sizes(name: str) -> None:
    """Tests that a session tells the size of its form before it is loaded."""
    session = open_session(name, MODEL, Settings())
    if BACKENDS[name].family == "SAT":
        cnf = lower(MODEL)
        assert (session.variables, session.rows) == (cnf.variables, cnf.clause_count)
    else:
        assert (session.variables, session.rows) == (4, 5)


@pytest.mark.parametrize("name", DECIDING)
def test_solutions_have_variables_of_the_model(name: str) -> None:
    """Tests that true variables come as positive integers of Python, in any order."""
    outcome = solve(name, MODEL)
    assert all(type(v) is int and v > 0 for v in outcome.model)
    assert len(set(outcome.model)) == len(outcome.model)
    assert type(outcome.conflicts) is int
    assert type(outcome.satisfiable) is bool


@pytest.mark.parametrize("name", DECIDING)
def test_refuted(name: str) -> None:
    """Tests a refutation: no model, no bound."""
    outcome = solve(name, NO)
    assert (outcome.satisfiable, outcome.model, outcome.bound) == (False, [], None)


SLICED = [
    name
    for name in DECIDING
    if BACKENDS[name].opens.endswith("PySat") and name_of(name) not in UNSLICED
]


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", SLICED)
def test_stopping(name: str) -> None:
    """Tests that engines that can be asked are asked, stop when told, and then know nothing."""
    session = open_session(name, pigeons(11), Settings())
    session.load()
    asked: list[int] = []

    def once_more(conflicts: int) -> bool:
        asked.append(conflicts)
        return len(asked) < 2

    outcome = session.solve(once_more)
    assert outcome.satisfiable is None
    assert len(asked) == 2
    assert 0 < asked[0] < asked[1]


@pytest.mark.parametrize("name", sorted(WITH_PROOF))
@pytest.mark.parametrize("seed", [0, 3])
def test_proofs(name: str, seed: int) -> None:
    """Tests that a refutation comes with the clauses that it needs, and a proof."""
    session = open_session(name, pigeons(4), Settings(proof=True, seed=seed))
    session.load()
    assert session.solve().satisfiable is False
    refutation = session.refutation()
    assert refutation is not None
    assert refutation.cnf.clause_count == session.rows
    given = list(map(sorted, refutation.cnf.clauses()))
    assert all(sorted(clause) in given for clause in refutation.clauses)
    assert refutation.lrat
