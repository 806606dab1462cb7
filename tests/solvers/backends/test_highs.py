"""HiGHS: starts, options, bounds, stopping, and the relaxation."""

from __future__ import annotations

import pytest

from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from tests.solvers.backends.small_models import cost, least, model_of, satisfied, solve

pytest.importorskip("highspy")

COVER = model_of(
    14,
    [(a, a % 14 + 1, (a + 5) % 14 + 1) for a in range(1, 15)],
    objective=[(2 + v % 5, v) for v in range(1, 15)],
)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("options", ["", "presolve=off", "threads=2", "threads=1,presolve=on"])
@pytest.mark.parametrize("seed", [0, 7, 2**40])
def test_options(options: str, seed: int) -> None:
    """Tests that the answer is the same with any option and seed."""
    outcome = solve(f"highs:{options}", COVER, seed=seed)
    assert cost(COVER, outcome.model) == outcome.bound == least(COVER)


def test_a_start_is_taken() -> None:
    """Tests that a solution to start from is the first one that HiGHS has."""
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


def test_relaxation_bounds() -> None:
    """Tests that the relaxation's bound is below the minimum, rounded up."""
    triangle = model_of(3, [(1, 2), (2, 3), (1, 3)], objective=[(1, 1), (1, 2), (1, 3)])
    outcome = solve("lp", triangle)
    assert (outcome.satisfiable, outcome.bound) == (None, 2)
    best = least(COVER)
    assert best is not None
    relaxed = solve("lp", COVER)
    assert relaxed.bound is not None
    assert 0 < relaxed.bound <= best
