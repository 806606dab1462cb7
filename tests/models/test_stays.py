"""Tests of circles of stays against a model in which every register has a number."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pysat.solvers import Solver

from models.counting.lifetimes import latest, stays
from models.counting.stays import StayCircles, stay_note
from models.data.architecture import Architecture, Component, Path
from models.data.certificate import RegisterFiles, Stays
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Kind, Problem
from models.register_files.registers import FOR_EVER
from solvers.verification.rules import Rules
from solvers.verification.stays import StayRules
from tests.models.naive_model import _Formula
from tests.models.naive_registers import _registers

OPERATORS = (
    Operator("f", 1),
    Operator("g", 2),
    Operator("get", 1, effect=True),
    Operator("slow", 1, latency=2),
)
KINDS: tuple[Kind | None, ...] = ("static", "unroll", "own", "moves", None)


def array(source: random.Random, moves: bool) -> Architecture:
    """One or two units; each keeps its results, or passes them to registers that it alone reads."""
    memory = Component("mem", initial="all", holds_intermediates=False)
    parts, ends = [memory], []
    units = ["p", "q"][: source.randint(1, 2)]
    for name in units:
        apart = source.random() < 0.6
        own = Component(
            name,
            issue=1,
            capacity=1 if apart else source.choice((1, 2, 3)),
            transient=apart and source.random() < 0.6,
            keeps_arrivals=moves,
            routing_issues=source.random() < 0.3,
            file=source.choice((None, "static", "moves")),
        )
        parts.append(own)
        ends.append(("mem", name))
        if apart:
            parts.append(Component(f"r{name}", capacity=source.choice((1, 2, 3))))
            ends += [(name, f"r{name}"), (f"r{name}", name)]
    ends += [("p", "q"), ("q", "p")] if len(units) > 1 else []
    paths = tuple(Path(f"{a}>{b}", (a,), (b,), latency=int(source.random() < 0.1)) for a, b in ends)
    most = source.choice((None, 0)) if moves else None
    return Architecture("still", tuple(parts), paths, max_contexts=4, max_routes=most)


def loop(source: random.Random) -> Dfg:
    """Up to four operations with effects or for the next ones, some of iterations before."""
    count = source.randint(2, 4)
    names = [f"v{n}" for n in range(count)]
    operations = []
    for n, name in enumerate(names):
        operator = source.choice(("f", "g", "g", "get", "slow")) if n < count - 1 else "get"
        reads = [Operand(source.choice(["a", *names[:n]])) for _ in range(1 + (operator == "g"))]
        if source.random() < 0.6:
            reads[-1] = Operand(source.choice(names), source.randint(1, 3))
        operations.append(Operation(name, operator, tuple(reads)))
    return Dfg("loop", OPERATORS, ("a",), tuple(operations), ())


def drawn(seed: int) -> Problem:
    source = random.Random(f"stays {seed}")
    arch = array(source, source.random() < 0.3)
    once, kind = source.random() < 0.5, source.choice(KINDS)
    return Problem(loop(source), arch, 1, recompute=not once, files=kind)


def exists(problem: Problem, horizon: int) -> bool:
    """Whether values can be moved, and kept in numbered registers, with so many cycles."""
    kind: RegisterFiles = problem.files or "counted"
    rounds = range(1, 1 + (4 // (problem.contexts or 1) if kind == "unroll" else 1))
    for turns in rounds:
        with Solver("minicard") as solver:
            formula = _Formula(problem, horizon, solver)
            formula.state()
            if kind != "counted":
                _registers(formula, kind, turns)
            for operation in () if problem.recompute else problem.dfg.operations:
                places = problem.arch.components
                every = [z for c in places for _, _, z, _, _ in formula.starts(operation.name, c)]
                formula.at_most_of_all(1, every)
            if not formula.broken and solver.solve():
                return True
    return False


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("part", range(6))
def test_what_is_refuted_has_no_mapping(part: int, amount: Callable[[int], int]) -> None:
    """Tests that circles exist only where no mapping has addresses, and that they are verified."""
    refuted, again, mapped = 0, 0, 0
    for seed in range(part, 6 * amount(60), 6):
        problem = drawn(seed)
        circles = StayCircles(problem)
        for contexts in (1, 2, 3):
            fact = circles.at(contexts)
            own = problem.at(contexts)
            if fact is None:
                mapped += exists(own, 8 + 3 * contexts) if seed // 6 % 4 == 0 else 0
                continue
            refuted += 1
            again += problem.recompute
            assert not exists(own, 10 + 4 * contexts), (seed, contexts)
            files = problem.files or "counted"
            assert "stays" in StayRules(Rules(problem, 1), files).check(fact)
    assert amount(60) < 60 or (refuted > 15 and again > 3 and mapped > 3)


def test_larger_intervals() -> None:
    """Tests that a circle refutes all IIs from the first one on."""
    lasting = 0
    for seed in range(160):
        problem = drawn(seed)
        found = StayCircles(problem).from_on(6)
        if found is None:
            continue
        lasting += 1
        circles = StayCircles(problem)
        first = next(n for n in range(1, 7) if circles.restated(found[1], n).excess > 0)
        assert first == found[0]
        for contexts in (found[0], found[0] + 1, 7, 40):
            # The recurrence of other operations may be found instead.
            fact = StayCircles(problem).at(contexts)
            again = fact or StayCircles(problem).restated(found[1], contexts)
            assert again.excess > 0
            StayRules(Rules(problem, 1), problem.files or "counted").check(again)
    assert lasting > 5


def still(distance: int, **fields: object) -> Problem:
    """v is read by w in the same iteration, and with w `distance` iterations later, by x."""
    dfg = Dfg(
        "late",
        OPERATORS,
        ("a",),
        (
            Operation("v", "f", (Operand("a"),)),
            Operation("w", "f", (Operand("v"),)),
            Operation("x", "g", (Operand("w"), Operand("v", distance))),
            Operation("y", "get", (Operand("x"),)),
        ),
        (),
    )
    parts = (
        Component("mem", initial="all", holds_intermediates=False),
        Component("p", issue=1, capacity=1, transient=True, keeps_arrivals=False),
        Component("rf", capacity=4),
    )
    ends = [("mem", "p"), ("p", "rf"), ("rf", "p"), ("p", "p")]
    paths = tuple(Path(f"{a}>{b}", (a,), (b,)) for a, b in ends)
    return Problem(dfg, Architecture("still", parts, paths), 1, **fields)  # type: ignore[arg-type]


def test_one_circle() -> None:
    """Tests the circle of a value that is read in the next iteration but one.

    v is kept until T cycles after it was written, one after its issue; x comes two cycles after v.
    """
    circles = StayCircles(still(2, files="static", recompute=False))
    due = Stays(3, "static", ("v", "w", "x"), (False, False, True), (1, 1, 4), (0, 0, 2))
    found = circles.at(3)
    assert found is not None and found.excess == due.excess == 2 + 6 - 4
    pairs = {*zip(found.operations, found.reads, found.cycles, found.distances, strict=True)}
    assert pairs == {*zip(due.operations, due.reads, due.cycles, due.distances, strict=True)}
    assert circles.from_on(9) is not None
    assert StayCircles(still(0, files="static", recompute=False)).at(3) is None
    # Four registers keep it for four IIs, where it may change its register.
    assert StayCircles(still(2, files="moves", recompute=False)).at(3) is None
    assert StayCircles(still(5, recompute=False)).at(3) is not None
    # Computed twice, v can be read late.
    assert StayCircles(still(2, files="static")).at(3) is None
    note = stay_note(still(2, files="static"), 3)
    assert note is not None and "'x' reads 'v' of 2 iterations before" in note
    assert "--register-files unroll or rotating, or copies" in note
    note = stay_note(still(6), 3)
    assert note is not None and "registers keep it for at most" in note and "--" not in note
    assert stay_note(still(0, files="static"), 3) is None
    reordered = replace(still(2, files="static"), transform="enumerate")
    assert stay_note(reordered, 3) is None and StayCircles(reordered).at(3) is None


def test_no_limit() -> None:
    """Tests values that can go round, wait in a memory, or in registers without a number."""
    problem = still(2, files="static", recompute=False)
    arch = problem.arch
    for changed in (
        replace(arch, paths=(*arch.paths, Path("self", ("rf",), ("rf",), latency=1))),
        replace(arch, components=(*arch.components[:2], Component("rf"))),
        replace(
            arch,
            components=(*arch.components, Component("store")),
            paths=(
                *arch.paths,
                Path("in", ("rf",), ("store",)),
                Path("out", ("store",), ("p",)),
            ),
        ),
    ):
        assert StayCircles(replace(problem, arch=changed)).at(3) is None
    assert stays(problem.at(3)) == [FOR_EVER, 1, 3]


def test_walks() -> None:
    """Tests the longest walks from two starts, and what lies behind a circle."""
    edges = [[(1, 2), (2, 5)], [(2, 4)], [], [(4, 1)], [(3, 0), (2, 1)]]
    assert latest(edges, {0: 1}) == {0: 1, 1: 3, 2: 7}
    assert latest(edges, {0: 1, 1: 9}) == {0: 1, 1: 9, 2: 13}
    assert latest(edges, {3: 0, 0: 0}) == {0: 0, 1: 2, 2: FOR_EVER, 3: FOR_EVER, 4: FOR_EVER}


def test_circles_end_with_the_budget() -> None:
    """Tests that no circle is looked for when the time is over."""
    problem = still(2, files="static", recompute=False)
    assert StayCircles(problem).at(3) is not None
    assert StayCircles(problem, lambda: True).at(3) is None


def test_a_limit_of_contexts_concerns_unrolled_files_only() -> None:
    """Tests that a circle of other files refutes all larger IIs, whatever the limit is."""
    found = 0
    for seed in range(60):
        problem = drawn(seed)
        plain = StayCircles(problem).from_on(6)
        arch = replace(problem.arch, max_contexts=64)
        limited = StayCircles(replace(problem, arch=arch)).from_on(6)
        unrolled = problem.files in ("unroll", "own")
        assert (limited is None) if unrolled or plain is None else limited == plain
        found += plain is not None and not unrolled
    assert found
