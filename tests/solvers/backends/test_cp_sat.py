"""CP-SAT: the model as it is, hints, options, bounds and stopping."""

from __future__ import annotations

import random

import pytest

from tests.solvers.backends.small_models import cost, least, model_of, satisfied, solve

pytest.importorskip("ortools")

COVER = model_of(
    12,
    [(a, a % 12 + 1, (a + 4) % 12 + 1) for a in range(1, 13)],
    objective=[(2 + v % 5, v) for v in range(1, 13)],
)


def test_limits_of_one_are_kept_as_such() -> None:
    """Tests which constraints CP-SAT gets: its presolve knows at-most-one, not a sum."""
    from solvers.backends.cp_sat import proto_of

    model = model_of(4, [(1, -2), ()], [(1, (1, 2, -3)), (2, (1, 2, 3, 4))])
    first, empty, one, two = proto_of(model).proto.constraints
    assert list(first.bool_or.literals) == [0, -2]
    assert list(empty.bool_or.literals) == []
    assert list(one.at_most_one.literals) == [0, 1, -3]
    assert two.has_linear()


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


@pytest.mark.parametrize("options", ["", "workers=2", "linearization=2", "symmetry=0,workers=1"])
def test_options(options: str) -> None:
    """Tests that the answer is the same with any option."""
    outcome = solve(f"cp-sat:{options}", COVER)
    assert cost(COVER, outcome.model) == outcome.bound == least(COVER)


@pytest.mark.parametrize("workers", [1, 3])
def test_fixed_effort(workers: int) -> None:
    """Tests that equal seeds give equal solutions, also with several threads."""
    model = model_of(30, [(v, v % 30 + 1, -((v * 7) % 30 + 1)) for v in range(1, 31)])
    words = f"cp-sat:workers={workers}"
    found = [solve(words, model, fixed_effort=True, seed=5) for _ in range(4)]
    assert all(each == found[0] for each in found)
