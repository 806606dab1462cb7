"""Switches, stores in passing, hop limits and shared limits, as the checker judges them."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.mapping import Held, Issue, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    adding,
    links,
    mapping,
    memory,
    operation,
    rules,
    with_component,
)
from tests.models.switching import ring_of_switches, wandering, without

replace = msgspec.structs.replace


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
    lines = [str(violation) for violation in check(problem, floating)]
    # The transfer that leaves the circle rests on nothing else either.
    assert lines == [
        f"5 transfer: value 'b' over path {name} in cycle 1: rests on itself, through switches only"
        for name in ("r0", "r1", "r2", "stop")
    ]
    later = adding(*(Transfer("b", f"r{n}", 2) for n in range(3)))
    assert rules(problem, later(full)) == {"5 transfer"}


def test_computed_values_leave_in_the_next_cycle() -> None:
    """Tests that a switch passes on what arrives, not what is computed or stored in it."""
    problem, full = ring_of_switches()
    problem = with_component(problem, "pe", switch=True)
    assert check(problem, full) == []
    early = without(full, Transfer("d", "out", 2))
    assert rules(problem, adding(Transfer("d", "out", 1))(early)) >= {"5 transfer"}
    assert check(problem, adding(Transfer("a", "out", 1), Held("a", "ext", 1))(full)) == []


def test_paths_that_take_time() -> None:
    """Tests that what leaves a switch over a slow path passed it when it left."""
    problem, full = ring_of_switches(max_hops=2)
    slow = [replace(p, latency=p.name == "r1") for p in problem.arch.paths]
    problem = replace(problem, arch=replace(problem.arch, paths=tuple(slow)))
    assert "5 transfer" in rules(problem, full)
    late = [replace(m, cycle=m.cycle + (m.path not in ("in", "r0"))) for m in full.transfers]
    holds = [h if h.cycle == 0 else replace(h, cycle=h.cycle + 1) for h in full.holds]
    full = replace(
        full, horizon=4, transfers=tuple(late), holds=tuple(holds), issues=(Issue("d", "pe", 2),)
    )
    assert check(problem, full) == [] and simulate(problem, full).ok
    # The hops before and after a slow path belong to different cycles.
    arch = replace(problem.arch, max_hops=1)
    assert check(replace(problem, arch=arch), full) == []


@pytest.mark.parametrize(("most", "broken"), [(None, False), (2, False), (1, True)])
def test_hops(most: int | None, broken: bool) -> None:
    """Tests that a value takes no more hops within a cycle than the architecture allows."""
    case = ring_of_switches(max_hops=most)
    assert rules(*case) == ({"hops"} if broken else set())
    assert simulate(*case).ok == (not broken)
    if broken:
        assert str(check(*case)[0]) == (
            "hops: value 'a' over path r1 in cycle 1: 2 hops within one cycle, at most 1"
        )
        report = simulate(*case).first_difference
        assert report == "iteration 0 cycle 1: 'a' takes more than 1 hops, over r1"


def test_the_shortest_chain_counts() -> None:
    """Tests that a long way round does no harm where there is a short one."""
    problem, full = ring_of_switches(max_hops=2)
    short = Path("short", ("s0",), ("s2",), hops=1)
    problem = replace(problem, arch=replace(problem.arch, paths=(*problem.arch.paths, short)))
    round_again = adding(Transfer("a", "r2", 1))
    assert rules(problem, round_again(full)) == {"hops"}
    assert check(problem, adding(Transfer("a", "short", 1))(round_again(full))) == []


def test_switches_that_admit_no_intermediates() -> None:
    """Tests that a switch for inputs and results passes nothing else on."""
    dfg = Dfg("two", (ADD,), ("a",), (operation("p", "+", "a", "a"), operation("d", "+", "p", "p")))
    arch = Architecture(
        "line",
        (
            memory(),
            Component("f", issue=1),
            Component("s", switch=True, capacity=0),
            Component("g", issue=1),
        ),
        links("in: ext > f; on: f > s; off: s > g; out: g > ext"),
        "ext",
    )
    problem, full = mapping(
        Problem(replace(dfg, results=("d",)), arch),
        4,
        ["a ext 0 0", "p f 1 1", "d g 2 2", "d ext 3 3"],
        "a in 1,p on 2,p off 2,d out 3",
        "p f 1,d g 2",
    )
    assert check(problem, full) == []
    strict = with_component(problem, "s", holds_intermediates=False)
    assert rules(strict, full) == {"5 transfer"}


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
