"""No mapping needs more cycles than the longest useful horizon."""

from __future__ import annotations

import random

import pytest

from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
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


def slow_problem(seed: int) -> Problem:
    """Effects, in order, behind a row of components in which values wait or pass."""
    source = random.Random(f"longest {seed}")
    inputs = ("a", "b")[: source.choice((1, 1, 2))]
    values, steps = list(inputs), []
    for n in range(source.randint(1, 4)):
        operator = source.choice(OPERATORS)
        distances = [source.choice((0, 0, 0, 0, 1)) for _ in range(operator.arity)]
        read = tuple(Operand(source.choice(values), distance) for distance in distances)
        steps.append(Operation(f"v{n}", operator.name, read))
        values += [] if operator.effect else [f"v{n}"]
    steps.append(Operation("e", "put", (Operand(values[-1]),)))
    names = [step.name for step in steps]
    pairs = [pair for pair in zip(names, names[1:], strict=False) if source.random() < 0.5]
    order = tuple(OrderEdge(*pair) for pair in pairs)
    dfg = Dfg("slow", OPERATORS, inputs, tuple(steps), order=order)
    parts = [Component("mem", initial="all", transient=source.random() < 0.25)]
    parts += [
        Component(
            f"m{n}",
            capacity=source.choice((0, 1, 1, None)),
            transient=source.random() < 0.4,
            holds_intermediates=source.random() < 0.4,
            switch=source.random() < 0.3,
        )
        for n in range(source.randint(0, 4))
    ]
    parts += [
        Component(
            f"pe{n}",
            issue=source.choice((1, 1, 2)),
            capacity=source.choice((0, 1, 1)),
            keeps_arrivals=source.random() < 0.7,
            routing_issues=source.random() < 0.3,
        )
        for n in range(source.choice((1, 1, 2)))
    ]
    places = [part.name for part in parts]
    ends = list(zip(places, places[1:], strict=False))
    ends += [tuple(source.choices(places[1:], k=2)) for _ in range(source.randint(0, 2))]
    paths = tuple(
        Path(f"p{n}", (a,), (b,), 1, latency=source.choice((0, 0, 0, 0, 1, 2)))
        for n, (a, b) in enumerate(ends)
    )
    return Problem(dfg, Architecture("slow", tuple(parts), paths), source.choice((1, 1, 2, 3)))


@pytest.mark.oracle
def test_nothing_is_only_possible_later() -> None:
    """Tests that what has a mapping with more cycles has one with as many as are useful."""
    fits, near = 0, []
    for seed in range(100):
        problem = slow_problem(seed) if seed % 5 else wide_problem(seed, 1 + seed % 2)
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
