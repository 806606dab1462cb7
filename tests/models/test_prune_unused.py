"""Reducing keeps mappings legal, and leaves nothing that could go as well."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from models.cleanup.prune_unused import prune_unused
from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from tests.models.mappings import (
    ADD,
    EVERY,
    Case,
    adding,
    issue,
    links,
    mapping,
    multiply_add,
    operation,
    operations,
    regrouped,
    ring,
    running_sum,
)


def single_removals(full: Mapping) -> Iterator[tuple[object, Mapping]]:
    for field in ("holds", "transfers", "issues"):
        items = getattr(full, field)
        for place, item in enumerate(items):
            rest = items[:place] + items[place + 1 :]
            yield item, msgspec.structs.replace(full, **{field: rest})


def assert_necessary(problem: Problem, full: Mapping) -> None:
    assert check(problem, full) == []
    for item, less in single_removals(full):
        assert check(problem, less), f"{item} is not needed"


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_single_removals(case: Case) -> None:
    """Tests that a tidied mapping is legal, and illegal without any one of its items."""
    problem, full = case
    assert_necessary(problem, prune_unused(problem, full))


@pytest.mark.parametrize("case", EVERY.values(), ids=EVERY)
def test_idempotent(case: Case) -> None:
    """Tests that reducing twice, or in another order of the items, changes nothing."""
    problem, full = case
    once = prune_unused(problem, full)
    assert prune_unused(problem, once) == once
    turned = {f: getattr(full, f)[::-1] for f in ("holds", "transfers", "issues")}
    assert prune_unused(problem, msgspec.structs.replace(full, **turned)) == once


def test_superfluous_items_go() -> None:
    """Tests that items which only the solver wanted are removed, and the rest is sorted."""
    problem, full = ring()
    more = msgspec.structs.replace(
        full,
        holds=(*full.holds, Held("c", "ext", 3), Held("b", "pe0", 2), Held("a", "pe0", 2)),
        transfers=(*full.transfers, Transfer("a", "in1", 1)),
        issues=(*full.issues, Issue("p", "pe0", 3)),
    )
    slim = prune_unused(problem, more)
    assert slim == prune_unused(problem, full)
    assert set(slim.holds) == set(full.holds)
    assert [held.cycle for held in slim.holds] == sorted(held.cycle for held in slim.holds)


def test_prefers_holding() -> None:
    """Tests that a value is held rather than transferred or computed again."""
    problem, full = ring()
    again = [Transfer("a", "in0", 2)]
    more = msgspec.structs.replace(full, transfers=(*full.transfers, *again))
    assert set(prune_unused(problem, more).transfers) == set(full.transfers)


def test_twice_supported() -> None:
    """Tests that a hold goes when what it is for is there by something kept anyway."""
    dfg = Dfg(
        "both",
        (ADD,),
        ("a",),
        (operation("d", "+", "a", "a"), operation("s", "+", "d", "a")),
        ("s",),
    )
    problem, full = mapping(
        Problem(dfg, ring()[0].arch),
        4,
        ["a ext 0 1", "a pe0 1 1", "d pe0 1 1", "s pe0 2 2", "s ext 3 3"],
        "a in0 1,a in0 2,s out0 3",
        "d pe0 1,s pe0 2",
    )
    slim = prune_unused(problem, full)
    assert_necessary(problem, slim)
    assert len(slim.transfers) == 2 and Held("a", "pe0", 1) in slim.holds


def test_port_limits_survive() -> None:
    """Tests that on a ported bus a support stays when its removal would need another port."""
    dfg = Dfg("pass", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("a", "s"))
    one = {"read_ports": 1, "initial": "all"}
    arch = Architecture(
        "two memories",
        (
            Component("m0", **one),
            Component("m1", **one),
            Component("pe", issue=1),
            Component("ext"),
        ),
        links("in0: m0 m1 > pe w=1; in1: m0 m1 > pe w=1; out: pe > ext w=1"),
        "ext",
    )
    problem, full = mapping(
        Problem(dfg, arch),
        4,
        [f"{value} {place} 0 0" for value in "ab" for place in ("m0", "m1")]
        + ["a pe 1 1", "s pe 1 2", "a ext 2 3", "s ext 3 3"],
        "a in0 1,b in1 1,a out 2,s out 3",
        "s pe 1",
    )
    assert check(problem, full) == []
    slim = prune_unused(problem, full)
    assert_necessary(problem, slim)
    assert {held.component for held in slim.holds if held.cycle == 0} == {"m0", "m1"}


def test_nothing_to_keep() -> None:
    """Tests that an empty or foreign mapping is returned without items, not refused."""
    problem, full = ring()
    empty = msgspec.structs.replace(full, holds=(), transfers=(), issues=())
    assert prune_unused(problem, empty) == empty
    odd = msgspec.structs.replace(empty, holds=(Held("?", "nowhere", -3),))
    assert prune_unused(problem, odd) == empty


def test_what_issues_perform_stays() -> None:
    """Tests that issues keep what they perform, and intermediates of use their definitions."""
    for problem, full in (multiply_add(), regrouped(), running_sum()):
        slim = prune_unused(problem, full)
        assert set(slim.issues) == set(full.issues)
        assert slim.intermediates == full.intermediates


def test_unused_intermediates_go() -> None:
    """Tests that those stay that items or other definitions refer to, in their order."""
    problem, full = running_sum()
    (u,) = full.intermediates
    base, idle = operation("base", "+", "b", "a"), operation("idle", "+", "base", "u")
    made = (base, msgspec.structs.replace(u, operands=u.operands[::-1]), idle)
    assert (
        prune_unused(problem, msgspec.structs.replace(full, intermediates=made)).intermediates
        == made[1:2]
    )
    chained = (base, operation("u", "+", "base", "a"), idle, operation("?", "nothing"))
    found = prune_unused(problem, msgspec.structs.replace(full, intermediates=chained))
    assert found.intermediates == chained[:2]
    deep = (base, *operations("o + base a; p + o a; q + p a; u + q a"))
    found = prune_unused(problem, msgspec.structs.replace(full, intermediates=deep))
    assert found.intermediates == deep
    read = adding(issue("s pe 2 + idle s@1"))(msgspec.structs.replace(full, issues=full.issues[:1]))
    found = prune_unused(problem, msgspec.structs.replace(read, intermediates=made))
    assert found.intermediates == made


def test_needs_are_those_of_what_is_performed() -> None:
    """Tests that what only the operation of the graph would read is removed."""
    problem, full = multiply_add()
    more = adding(
        Held("p_0_0", "pe0", 4), Held("x_1", "pe0", 4), issue("p_0_1 pe0 4"), issue("y_0 pe0 5")
    )
    assert prune_unused(problem, more(full)) == prune_unused(problem, full)
