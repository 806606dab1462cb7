"""The model of switches against oracles: what passes, how far, and never in a circle."""

from __future__ import annotations

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError, NotSupportedError
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.transfers import require_plain_ports
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.bounds import Arithmetic
from tests.models.decide import decided
from tests.models.mappings import memory, operation
from tests.models.naive_model import feasible
from tests.models.wide_problems import wide_problem

KINDS = ("plain", "ports", "modulo", "modulo ports")
NEG = Operator("neg", 1)
NEGATE = Dfg("n", (NEG,), ("a",), (operation("n", "neg", "a"),), ("n",))


def problem_of(kind: str, seed: int) -> Problem:
    contexts = 1 + seed % 3 if "modulo" in kind else None
    return wide_problem(seed, contexts, ports="ports" in kind)


def guessed(problem: Problem, horizon: int, **options: bool) -> tuple[bool, bool]:
    """Whether a model that may be wrong finds something, and whether that is a mapping."""
    try:
        model = build(problem, horizon, **options)
    except InfeasibleError:
        return False, False
    session = SatSession(lower(model.constraints), "glucose4")
    outcome = session.solve()
    session.close()
    if not outcome.satisfiable:
        return False, False
    return True, check(problem, decode(model, outcome.model)) == []


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_an_oracle(kind: str) -> None:
    """Tests the exact model, with windows, without, and without what they imply; and arithmetic."""
    seen = set()
    for seed in range(60):
        problem = problem_of(kind, seed)
        for horizon in (3, 4 + seed % 3):
            wanted = feasible(problem, horizon)
            seen.add(wanted)
            for options in ({}, {"windowed": False}, {"implied": False}):
                assert decided(problem, horizon, **options) == wanted, (seed, horizon, options)
            if wanted:
                assert Arithmetic(problem).refute(horizon) is None, (seed, horizon)
    assert seen == {True, False}


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_open_and_short_chains(kind: str) -> None:
    """Tests that open chains refute nothing that has a mapping, and short ones find mappings."""
    wrong = 0
    for seed in range(100, 120):
        problem = problem_of(kind, seed)
        for horizon in (3, 5):
            wanted = feasible(problem, horizon)
            for windowed in (True, False):
                found, legal = guessed(problem, horizon, windowed=windowed, grounded=False)
                assert found >= wanted >= legal, (seed, horizon, windowed)
                wrong += found > wanted
                for most in (0, 1, 3):
                    short = decided(problem, horizon, windowed=windowed, chain=most)
                    assert short <= wanted, (seed, horizon, windowed, most)
    assert wrong > 0


def test_ports_of_switches_on_buses() -> None:
    """Tests that the ports which the model has no words for are refused, and no others."""
    for ends, fits in (((("s",), ("pe",)), True), ((("s", "ext"), ("pe",)), False)):
        parts = (memory(), Component("pe", issue=1), Component("s", switch=True, read_ports=1))
        paths = (Path("in", ("ext",), ("s",)), Path("p", *ends), Path("out", ("pe",), ("ext",)))
        arch = Architecture("ports", parts, paths, "ext")
        if fits:
            require_plain_ports(arch)
            assert decided(Problem(NEGATE, arch), 3)
        else:
            with pytest.raises(NotSupportedError, match="switch 's' has limited ports"):
                build(Problem(NEGATE, arch), 3)
