"""No mapping needs more cycles than the longest useful horizon."""

from __future__ import annotations

import pytest

from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.wide_problems import wide_problem

PUT = Operator("put", 1, effect=True)
OPERATORS = (
    PUT,
    Operator("f", 1),
    Operator("+", 2),
    Operator("slow", 1, latency=3),
    Operator("both", 2, effect=True),
)


def first(problem: Problem, most: int) -> int | None:
    """The fewest cycles that have a mapping."""
    index = Index(problem)
    for horizon in range(1, most + 1):
        try:
            model = build(problem, horizon, index=index)
        except InfeasibleError:
            return None
        session = SatSession(lower(model.constraints), "cadical195")
        found = session.solve().satisfiable
        session.close()
        if found:
            return horizon
    return None


def relay(count: int, **fields: object) -> Problem:
    """An input goes through `count` components to an element that puts it out."""
    names = ["mem", *(f"m{n}" for n in range(count)), "pe"]
    middle = (Component(name, **fields) for name in names[1:-1])
    parts = (Component("mem", initial="all"), *middle, Component("pe", issue=1, capacity=0))
    ends = zip(names, names[1:], strict=False)
    paths = tuple(Path(f"p{n}", (a,), (b,), 1) for n, (a, b) in enumerate(ends))
    dfg = Dfg("put", (PUT,), ("a",), (Operation("e", "put", (Operand("a"),)),))
    return Problem(dfg, Architecture("relay", parts, paths), 1)


def test_without_a_limit() -> None:
    """Tests what has none: no contexts, and places where any number of values can wait."""
    problem = relay(2, capacity=1)
    wide = Path("wide", ("mem",), ("pe",), latency=1)

    def longest(contexts: int | None, *paths: Path, **fields: object) -> int | None:
        base = relay(2, **fields)
        arch = Architecture("a", base.arch.components, (*base.arch.paths, *paths))
        return longest_useful_horizon(Index(Problem(problem.dfg, arch, contexts)))

    loop = Path("loop", ("m0",), ("m0",))
    assert longest(None, capacity=1) is None
    assert longest(1, capacity=1) == longest_useful_horizon(Index(problem))
    assert longest(1, wide, capacity=1) is None
    assert longest(1, loop, capacity=1) is not None
    assert longest(1, loop, capacity=None, transient=True) is None
    assert longest(1, loop, capacity=None, transient=True, keeps_arrivals=False) is not None


@pytest.mark.oracle
def test_nothing_is_only_possible_later() -> None:
    """Tests that what has a mapping with more cycles has one with as many as are useful."""
    fits, near = 0, []
    for seed in range(100):
        problem = wide_problem(seed, 1 + seed % 2)
        longest = longest_useful_horizon(Index(problem))
        if longest is None:
            continue
        found = first(problem, min(longest, 24))
        if found is not None:
            fits += 1
            near.append(longest - found)
        elif longest < 24:
            assert first(problem, longest + 12) is None, seed
    assert fits > 15
    assert min(near) < 10
