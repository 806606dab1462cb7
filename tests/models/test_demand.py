"""Counting demands against resources, and the constraints that follow from full intervals."""

from __future__ import annotations

import numpy as np
import pytest

from models.counting.demand import ENTER, ISSUE, LEAVE, Demand, intervals, units
from models.counting.demands import demands
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.limits import full_intervals
from models.space_time.windows import windows
from models.space_time.xyz import build
from tests.models.decide import decided
from tests.models.mappings import ADD, MUL, memory, operation
from tests.models.moving import moving

NEG = Operator("neg", 1)
OUT = Operator("out", 1, effect=True)


def star(*parts: Component, width: int | None = 1, latency: int = 0) -> Architecture:
    """Elements around an external memory, each with a path in and a path out."""
    paths = [Path(f"i-{p.name}", ("ext",), (p.name,), width, latency) for p in parts]
    paths += [Path(f"o-{p.name}", (p.name,), ("ext",), 1) for p in parts]
    return Architecture("star", (memory(), *parts), tuple(paths), "ext")


def independent(*operators: str) -> Dfg:
    """Operations on one input a, all of them results."""
    steps = [
        operation(f"v{i}", op, *"aa"[: 2 if op in "+*" else 1]) for i, op in enumerate(operators)
    ]
    return Dfg("n", (ADD, MUL, NEG, OUT), ("a",), tuple(steps), tuple(s.name for s in steps))


def counted(problem: Problem, horizon: int) -> list[Demand]:
    index = Index(problem)
    return demands(index, windows(index, horizon))


def demand_of(first: list[int], last: list[int], per_cycle: int = 1) -> Demand:
    names = tuple(f"v{i}" for i in range(len(first)))
    return Demand(ISSUE, ("pe",), per_cycle, names, np.array(first), np.array(last))


def test_operations_compete_in_hall_sets() -> None:
    """Tests that what only some components execute is counted against those alone."""
    both = Component("both", issue=1, ops=("+", "*"))
    adder = Component("adder", issue=2, ops=("+",))
    dfg = independent("+", "*", "*", "+")
    found = [d for d in counted(Problem(dfg, star(both, adder)), 6) if d.resource == ISSUE]
    groups = {d.components: (d.per_cycle, d.items) for d in found}
    assert groups == {("both",): (1, ("v1", "v2")), ("both", "adder"): (3, dfg.results)}
    for demand in found:
        assert set(demand.first.tolist()) == {1}
        assert set(demand.last.tolist()) == {4}


def test_inputs_leave_and_results_enter() -> None:
    """Tests the demands on the external memory: who needs it, when, and how much there is."""
    problem = Problem(
        independent("+", "neg"), star(Component("p", issue=2), Component("q", issue=1))
    )
    found = {d.resource: d for d in counted(problem, 5)}
    assert found[LEAVE].components == found[ENTER].components == ("ext",)
    assert (found[LEAVE].per_cycle, found[LEAVE].items) == (2, ("a",))
    assert (found[LEAVE].first.tolist(), found[LEAVE].last.tolist()) == ([1], [3])
    assert (found[ENTER].per_cycle, found[ENTER].items) == (2, ("v0", "v1"))
    assert (found[ENTER].first.tolist(), found[ENTER].last.tolist()) == ([2, 2], [4, 4])


@pytest.mark.parametrize(("near", "far"), [(True, True), (False, True), (True, False)])
def test_a_value_that_one_reader_gets_no_other_way_is_stored_in_passing(
    near: bool, far: bool
) -> None:
    """Tests a value of `left` that is read there, on `right` beyond `middle`, or in both places."""
    left = Component("left", issue=1, ops=("f", "g"), initial="all", routing_issues=True)
    middle = Component("middle", issue=1, ops=(), routing_issues=True)
    right = Component("right", issue=1, ops=("h",), routing_issues=True, capacity=0)
    paths = (Path("on", ("left",), ("middle",)), Path("off", ("middle",), ("right",)))
    arch = Architecture("row", (left, middle, right), paths)
    operators = (Operator("f", 1), *(Operator(name, 1, effect=True) for name in "gh"))
    readers = [operation(name, name, "v") for name, there in (("g", near), ("h", far)) if there]
    dfg = Dfg("relay", operators, ("a",), (operation("v", "f", "a"), *readers))
    items = {item for demand in counted(Problem(dfg, arch, 1), 9) for item in demand.items}
    assert ("v in passing" in items) == far


def test_units_of_an_interval() -> None:
    """Tests that with contexts every context is counted once."""
    demand = demand_of([1], [9], per_cycle=3)
    assert units(demand, 2, 5, None) == 12
    assert units(demand, 2, 5, 3) == 9
    assert units(demand, 2, 3, 3) == 6


def test_intervals_without_a_unit_to_spare() -> None:
    """Tests which intervals are listed, and that the fullest come first."""
    demand = demand_of([1, 1, 2, 4, 1], [2, 2, 2, 4, 9])
    found = [(i.first, i.last, len(i.items), i.units) for i in intervals(demand, None)]
    assert found == [(1, 2, 3, 2), (2, 2, 1, 1), (4, 4, 1, 1), (1, 4, 4, 4)]
    assert intervals(demand, None)[0].items == ("v0", "v1", "v2")
    assert intervals(demand_of([1, 1], [5, 6]), None) == []
    assert [i.units for i in intervals(demand_of([1, 1, 1], [5, 6, 9]), 2)] == [2, 2]


def test_full_intervals_are_exactly_full() -> None:
    """Tests three operations in three cycles: full; in four cycles: not."""
    problem = Problem(independent("neg", "neg", "neg"), star(Component("p", issue=1)))
    index = Index(problem)
    found = full_intervals(index, windows(index, 5))
    (full,) = (each for each in found if each.demand.resource == ISSUE)
    assert (full.first, full.last, full.items, full.units) == (1, 3, ("v0", "v1", "v2"), 3)
    assert all(f.demand.resource != ISSUE for f in full_intervals(index, windows(index, 6)))
    model = build(problem, 5)
    # Three issue slots, and three cycles of the way out.
    assert model.constraints.clause_count("fill") == 6
    assert build(problem, 6).constraints.clause_count("fill") == 0
    assert build(problem, 5, implied=False).constraints.clause_count("fill") == 0


def transfers(problem: Problem, horizon: int) -> int:
    """How many full intervals of transfers there are."""
    index = Index(problem)
    found = full_intervals(index, windows(index, horizon))
    return sum(interval.demand.resource != ISSUE for interval in found)


@pytest.mark.oracle
def test_full_intervals_of_transfers_cut_no_mapping() -> None:
    """Tests problems with few paths: the answers with and without implied constraints."""
    full = found = 0
    for seed in range(90):
        problem = moving(seed)
        for horizon in range(3, 10):
            try:
                if not transfers(problem, horizon):
                    continue
            except InfeasibleError:
                break
            answer = decided(problem, horizon)
            assert answer == decided(problem, horizon, implied=False), (seed, horizon)
            full += 1
            found += answer
    assert full > 120
    assert found > 30
