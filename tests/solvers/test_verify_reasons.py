"""Reasons against an initiation interval: what arithmetic finds, the verifier finds by itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from models.data.architecture import Architecture, Component, Path, SharedIssue
from models.data.certificate import Crossing, Never, Recurrence, Slots, restated
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge, Pattern, Priority
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search.bounds import Arithmetic
from solvers.verification.crossing import check_crossing
from solvers.verification.directory import RejectedError
from solvers.verification.possible import Possible
from solvers.verification.recurrences import Recurrences
from solvers.verification.rules import Rules
from solvers.verification.scarce import check_slots
from tests.models.decide import decided
from tests.models.wide_problems import wide_problem

ADD = Operator("+", 2, commutative=True, associative=True)
MUL = Operator("*", 2, commutative=True)
PUT = Operator("put", 1, effect=True)
SLOW = Operator("slow", 1, latency=3)
OPERATORS = (ADD, MUL, PUT, SLOW)


def refuted(problem: Problem) -> Recurrence | Slots | Crossing | Never:
    """The fact that arithmetic raises, which the verifier must agree with."""
    with pytest.raises(InfeasibleError) as caught:
        Arithmetic(problem).first_horizon()
    fact = caught.value.fact
    assert fact is not None
    judge(problem, fact)
    return fact


def judge(problem: Problem, fact: Recurrence | Slots | Crossing | Never) -> str:
    """What the verifier says; `RejectedError` where it does not agree."""
    rules = Rules(problem, 1, relaxed=problem.transform != "none")
    if isinstance(fact, Recurrence):
        return Recurrences(rules).check(fact)
    if isinstance(fact, Crossing):
        return check_crossing(rules, fact)
    return (
        check_slots(rules, fact) if isinstance(fact, Slots) else Possible(rules).check_never(fact)
    )


def puts(count: int) -> Dfg:
    operations = tuple(Operation(f"p{n}", "put", (Operand("a"),)) for n in range(count))
    return Dfg("puts", OPERATORS, ("a",), operations)


def elements(*parts: Component, paths: tuple[Path, ...] = (), **fields: Any) -> Architecture:
    return Architecture("elements", parts, paths, **fields)


def test_shared_ports() -> None:
    """Tests slots of a limit on several components, which has to be there."""
    parts = [Component(name, issue=1, initial="all") for name in "pqr"]
    shared = (SharedIssue("port", ("p", "q"), ("put",), 1),)
    arch = elements(*parts, shared=shared)
    fact = refuted(Problem(puts(5), arch, 2))
    assert isinstance(fact, Slots) and fact.units == 4 and fact.resource == "shared issue slots"
    with pytest.raises(RejectedError, match="units are there"):
        judge(Problem(puts(5), elements(*parts), 2), fact)
    loose = (SharedIssue("port", ("p", "q"), ("+",), 1),)
    with pytest.raises(RejectedError, match="units are there"):
        judge(Problem(puts(5), elements(*parts, shared=loose), 2), fact)
    with pytest.raises(RejectedError, match="on r as well"):
        judge(Problem(puts(5), arch, 2), msgspec.structs.replace(fact, components=("p", "q")))


def relay(**fields: Any) -> Problem:
    """The value of f, computed in p, is read in r, and gets there through q alone."""
    operators = (Operator("f", 1), Operator("g", 1, effect=True), Operator("h", 1, effect=True))
    operations = (
        Operation("v", "f", (Operand("a"),)),
        Operation("w", "g", (Operand("v"),)),
        Operation("x", "h", (Operand("a"),)),
    )
    dfg = Dfg("relay", operators, ("a",), operations)
    p = Component("p", issue=1, ops=("f",), initial="all", routing_issues=True)
    q = Component("q", issue=1, ops=("h",), initial="all", routing_issues=True)
    r = Component("r", issue=1, ops=("g",), routing_issues=True, capacity=0)
    q = msgspec.structs.replace(q, **fields)
    paths = (Path("pq", ("p",), ("q",)), Path("qr", ("q",), ("r",)))
    return Problem(dfg, elements(p, q, r, paths=paths), 1)


def test_values_that_must_be_stored_in_passing() -> None:
    """Tests that such a value takes a slot, unless it can get there in another way."""
    problem = relay()
    fact = refuted(problem)
    assert isinstance(fact, Slots) and "v in passing" in fact.items and fact.units == 3
    assert not any(decided(problem, horizon) for horizon in range(1, 9))
    assert decided(msgspec.structs.replace(problem, contexts=2), 8)
    for fields, word in (
        ({"switch": True}, "need not be stored"),
        ({"routing_issues": False}, "need not be stored"),
        ({"ops": ("h", "f")}, "need not be stored"),
    ):
        with pytest.raises(RejectedError, match=word):
            judge(relay(**fields), fact)
    with pytest.raises(RejectedError, match="in q, too"):
        judge(problem, msgspec.structs.replace(fact, components=("p", "r")))
    other = tuple("w in passing" if item == "v in passing" else item for item in fact.items)
    with pytest.raises(RejectedError, match="'w' need not be stored"):
        judge(problem, msgspec.structs.replace(fact, items=other))


def test_widths() -> None:
    """Tests results that one path cannot bring out, and inputs that one cannot bring in."""
    memory = Component("m", initial="all", holds_intermediates=False)
    element = Component("p", issue=9, capacity=9)
    ends = (Path("in", ("m",), ("p",), 1), Path("out", ("p",), ("m",), 2))
    sums = tuple(Operation(f"s{n}", "+", (Operand("a"), Operand("b"))) for n in range(5))
    dfg = Dfg("sums", OPERATORS, ("a", "b"), sums, tuple(one.name for one in sums))
    problem = Problem(dfg, elements(memory, element, paths=ends, external="m"), 1)
    fact = refuted(problem)
    assert isinstance(fact, Slots) and fact.resource in ("entry width", "exit width")
    fact = refuted(msgspec.structs.replace(problem, contexts=2))
    assert isinstance(fact, Slots) and fact.resource == "entry width" and fact.units == 4
    with pytest.raises(RejectedError, match="units are there"):
        wider = (ends[0], msgspec.structs.replace(ends[1], width=3))
        judge(Problem(dfg, elements(memory, element, paths=wider, external="m"), 2), fact)
    with pytest.raises(RejectedError, match="no result"):
        judge(problem, msgspec.structs.replace(fact, items=("a", *fact.items[1:])))


def test_recurrences_take_travel_and_orders() -> None:
    """Tests that least cycles have latencies, ways through switches, and orders in them."""
    operations = (
        Operation("f", "slow", (Operand("g", 1),)),
        Operation("g", "put", (Operand("f"),)),
    )
    dfg = Dfg("loop", OPERATORS, (), operations)
    p, q = Component("p", issue=1, ops=("slow",)), Component("q", issue=1, ops=("put",))
    s = Component("s", capacity=0, switch=True)
    ends = (("p", "s"), ("s", "q"), ("q", "s"), ("s", "p"))
    paths = tuple(Path(f"{a}{b}", (a,), (b,)) for a, b in ends)
    problem = Problem(dfg, elements(p, q, s, paths=paths), 3)
    fact = refuted(problem)
    assert isinstance(fact, Recurrence) and sum(fact.cycles) == 4
    slower = tuple(msgspec.structs.replace(path, latency=1) for path in paths)
    later = refuted(Problem(dfg, elements(p, q, s, paths=slower), 7))
    assert isinstance(later, Recurrence) and sum(later.cycles) == 8
    with pytest.raises(RejectedError, match="not only"):
        judge(problem, later)
    order = (OrderEdge("f", "g"), OrderEdge("g", "f", 1))
    ordered = msgspec.structs.replace(
        puts(2),
        operations=(Operation("f", "put", (Operand("a"),)), Operation("g", "put", (Operand("a"),))),
        order=order,
        priorities=(Priority("f", "g", ">="),),
    )
    both = elements(*(Component(name, issue=2, initial="all") for name in "pq"))
    fact = refuted(Problem(ordered, both, 1))
    assert isinstance(fact, Recurrence) and fact.cycles == (1, 1)
    alone = msgspec.structs.replace(ordered, order=order[1:])
    with pytest.raises(RejectedError, match="not only"):
        judge(Problem(alone, both, 1), fact)


def test_operations_within_others_are_in_no_recurrence() -> None:
    """Tests a circle through an operation that is a result, but that another one may execute."""
    operations = (
        Operation("d", "*", (Operand("acc", 1), Operand("b"))),
        Operation("acc", "+", (Operand("d"), Operand("c"))),
    )
    pattern = (Pattern("mac", ("+", "*", "_", "_", "_")),)
    dfg = Dfg("mac", OPERATORS, ("b", "c"), operations, ("d", "acc"), patterns=pattern)
    parts = (
        Component("m", initial="all"),
        Component("p", issue=1, ops=("mac", "*", "+")),
        Component("q", issue=1, ops=("mac", "*", "+")),
    )
    paths = tuple(Path(s + t, (s,), (t,)) for s in "mpq" for t in "mpq" if s != t)
    problem = Problem(dfg, elements(*parts, paths=paths, external="m"), 1)
    Arithmetic(problem)
    assert decided(problem, 4)
    with pytest.raises(RejectedError, match="within another"):
        judge(problem, Recurrence(1, ("acc", "d"), (1, 1), (1, 0)))


def test_facts_of_random_arrays() -> None:
    """Tests that the verifier finds every fact by itself, and no smaller interval with a mapping.

    The arrays have switches, circles of them, passing values that take slots, and shared limits.
    """
    kinds = set()
    for seed in range(60):
        for contexts in (1, 2):
            problem = wide_problem(seed, contexts)
            try:
                Arithmetic(problem).first_horizon(limit=12)
            except InfeasibleError as error:
                assert error.fact is not None
                judge(problem, error.fact)
                kinds.add(type(error.fact))
                for fewer in range(1, contexts):
                    judge(problem, restated(error.fact, fewer))
                assert not any(decided(problem, horizon) for horizon in (4, 7))
    assert kinds == {Recurrence, Slots, Never}


def test_mappings_obey_what_is_claimed_of_all() -> None:
    """Tests places and least distances against mappings that were found."""
    compared = 0
    for seed in range(40):
        problem = wide_problem(seed, 2)
        try:
            model = build(problem, 7)
        except InfeasibleError:
            continue
        session = SatSession(lower(model.constraints), "glucose4")
        outcome = session.solve()
        session.close()
        if not outcome.satisfiable:
            continue
        mapping = decode(model, outcome.model)
        rules = Rules(problem, 1)
        possible, recurrences = Possible(rules), Recurrences(rules)
        issued = [(i.operation, i.component, i.cycle) for i in mapping.issues]
        for name, component, cycle in issued:
            ways = rules.ways.of[name]
            assert any(component in possible.able(way) for way in ways)
            for value, distance in rules.ways.certain[name] if len(ways) == 1 else ():
                if value not in rules.inputs:
                    least = max(recurrences.steps(value, name, distance))
                    starts = [k for other, _, k in issued if other == value]
                    assert min(starts) + least <= cycle + 2 * distance
                    compared += 1
    assert compared > 10
