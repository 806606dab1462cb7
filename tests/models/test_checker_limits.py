"""The checker: stores in passing, limits that components share, and switches."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.data.architecture import Architecture, Component, InitialContents, Path, SharedIssue
from models.data.dfg import Dfg
from models.data.mapping import Held, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    Case,
    adding,
    mapping,
    multiply_add,
    ring,
    rules,
    with_component,
)
from tests.models.switching import ring_of_switches, wandering, with_arch, without

replace = msgspec.structs.replace


def passing_through(contexts: int | None = None, **fields: object) -> Case:
    """Two inputs are stored in a register file with issue slots, and leave it again."""
    dfg = Dfg("pass", (ADD,), ("a", "b"), (), ("a", "b"))
    rom = Component("rom", initial="all")
    file = Component("f", issue=1, routing_issues=True, initial=InitialContents())
    arch = Architecture(
        "pass",
        (rom, file, Component("ext", initial=InitialContents())),
        (Path("in", ("rom",), ("f",)), Path("out", ("f",), ("ext",))),
        "ext",
    )
    return mapping(
        Problem(dfg, replace(arch, **fields), contexts),
        6,
        ["a rom 0 0", "b rom 0 2", "a f 1 2", "b f 3 3", "a ext 3 5", "b ext 4 5"],
        "a in 1,b in 3,a out 3,b out 4",
        "",
    )


@pytest.mark.parametrize(("contexts", "legal"), [(None, True), (1, False), (2, False), (3, True)])
def test_stores_in_passing_take_issue_slots(contexts: int | None, legal: bool) -> None:
    """Tests that stores in passing in cycles 1 and 3 meet where the contexts make them."""
    problem, full = passing_through(contexts)
    assert rules(problem, full) == (set() if legal else {"10 issue"})
    report = simulate(problem, full)
    assert report.ok == legal
    if not legal:
        assert "2 issue slots of f" in str(report.first_difference)
        assert check(with_component(problem, "f", issue=2), full) == []
        assert check(with_component(problem, "f", routing_issues=False), full) == []


@pytest.mark.parametrize(("most", "legal"), [(None, True), (2, True), (1, False), (0, False)])
def test_routes(most: int | None, legal: bool) -> None:
    """Tests that one iteration stores at most so many values in passing."""
    for contexts in (None, 3):
        case = passing_through(contexts, max_routes=most)
        assert rules(*case) == (set() if legal else {"routes"})
        assert simulate(*case).ok == legal
    free = with_arch(
        case,
        components=tuple(replace(part, routing_issues=False) for part in case[0].arch.components),
    )
    assert check(*free) == []


@pytest.mark.parametrize(
    ("contexts", "at_most", "legal"),
    [(None, 1, True), (None, 0, False), (2, 1, True), (1, 1, False), (1, 2, True)],
)
def test_shared_limits(contexts: int | None, at_most: int, legal: bool) -> None:
    """Tests that operations on two elements count together, modulo the contexts."""
    problem, full = ring()
    case = replace(problem, contexts=contexts), replace(full, contexts=contexts)
    limit = SharedIssue("units", ("pe0", "pe1"), ("*", "+"), at_most)
    assert ("shared" in rules(*with_arch(case, shared=(limit,)))) == (not legal)


def test_shared_limits_count_what_is_performed() -> None:
    """Tests that a multi-node operation counts by its own name."""
    case = multiply_add()
    pair = ("pe0", "pe1")
    for op, least in (("mac", 2), ("*", 2), ("+", 0)):
        for at_most in range(3):
            limited = with_arch(case, shared=(SharedIssue("units", pair, (op,), at_most),))
            assert rules(*limited) == (set() if at_most >= least else {"shared"})
            assert simulate(*limited).ok == (at_most >= least)


def test_a_chain_within_one_cycle() -> None:
    """Tests that values pass several switches in a cycle, and none that is no switch."""
    problem, full = ring_of_switches()
    assert check(problem, full) == []
    for name in ("s0", "s1", "s2"):
        assert rules(with_component(problem, name, switch=False), full) == {"5 transfer"}


def test_circles_justify_nothing() -> None:
    """Tests that transfers through a ring of switches must begin where the value was held."""
    problem, full = ring_of_switches()
    around = adding(Transfer("b", "r2", 1))
    assert check(problem, around(full)) == []
    floating = without(around(full), Transfer("b", "in", 1))
    # The transfer that leaves the circle rests on nothing else either.
    assert [violation.rule for violation in check(problem, floating)] == ["5 transfer"] * 4
    later = adding(*(Transfer("b", f"r{n}", 2) for n in range(3)))
    assert rules(problem, later(full)) == {"5 transfer"}


@pytest.mark.parametrize(("most", "broken"), [(None, False), (2, False), (1, True)])
def test_hops(most: int | None, broken: bool) -> None:
    """Tests that a value takes no more hops within a cycle than the architecture allows."""
    case = ring_of_switches(max_hops=most)
    assert rules(*case) == ({"hops"} if broken else set())
    assert simulate(*case).ok == (not broken)


@pytest.mark.oracle
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([None, 1, 2, 3]), st.data())
def test_one_item_more_or_less(seed: int, contexts: int | None, data: st.DataObject) -> None:
    """Tests that checker and simulator agree on random mappings, and on all that are near them."""
    problem, full = wandering(seed, contexts)
    assert simulate(problem, full).ok == (check(problem, full) == [])
    field = data.draw(st.sampled_from(["holds", "transfers"]))
    items = list(getattr(full, field))
    if data.draw(st.booleans()) and items:
        items.remove(data.draw(st.sampled_from(items)))
    else:
        value, cycle = data.draw(st.sampled_from("abd")), data.draw(st.integers(2, 5))
        if field == "holds":
            new: Held | Transfer = Held(
                value, data.draw(st.sampled_from(["f0", "f1", "f2"])), cycle
            )
        else:
            paths = [path.name for path in problem.arch.paths]
            new = Transfer(value, data.draw(st.sampled_from(paths)), cycle)
        assume(new not in items)
        items.append(new)
    near = replace(full, **{field: tuple(items)})
    report = simulate(problem, near)
    assert report.ok == (check(problem, near) == []), report.first_difference
