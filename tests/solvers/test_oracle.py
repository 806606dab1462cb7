"""The whole way from a problem to an answer against two oracles, on random tiny problems."""

from __future__ import annotations

from functools import cache

import pytest

from models.cleanup.prune_unused import trim_horizon
from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import SatSession
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from tests.models.brute_force import TooManyError, minimum
from tests.models.mappings import memory, operation
from tests.models.naive_model import feasible, latency_on
from tests.models.random_problems import filed_problem, random_problem
from tests.models.wide_problems import wide_problem

KINDS = ("plain", "ports", "modulo", "files", "wide")
NEG = Operator("neg", 1)
MOST = 8
EFFORT = 10_000
MODELS = ({}, {"implied": False}, {"windowed": False})
SOLVERS = ("glucose4", "cadical195", "minisat22")
ONE = ("pairwise", "binary", "bimander:2", "bimander:3", "product", "ladder", "commander")
MANY = ("sequential", "totalizer", "binomial", "commander", "commander:6")


def problem_of(kind: str, seed: int) -> Problem:
    """Problems of a kind: `plain`, with `ports`, or with contexts, `modulo` some of them.

    `files` count operands and results at the ports of register files; `wide` ones have switches
    and limits, too.
    """
    if kind == "wide":
        return wide_problem(seed, (None, 1, 2, 3)[seed % 4], ports=seed % 8 > 3)
    if kind == "files":
        return filed_problem(seed, (None, 1, 2, 3)[seed % 4])
    contexts = 1 + seed % 3 if kind == "modulo" else None
    return random_problem(seed, contexts, ports=kind == "ports" or (contexts and seed % 4 == 0))


@cache
def answers(kind: str, seed: int) -> tuple[bool, ...]:
    """Whether there is a mapping with 1, 2, … cycles."""
    return tuple(feasible(problem_of(kind, seed), n) for n in range(1, MOST + 1))


def fewest(kind: str, seed: int) -> int | None:
    return next((n for n, fits in enumerate(answers(kind, seed), 1) if fits), None)


def around(kind: str, seed: int) -> range:
    """The horizons next to the minimum; the last ones when there is none."""
    middle = fewest(kind, seed) or MOST
    return range(max(1, middle - 1), min(MOST, middle + 1) + 1)


def solved(
    problem: Problem,
    horizon: int,
    solver: str = "glucose4",
    encodings: Encodings | None = None,
    shuffled: int = 0,
    **options: bool,
) -> bool:
    """Solve one horizon; a mapping found has to convince the checker and the simulator."""
    try:
        model = build(problem, horizon, **options)
    except InfeasibleError:
        return False
    cnf = lower(model.constraints, encodings)
    if shuffled:
        cnf.shuffle(shuffled)
    session = SatSession(cnf, solver)
    outcome = session.solve()
    session.close()
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        assert check(problem, mapping) == []
        assert simulate(problem, mapping).ok
        shorter = trim_horizon(problem, mapping)
        assert shorter.horizon <= horizon
        assert check(problem, shorter) == []
    return bool(outcome.satisfiable)


def supported(problem: Problem) -> bool:
    """Whether every operation fits some component."""
    return all(
        any(latency_on(problem, op.operator, part) for part in problem.arch.components)
        for op in problem.dfg.operations
    )


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", ["plain", "ports", "files"])
def test_the_oracles_agree(kind: str) -> None:
    """Tests that walking through machine states and the naive model give the same minimum."""
    compared = 0
    for seed in range(0, 160, 4) if kind == "files" else range(40):
        try:
            walked = minimum(problem_of(kind, seed), MOST, EFFORT)
        except TooManyError:
            continue
        assert walked == fewest(kind, seed), seed
        compared += 1
    assert compared > 20


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("group", range(2))
def test_models_decide_every_horizon_as_the_oracle(kind: str, group: int) -> None:
    """Tests that windows and implied constraints change no answer, with any encoding."""
    for seed in range(20 * group, 20 * (group + 1)):
        problem = problem_of(kind, seed)
        for horizon in around(kind, seed):
            wanted = answers(kind, seed)[horizon - 1]
            for number, options in enumerate(MODELS):
                turn = seed + horizon + number
                encodings = Encodings(ONE[turn % len(ONE)], MANY[turn % len(MANY)])
                solver = SOLVERS[turn % len(SOLVERS)]
                found = solved(problem, horizon, solver, encodings, turn % 3, **options)
                assert found == wanted, (seed, horizon, options, encodings)


def test_initial_contents_that_nothing_reads_may_be_left_out() -> None:
    """Tests an element whose only register could hold an unused input in the only context."""
    dfg = Dfg("n", (NEG,), ("a", "b"), (operation("n", "neg", "a"),), ("n",))
    pe = Component("pe", issue=1, capacity=1, initial=InitialContents(("b",)))
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    problem = Problem(dfg, Architecture("one", (memory(), pe), paths, "ext"), 1)
    for horizon in (3, 5):
        assert feasible(problem, horizon)
        assert solved(problem, horizon, windowed=False)
        assert solved(problem, horizon)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_arithmetic_stays_below_the_minimum(kind: str) -> None:
    """Tests that no bound refutes a horizon that has a mapping.

    Operators that no component supports are a matter of their own.
    """
    for seed in range(60):
        problem = problem_of(kind, seed)
        if not supported(problem):
            continue
        try:
            arithmetic = Arithmetic(problem)
            first, _ = arithmetic.first_horizon(MOST)
        except InfeasibleError:
            assert not any(answers(kind, seed)), seed
            continue
        assert not any(answers(kind, seed)[: first - 1]), seed
        for horizon, fits in enumerate(answers(kind, seed), 1):
            assert not fits or arithmetic.refute(horizon) is None, (seed, horizon)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_search_finds_the_minimum(kind: str, jobs: int) -> None:
    """Tests the search with its processes: optimal with the oracle's minimum, or infeasible."""
    for seed in range(200, 205):
        answer = search(CyclesQuestion(problem_of(kind, seed), max_cycles=MOST, jobs=jobs))
        assert answer.cycles == fewest(kind, seed), seed
        assert answer.status == ("infeasible" if answer.cycles is None else "optimal")
        if answer.cycles is not None:
            assert answer.mapping is not None
            assert answer.mapping.horizon == answer.cycles
            assert not any(answers(kind, seed)[: answer.lower_bound - 1])
