"""Stores in passing, and limits that several components share, modulo the contexts."""

from __future__ import annotations

import msgspec
import pytest

from models.data.architecture import Architecture, Component, InitialContents, Path, SharedIssue
from models.data.dfg import Dfg, Operator
from models.data.mapping import Held, Issue, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    Case,
    adding,
    links,
    mapping,
    memory,
    multiply_add,
    operation,
    rules,
    with_component,
)
from tests.models.switching import ring_of_switches, with_arch, without

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


def test_what_is_no_store_in_passing() -> None:
    """Tests that keeping a value takes no slot, unless it is forgotten, nor an initial one."""
    problem, full = passing_through()
    none = with_component(problem, "f", issue=0)
    assert rules(none, full) == {"10 issue"} and not simulate(none, full).ok
    assert len(check(none, full)) == 2
    arrives = adding(Transfer("a", "in", 2), Held("a", "rom", 1))
    forgetful = with_component(problem, "f", transient=True)
    assert check(problem, arrives(full)) == []
    assert check(forgetful, arrives(full)) == []
    assert len(check(with_component(forgetful, "f", issue=0), arrives(full))) == 3
    there = with_component(none, "f", initial="all")
    start = without(full, Transfer("a", "in", 1), Transfer("b", "in", 3))
    start = adding(Held("a", "f", 0), *(Held("b", "f", k) for k in range(3)))(start)
    assert check(there, start) == [] and simulate(there, start).ok


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


def test_operations_and_stores_share_the_slots() -> None:
    """Tests that a result is no store in passing, and what arrives beside it is one."""
    problem, full = ring_of_switches(max_routes=0)
    assert check(problem, full) == []
    beside = adding(Held("a", "pe", 1))(full)
    assert rules(problem, beside) == {"10 issue", "routes"}
    wide = with_arch((problem, beside), max_routes=1)
    assert check(with_component(wide[0], "pe", issue=2), beside) == []
    assert simulate(with_component(wide[0], "pe", issue=2), beside).ok
    # A result that also arrives has been computed, whatever the transfer is for.
    back = Path("back", ("pe",), ("pe",))
    loop = with_arch((problem, full), paths=(*problem.arch.paths, back))
    twice = adding(
        Held("a", "ext", 1),
        Held("b", "ext", 1),
        *(Transfer(m.value, m.path, 2) for m in full.transfers if m.path != "out"),
        Issue("d", "pe", 2),
        Transfer("d", "back", 2),
        Held("d", "pe", 2),
    )(full)
    assert check(loop[0], twice) == []


def shared_ports(contexts: int | None, at_most: int) -> Case:
    """Two elements load in cycles 1 and 2, and in one of these both multiply."""
    table = (Operator("load", 1), Operator("*", 1))
    ops = [operation(f"l{n}", "load", "i") for n in range(2)]
    ops += [operation(f"m{n}", "*", f"l{n}") for n in range(2)]
    dfg = Dfg("loads", table, ("i",), tuple(ops), ("m0", "m1"))
    elements = [Component(f"pe{n}", issue=1) for n in range(2)]
    arch = Architecture(
        "row",
        (memory(), *elements),
        links("in: ext > pe0 pe1; out0: pe0 > ext; out1: pe1 > ext"),
        "ext",
        shared=(SharedIssue("port", ("pe0", "pe1"), ("load",), at_most),),
    )
    return mapping(
        Problem(dfg, arch, contexts),
        6,
        [
            "i ext 0 1",
            "l0 pe0 1 2",
            "l1 pe1 2 2",
            "m0 pe0 3 3",
            "m1 pe1 3 3",
            "m0 ext 4 5",
            "m1 ext 4 5",
        ],
        "i in 1,i in 2,m0 out0 4,m1 out1 4",
        "l0 pe0 1,l1 pe1 2,m0 pe0 3,m1 pe1 3",
    )


@pytest.mark.parametrize(
    ("contexts", "at_most", "legal"),
    [(None, 1, True), (None, 0, False), (2, 1, True), (1, 1, False), (1, 2, True)],
)
def test_shared_limits(contexts: int | None, at_most: int, legal: bool) -> None:
    """Tests that operations on several components count together, modulo the contexts."""
    problem, full = shared_ports(contexts, at_most)
    for name in ("pe0", "pe1"):
        problem = with_component(problem, name, issue=2)
    assert rules(problem, full) == (set() if legal else {"shared"})
    assert simulate(problem, full).ok == legal


def test_shared_limits_are_of_operators_and_components() -> None:
    """Tests that other operators, and the same ones elsewhere, are not counted."""
    case = shared_ports(None, 0)
    for limit in (
        SharedIssue("port", ("pe0", "pe1"), ("store",), 0),
        SharedIssue("port", ("ext",), ("load",), 0),
        SharedIssue("port", ("pe0", "pe1"), ("*",), 2),
        SharedIssue("port", ("pe0",), ("*",), 1),
    ):
        assert check(*with_arch(case, shared=(limit,))) == []
    both = SharedIssue("port", ("pe0", "pe1"), ("*", "load"), 1)
    assert rules(*with_arch(case, shared=(both,))) == {"shared"}


def test_shared_limits_count_what_is_performed() -> None:
    """Tests that a multi-node operation counts by its own name."""
    case = multiply_add()
    pair = ("pe0", "pe1")
    for op, least in (("mac", 2), ("*", 2), ("+", 0)):
        for at_most in range(3):
            limited = with_arch(case, shared=(SharedIssue("units", pair, (op,), at_most),))
            assert rules(*limited) == (set() if at_most >= least else {"shared"})
            assert simulate(*limited).ok == (at_most >= least)
