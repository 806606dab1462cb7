"""Values that need few paths: refuted intervals have no mapping, and planted ones have one."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from models.counting.crossings import crossings, smallest_cut
from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.verification.crossing import check_crossing
from solvers.verification.rules import Rules
from tests.models.decide import decided, fewest
from tests.models.wide_problems import wide_problem
from tests.seeds import seeds

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
