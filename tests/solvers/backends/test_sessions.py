"""Sessions: being told to stop, starts, bounds by relaxation, and equal answers for equal seeds."""

from __future__ import annotations

import os

import pytest

from solvers.backends.backend import Settings
from solvers.backends.cnf import lower
from solvers.backends.registry import BACKENDS, open_session
from solvers.backends.sat import LRAT, UNSLICED, WITH_PROOF, SatSession, name_of
from solvers.certificates.refutation import refutation
from tests.solvers.backends.small_models import (
    DECIDING,
    cost,
    least,
    model_of,
    pigeons,
    satisfied,
    solve,
)

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


COVER = model_of(
    14,
    [(a, a % 14 + 1, (a + 5) % 14 + 1) for a in range(1, 15)],
    objective=[(2 + v % 5, v) for v in range(1, 15)],
)


def test_a_start_is_taken() -> None:
    """Tests that a solution to start from is the first one that HiGHS has."""
    pytest.importorskip("highspy")
    start = tuple(v if v % 2 else -v for v in range(1, 15))
    true = [v for v in start if v > 0]
    assert satisfied(COVER, true)
    session = open_session("highs:presolve=off", COVER, Settings(start=start))
    session.load()
    costs: list[int] = []

    def improved(found: list[int] | None, bound: int | None) -> None:
        if found is not None:
            assert satisfied(COVER, found)
            costs.append(cost(COVER, found))

    outcome = session.solve(improved=improved)
    assert costs[0] == cost(COVER, true)
    assert cost(COVER, outcome.model) == least(COVER)


@pytest.mark.parametrize("workers", [1, 3])
def test_fixed_effort(workers: int) -> None:
    """Tests that equal seeds give equal solutions, also with several threads."""
    pytest.importorskip("ortools")
    model = model_of(30, [(v, v % 30 + 1, -((v * 7) % 30 + 1)) for v in range(1, 31)])
    words = f"cp-sat:workers={workers}"
    found = [solve(words, model, fixed_effort=True, seed=5) for _ in range(4)]
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("name", sorted(WITH_PROOF))
def test_solvers_with_proofs(name: str) -> None:
    """Tests that every solver listed with proofs does give one, which holds."""
    formula = lower(pigeons(4))
    session = SatSession(formula, name, proof=True)
    assert LRAT not in os.environ
    assert session.solve().satisfiable is False
    found = refutation(formula, session.proof())
    assert found is not None and len(found.clauses) <= formula.clause_count
    assert refutation(formula, session.proof()[:-9]) is None


def test_core() -> None:
    """Tests that the core names the assumptions at fault, and that solving goes on after it."""
    session = SatSession(lower(model_of(3, [(-1, -2)])))
    assert session.solve([1, 2, 3]).satisfiable is False
    assert set(session.core()) == {1, 2}
    assert session.solve([1, 3]).satisfiable is True
