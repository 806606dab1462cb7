"""One operation after the other: legal mappings of whatever there is room for."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.in_turn import execute, in_turn, search
from heuristics.in_turn.earlier import earlier
from heuristics.in_turn.hops import Hops
from heuristics.in_turn.order import depth_first, needs
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.space_time.index import Index
from tests.models.random_problems import random_problem

ARRAYS = (
    "line:5",
    "ring:5",
    "full:4",
    "mesh:3x3,io=all",
    "torus:3x3,io=all",
    "lisa-simple:3x3,io=memory,max_contexts=unlimited",
    "s4:3x3,io=memory,max_contexts=unlimited",
    "sl8:3x3,io=memory,registers=4,max_contexts=unlimited",
    "r4:4x4,io=memory,max_contexts=unlimited",
    "adres:3x3,io=memory",
    "hycube:3x3,io=memory",
    "lisa:3x3,io=memory,max_contexts=unlimited",
)


def judged(problem: Problem, mapping: Mapping) -> None:
    assert mapping.contexts == mapping.horizon
    own = msgspec.structs.replace(problem, contexts=mapping.contexts)
    assert check(own, mapping) == []
    assert simulate(own, mapping, enough_iterations(mapping)).ok


def test_what_is_found_is_legal() -> None:
    """Tests small arrays of all kinds: many have no such mapping."""
    found = 0
    for seed in range(100):
        problem = msgspec.structs.replace(random_problem(seed), contexts=100)
        mapping = in_turn(problem, attempts=2)
        if mapping is not None:
            found += 1
            judged(problem, mapping)
    assert found > 20


def test_values_are_computed_again() -> None:
    """Tests that two registers are enough for what three would wait in: a + (f(a) * f(g(a)))."""
    operations = (
        Operation("a", "c"),
        Operation("b", "f", (Operand("a"),)),
        Operation("d", "f", (Operand("b"),)),
        Operation("e", "+", (Operand("b"), Operand("d"))),
        Operation("g", "+", (Operand("a"), Operand("e"))),
        Operation("h", "put", (Operand("g"),)),
    )
    operators = (
        Operator("c", 0),
        Operator("f", 1),
        Operator("+", 2),
        Operator("put", 1, effect=True),
    )
    problem = Problem(
        Dfg("again", operators, (), operations), architecture_preset("single:registers=2"), 100
    )
    mapping = in_turn(problem, attempts=5)
    assert mapping is not None
    judged(problem, mapping)
    assert sum(issue.operation == "a" for issue in mapping.issues) == 2


def test_trees_take_the_fewest_registers() -> None:
    """Tests the order of a complete tree of depth 4, in which five values wait at most."""
    before = {n: [2 * n, 2 * n + 1] if n < 16 else [] for n in range(1, 32)}
    assert needs(before)[1] == 5
    order = depth_first(before, random.Random(0))
    assert sorted(order) == sorted(before)
    waiting: set[int] = set()
    for i in order:
        assert waiting.issuperset(before[i])
        waiting -= set(before[i])
        waiting.add(i)
        assert len(waiting) <= 5


def cofactors() -> Dfg:
    """Cofactors of a 4x4 matrix, as those of its inverse: six minors that four of eight read."""
    operators = (
        Operator("load", 0, effect=True),
        Operator("*", 2, commutative=True),
        Operator("-", 2),
        Operator("store", 1, effect=True),
    )
    operations: list[Operation] = []

    def add(operator: str, *reads: str) -> str:
        name = f"v{len(operations)}"
        operations.append(Operation(name, operator, tuple(map(Operand, reads))))
        return name

    def product() -> str:
        return add("*", add("load"), add("load"))

    minors = {pair: add("-", product(), product()) for pair in combinations(range(4), 2)}
    for _ in range(2):
        for column in range(4):
            read = [minor for pair, minor in minors.items() if column not in pair]
            terms = [add("*", add("load"), minor) for minor in read]
            add("store", add("-", add("-", *terms[:2]), terms[2]))
    return Dfg("cofactors", operators, (), tuple(operations))


def test_where_nothing_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests paths that all lead right or down: what is read often stays above its readers."""
    problem = Problem(cofactors(), architecture_preset("systolic:3x3"), 2_000)
    assert Hops(Index(problem)).lost[:3] == pytest.approx([0, 1 / 3, 2 / 3])
    mapping = in_turn(problem, attempts=4)
    assert mapping is not None
    judged(problem, mapping)
    monkeypatch.setattr(execute, "DOWNSTREAM", 0)
    assert in_turn(problem, attempts=4) is None


def one_by_one(monkeypatch: pytest.MonkeyPatch, problem: Problem) -> Mapping | None:
    """The mapping in which nothing overlaps."""
    with monkeypatch.context() as patched:
        patched.setattr(search, "earlier", lambda problem, mapping: mapping)
        return in_turn(problem, attempts=4)


def test_overlap_of_small_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests small arrays of all kinds: what is carried on, or tied otherwise, stays as it is."""
    shorter = 0
    for seed in range(60):
        problem = msgspec.structs.replace(random_problem(seed), contexts=100)
        mapping = one_by_one(monkeypatch, problem)
        if mapping is not None:
            own = msgspec.structs.replace(problem, contexts=mapping.contexts)
            found = earlier(own, mapping)
            judged(problem, found)
            shorter += found.horizon < mapping.horizon
            assert found.horizon <= mapping.horizon
            assert found == mapping or not problem.dfg.max_distance
    assert shorter > 2


def test_cycles_are_no_more_than_they_were() -> None:
    """Tests the sum of the cycles of a loop on arrays of all kinds, with a tolerance."""
    dfg, cycles = random_loop(12, 4), 0
    for array in ARRAYS:
        problem = Problem(dfg, architecture_preset(array), 10_000)
        mapping = in_turn(problem, attempts=6)
        assert mapping is not None, array
        assert mapping == in_turn(problem, attempts=6)
        judged(problem, mapping)
        cycles += mapping.horizon
    assert cycles <= 1.02 * 288, cycles
