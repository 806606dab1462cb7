"""Breaking symmetries of arrays with switches and shared limits loses no answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.data.architecture import Architecture, Component, Path, SharedIssue
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.symmetry_breaking import break_symmetry, rule_arrival, rule_placement
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.decide import approve
from tests.models.mappings import memory, operation
from tests.models.naive_model import feasible
from tests.models.wide_problems import symmetric_problem


def satisfiable(model: XyzModel) -> bool:
    session = SatSession(lower(model.constraints), "glucose4")
    outcome = session.solve()
    session.close()
    if outcome.satisfiable:
        approve(model, outcome.model)
    return bool(outcome.satisfiable)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("rule", [rule_placement, rule_arrival, break_symmetry])
def test_nothing_is_lost(rule: Callable[[XyzModel], object]) -> None:
    """Tests that there is a mapping after breaking symmetries where an oracle has one before."""
    answers = []
    for seed in range(45):
        problem = symmetric_problem(seed, (None, 1, 2)[seed % 3])
        for horizon in (3, 5):
            try:
                model = build(problem, horizon, windowed=seed % 2 == 0)
            except InfeasibleError:
                continue
            if rule(model) is not None:
                answers.append(satisfiable(model))
                assert answers[-1] == feasible(problem, horizon), (seed, horizon)
    assert answers.count(True) > 3
    assert answers.count(False) > 3


@pytest.mark.parametrize("limited", ["pe0", "pe1", None])
def test_a_shared_limit_tells_elements_apart(limited: str | None) -> None:
    """Tests that an operation is not placed where a limit of one of two elements forbids it."""
    dfg = Dfg("n", (Operator("neg", 1),), ("a",), (operation("n", "neg", "a"),), ("n",))
    parts = (memory(), *(Component(f"pe{n}", issue=1) for n in range(2)))
    paths = [Path(f"i{n}", ("ext",), (f"pe{n}",)) for n in range(2)]
    paths += [Path(f"o{n}", (f"pe{n}",), ("ext",)) for n in range(2)]
    shared = (SharedIssue("none", (limited,), ("neg",), 0),) if limited else ()
    arch = Architecture("pair", parts, tuple(paths), "ext", shared=shared)
    model = build(Problem(dfg, arch), 3)
    assert (rule_placement(model) is None) == (limited is not None)
    assert satisfiable(model)
