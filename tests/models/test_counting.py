"""Demands on resources, crossings, and the longest useful horizon."""

from __future__ import annotations

import random
from itertools import chain, combinations

import numpy as np
import pytest

from models.counting.crossings import crossings, smallest_cut
from models.counting.demand import ENTER, ISSUE, LEAVE, Demand, intervals, units
from models.counting.demands import demands
from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.limits import full_intervals
from models.space_time.windows import windows
from solvers.verification.crossing import check_crossing
from solvers.verification.rules import Rules
from tests.models.decide import decided, fewest
from tests.models.mappings import ADD, MUL, memory, operation
from tests.models.moving import moving
from tests.models.wide_problems import wide_problem
from tests.seeds import seeds

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


OPERATORS = (Operator("+", 2, commutative=True, associative=True), Operator("put", 1, effect=True))


def fed(seed: int, contexts: int) -> Problem:
    """Sums that elements compute, and a memory unit behind a few links stores."""
    source = random.Random(f"crossing {seed} {contexts}")
    count = source.choice((1, 2, 2, 3))
    names = [f"pe{n}" for n in range(source.choice((1, 2)))]
    mixed = source.random() < 0.4
    parts = [
        Component("m", issue=source.choice((1, 2, 3)), ops=("put", "+") if mixed else ("put",)),
        *(Component(name, issue=2, ops=("+",), initial="all") for name in names),
    ]
    paths = [Path(f"{name}->m", (name,), ("m",), 1) for name in names]
    if mixed:
        paths.append(Path("m->pe0", ("m",), ("pe0",), None))
    if len(names) > 1:
        paths.append(Path("across", ("pe0",), ("pe1",), source.choice((1, None))))
        if source.random() < 0.4:
            paths = [path for path in paths if path.name != "pe1->m"]
    sums = [
        Operation(f"s{n}", "+", (Operand("a"), Operand(f"s{n}", 1) if n % 2 else Operand("b")))
        for n in range(count)
    ]
    stores = [
        Operation(f"p{n}", "put", (Operand(f"s{n % count}", source.choice((0, 0, 1))),))
        for n in range(source.choice((count, count + 1)))
    ]
    dfg = Dfg("fed", OPERATORS, ("a", "b"), (*sums, *stores))
    return Problem(dfg, Architecture("feeding", tuple(parts), tuple(paths)), contexts)


def test_refuted_intervals_have_no_mapping() -> None:
    """Tests that the verifier agrees, and that the exact model has no mapping either."""
    found = kinds = 0
    for seed in range(60):
        for contexts in (1, 2):
            problem = fed(seed, contexts)
            for fact in crossings(Index(problem, relaxed=True), contexts):
                assert check_crossing(Rules(problem, 1), fact).startswith("crossing: ")
                assert not any(decided(problem, horizon) for horizon in (4, 6))
                found += 1
                kinds |= 1 if fact.operations else 2
    assert found >= 40 and kinds == 3


@seeds(range(30))
def test_the_smallest_cut_is_the_smallest(seed: int) -> None:
    """Tests all sets of the paths of small arrays."""
    source = random.Random(f"cut {seed}")
    names = [f"c{n}" for n in range(5)]
    paths = []
    for n in range(7):
        ends = source.sample(names, 3)
        cuts = source.randint(1, 2)
        width = source.choice((1, 1, 2, 3, None))
        paths.append(Path(f"p{n}", tuple(ends[:cuts]), tuple(ends[cuts:]), width))
    arch = Architecture("random", tuple(map(Component, names)), tuple(paths))
    limited = [path for path in paths if path.width is not None]
    subsets = chain(*(combinations(limited, n) for n in range(len(limited) + 1)))
    widths = [
        sum(path.width or 0 for path in chosen)
        for chosen in subsets
        if "c4" not in reached(arch, {path.name for path in chosen})
    ]
    cut = smallest_cut(arch, (0,), (4,))
    assert (None if cut is None else cut.width) == min(widths, default=None)
    if cut is not None:
        assert "c4" not in reached(arch, set(cut.paths))


def reached(arch: Architecture, without: set[str]) -> set[str]:
    """The components that something gets to from the first one."""
    found = {"c0"}
    while True:
        new = {
            target
            for path in arch.paths
            if path.name not in without and found & set(path.sources)
            for target in path.targets
        }
        if new <= found:
            return found
        found |= new


PUT = Operator("put", 1, effect=True)


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
        found = fewest(problem, 1, min(longest, 24))
        if found is not None:
            fits += 1
            near.append(longest - found)
        elif longest < 24:
            assert fewest(problem, 24, longest + 12) is None, seed
    assert fits > 15
    assert min(near) < 10
