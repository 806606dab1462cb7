"""Breaking symmetries, and asking for interchangeable results in order, loses no answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component, Path
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operand, Operation
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.symmetry_breaking import break_symmetry, rule_arrival, rule_placement
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from models.symmetry.check import is_automorphism
from models.symmetry.symmetry import Symmetry
from tests.models.copies import copied
from tests.models.decide import judge, solved, under
from tests.models.naive_model import feasible
from tests.models.random_problems import OPERATORS, random_problem
from tests.models.random_sums import random_sums
from tests.models.wide_problems import symmetric_problem

MOST = 9
"""Horizons beyond are not tried."""

LARGE = 4000
"""Variables of a model that takes too long here."""


def satisfiable(model: XyzModel) -> bool:
    found = solved(model)
    if found is not None:
        judge(model.problem, found)
    return found is not None


def compared(problem: Problem, *, windowed: bool = True, turned: bool = True) -> int:
    """The number of horizons at which a mapping stays when its results arrive in order.

    The shortest, and one more: a horizon without any mapping can lose none.
    """
    found = 0
    for horizon in range(2, MOST + 1):
        try:
            model = build(problem, horizon, windowed=windowed)
        except InfeasibleError:
            break
        if model.constraints.variables > LARGE:
            break
        if satisfiable(model):
            if rule_arrival(model, turned=turned) is None:
                break
            assert satisfiable(model), (problem.arch.name, horizon)
            found += 1
            if found == 2:
                break
    return found


def pipelined(seed: int) -> Problem:
    return random_problem(seed, 2 + seed % 3)


def sums(seed: int) -> Problem:
    hows: tuple[Transform, ...] = ("enumerate", "xbtree", "select", "chain")
    contexts = None if seed % 3 else 2
    problem = random_sums(seed, contexts=contexts, patterns=seed % 2 == 0, leaves=3)
    return under(problem, hows[seed % len(hows)])


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    ("kind", "count", "least"),
    [(random_problem, 90, 50), (pipelined, 90, 15), (sums, 60, 40)],
)
def test_nothing_is_lost(kind: Callable[[int], Problem], count: int, least: int) -> None:
    """Tests that random problems with copies have a mapping in order where they have any."""
    asked = 0
    for seed in range(count):
        problem = copied(kind(seed), 2 + seed % 5 // 4, seed)
        asked += compared(problem, windowed=seed % 4 > 0, turned=seed % 3 > 0)
    assert asked >= least


@pytest.mark.parametrize("how", ["none", "enumerate"])
def test_ring(how: Transform) -> None:
    """Tests that the rows of a product are a chain, and every exchange in it a symmetry."""
    problem = Problem(*ring(4, mac="pattern"), None, how)
    model = build(problem, 7)
    arrival = rule_arrival(model)
    assert arrival is not None and model.constraints.clause_count("arrival")
    (chain,) = arrival.chains
    assert chain.results == problem.dfg.results
    assert arrival.first == arrival.paths[:1] and len(arrival.paths) == 4
    parts = {part.name: part.name for part in problem.arch.components}
    paths = {path.name: path.name for path in problem.arch.paths}
    for n, exchange in enumerate(chain.exchanges):
        values = {value: exchange.get(value, value) for value in problem.dfg.values}
        assert is_automorphism(problem, (), Symmetry(values, parts, paths)) is None
        moved = {name for name in problem.dfg.results if values[name] != name}
        assert moved == set(chain.results[n : n + 2])
    unturned = rule_arrival(build(problem, 7), turned=False)
    assert unturned is not None and unturned.chains == arrival.chains
    assert set(unturned.first) == set(unturned.paths) == set(arrival.paths)
    assert not unturned.symmetries


def graph(results: tuple[str, ...], *operations: tuple[str, str, str], **more: object) -> Dfg:
    made = tuple(
        Operation(name, operator, tuple(map(Operand, read.split())))
        for name, operator, read in operations
    )
    return Dfg("graph", OPERATORS, ("a", "b", "c"), made, results, **more)


def line(*out: Path, **external: object) -> Architecture:
    """Two elements, one of which the external memory feeds; by default both deliver to it."""
    parts = (Component("ext", initial="all", **external),)
    parts += tuple(Component(f"pe{n}", issue=1, capacity=3) for n in range(2))
    inner = (Path("in", ("ext",), ("pe0",), 1), Path("over", ("pe0",), ("pe1",), 1))
    own = (Path("out0", ("pe0",), ("ext",), 1), Path("out1", ("pe1",), ("ext",), 1))
    return Architecture("line", parts, (*inner, *(out or own)), "ext")


TWINS = graph(("p", "q"), ("p", "f", "a"), ("q", "f", "b"))


def chained(problem: Problem) -> list[tuple[str, ...]]:
    model = build(problem, 8)
    before = len(model.constraints.clauses)
    arrival = rule_arrival(model)
    if arrival is None:
        assert len(model.constraints.clauses) == before
        return []
    return [chain.results for chain in arrival.chains]


@pytest.mark.parametrize(
    "arch",
    [
        line(capacity=9),
        line(transient=True),
        line(issue=1),
        line(Path("bus", ("pe1",), ("pe0", "ext"), 1), Path("out", ("pe0",), ("ext",), 1)),
    ],
)
def test_not_collected(arch: Architecture) -> None:
    """Tests that nothing is assumed where results may get lost, or lead on at once."""
    assert chained(Problem(TWINS, arch)) == []


def test_equal_constants() -> None:
    """Tests the same of partial results that differ in the name of an equal constant only."""
    constants = (Constant("k", 5), Constant("l", 5))
    sum_ = [("u", "+", "a k"), ("p", "+", "u c"), ("v", "+", "b l"), ("q", "+", "v c")]
    dfg = graph(("p", "q"), *sum_, constants=constants)
    assert chained(Problem(dfg, line())) == [("p", "q")]
    assert chained(Problem(dfg, line(), None, "enumerate")) == []
    same = graph(("p", "q"), *sum_[:2], ("v", "+", "b k"), sum_[3], constants=constants)
    assert chained(Problem(same, line(), None, "enumerate")) == [("p", "q")]


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("rule", [rule_placement, rule_arrival, break_symmetry])
def test_no_rule_loses_anything(rule: Callable[[XyzModel], object]) -> None:
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
