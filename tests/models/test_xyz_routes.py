"""Stores in passing, closed registers and shared limits: by hand, and with reordered sums."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from models.data.architecture import Architecture, Component
from models.data.computation import Transform
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.space_time.xyz import build
from solvers.search.bounds import Arithmetic
from tests.models.all_orders import every_way
from tests.models.decide import EVERY, decided, under
from tests.models.mappings import ADD, links, memory, operation
from tests.models.naive_model import feasible, feasible_by
from tests.models.random_sums import random_sums
from tests.models.wide_problems import widened

NEG, OUT = Operator("neg", 1), Operator("out", 1, effect=True)
BOTH: tuple[dict[str, bool], ...] = ({}, {"windowed": False})


def fewest(problem: Problem, most: int = 6) -> int | None:
    """The first horizon that has a mapping, by the model with and without windows."""
    found = [
        next((n for n in range(1, most + 1) if decided(problem, n, **options)), None)
        for options in BOTH
    ]
    assert found[0] == found[1]
    return found[0]


def stage(routes: int | None = None, contexts: int | None = None, **fields: object) -> Problem:
    """The input goes through a first element, which negates as well, to a second one."""
    dfg = Dfg(
        "two",
        (NEG, OUT),
        ("a", "b"),
        (operation("n", "neg", "a"), operation("o", "out", "b")),
        ("n",),
    )
    first = Component("first", issue=1, ops=("out",), capacity=2, routing_issues=True)
    parts = (memory(), replace(first, **fields), Component("second", issue=1, ops=("neg",)))
    paths = links("in: ext > first; on: first > second; out: second > ext")
    arch = Architecture("stage", parts, paths, "ext", max_routes=routes)
    return Problem(dfg, arch, contexts)


@pytest.mark.parametrize(
    ("problem", "first"),
    [
        (stage(), 4),
        (stage(routes=1), 4),
        (stage(routes=0), None),
        (stage(routes=0, routing_issues=False), 4),
        (stage(keeps_arrivals=False), None),
        (stage(keeps_arrivals=False, switch=True), 3),
        (stage(switch=True, routes=0), 3),
        (stage(contexts=1), None),
        (stage(contexts=1, issue=2), 4),
        (stage(contexts=1, routing_issues=False), 4),
        (stage(contexts=2), 4),
        (stage(contexts=2, transient=True), 4),
    ],
)
def test_a_value_on_its_way_through_an_element(problem: Problem, first: int | None) -> None:
    """Tests that storing it takes an issue slot, of which there are so many, or is no use."""
    assert fewest(problem) == first
    known = (n for n in range(1, 7) if feasible(problem, n))
    assert next(known, None) == first


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", EVERY)
def test_reordered_sums(how: Transform) -> None:
    """Tests all limits together where values are computed in one of several ways."""
    seen = set()
    for seed in range(9):
        contexts = (None, 1, 2, 3)[seed % 4]
        base = random_sums(seed, contexts=contexts, patterns=seed % 3 != 0, leaves=4)
        problem = under(widened(base, seed), how)
        ways = list(every_way(problem.dfg, "select" if how == "xbtree" else how))
        for horizon in (3, 4, 5):
            wanted = any(feasible_by(problem, each, horizon) for each in ways)
            seen.add(wanted)
            for options in BOTH:
                assert decided(problem, horizon, **options) == wanted, (seed, horizon, options)
            if wanted:
                assert Arithmetic(problem).refute(horizon) is None
    assert seen == {True, False}


@pytest.mark.parametrize(("implied", "first"), [(True, 2), (False, 1)])
def test_what_limits_imply_can_be_left_out(implied: bool, first: int) -> None:
    """Tests when a sum may begin whose terms share one path: without limits, both come at once."""
    dfg = Dfg("sum", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
    paths = links("in: ext > pe w=1; out: pe > ext w=1")
    arch = Architecture("one", (memory(), Component("pe", issue=1)), paths, "ext")
    model = build(Problem(dfg, arch), 5, implied=implied)
    issued = model.z[model.index.value["s"], model.index.component["pe"]]
    assert next(k for k in range(5) if issued[k]) == first


@pytest.mark.parametrize("latency", [1, 3])
def test_a_slow_bus_with_ports(latency: int) -> None:
    """Tests horizons around those at which the first transfer on a slow bus arrives."""
    dfg = Dfg("one", (NEG,), ("a",), (operation("v", "neg", "a"),), ("v",))
    parts = (memory(), Component("p", issue=1, capacity=2, read_ports=1), Component("q", issue=1))
    paths = links(f"in: ext > p w=1; out: p q > ext w=1 l={latency}")
    problem = Problem(dfg, Architecture("a", parts, paths, "ext"))
    # Read and executed in cycle 1, on the bus from cycle 2 on.
    for horizon in range(1, latency + 6):
        assert decided(problem, horizon) == (horizon >= 3 + latency)
        assert decided(problem, horizon, windowed=False) == (horizon >= 3 + latency)
