"""CP-SAT: the model as it is, hints, options, bounds and stopping."""

from __future__ import annotations

import random

import pytest

from tests.solvers.backends.small_models import model_of, satisfied, solve

pytest.importorskip("ortools")


def test_a_hint_is_taken() -> None:
    """Tests that a solution as hint saves all conflicts of finding one."""
    source = random.Random(1)
    hidden = [v if source.random() < 0.5 else -v for v in range(1, 251)]
    clauses = []
    while len(clauses) < 1070:
        chosen = [source.choice((1, -1)) * n for n in source.sample(hidden, 3)]
        if set(chosen) & set(hidden):
            clauses.append(tuple(chosen))
    model = model_of(250, clauses)
    hinted = solve("cp-sat", model, start=tuple(hidden))
    assert hinted.satisfiable
    assert satisfied(model, hinted.model)
    assert hinted.conflicts == 0
    assert solve("cp-sat", model).conflicts > 0


@pytest.mark.parametrize("workers", [1, 3])
def test_fixed_effort(workers: int) -> None:
    """Tests that equal seeds give equal solutions, also with several threads."""
    model = model_of(30, [(v, v % 30 + 1, -((v * 7) % 30 + 1)) for v in range(1, 31)])
    words = f"cp-sat:workers={workers}"
    found = [solve(words, model, fixed_effort=True, seed=5) for _ in range(4)]
    assert all(each == found[0] for each in found)
