"""The simulator on switches: values move through them within a cycle, and nothing by itself."""

from __future__ import annotations

import msgspec
import pytest

from models.data.architecture import Architecture, Component
from models.data.mapping import Held, Transfer
from models.judge.simulator import simulate
from models.judge.simulator_resources import Communication, Move
from tests.models.mappings import adding, links
from tests.models.switching import ring_of_switches, with_arch, without

replace = msgspec.structs.replace


@pytest.mark.parametrize("path", ["in", "r0", "r1", "stop"])
def test_a_broken_chain(path: str) -> None:
    """Tests that a value goes no further than its chain, and that going on is a difference."""
    problem, full = ring_of_switches()
    report = simulate(problem, without(full, Transfer("a", path, 1)))
    after = {"in": "r0", "r0": "r1", "r1": "stop"}
    words = f"'a' is at no source of {after[path]}" if path in after else "operand 'a'"
    assert not report.ok and words in str(report.first_difference)


def test_a_circle_moves_nothing() -> None:
    """Tests that transfers that wait for one another never begin."""
    problem, full = ring_of_switches()
    floating = adding(*(Transfer("a", f"r{n}", 2) for n in range(3)))(full)
    report = simulate(problem, floating)
    assert report.first_difference == "iteration 0 cycle 2: 'a' is at no source of r0"


def test_iterations_do_not_mix() -> None:
    """Tests that a value of another iteration in the same switch is another value."""
    case = ring_of_switches()
    problem = replace(case[0], contexts=1)
    full = replace(case[1], contexts=1)
    assert simulate(problem, full).ok
    # In every cycle a of the next iteration passes s0, but it is not the a that r0 waits for.
    report = simulate(problem, adding(Transfer("a", "r0", 2))(full))
    assert report.first_difference == "iteration 0 cycle 2: 'a' is at no source of r0"


def test_hops_begin_anew() -> None:
    """Tests that hops are counted from where a value was held, and anew after a slow path."""
    arch = Architecture(
        "line",
        (Component("m"), *(Component(f"s{n}", switch=True) for n in range(3))),
        links("a: m > s0 h=1; b: s0 > s1 h=2; c: s1 > s2 l=1 h=2; d: s2 > m h=1"),
        max_hops=3,
    )
    paths = arch.path_by_name
    stored = {("m", "v", 0): 7}
    first = Communication(arch, stored, (), [Move("v", paths[name], 0) for name in "cba"])
    assert first.arrived == {("s0", "v", 0): 7, ("s1", "v", 0): 7}
    assert first.underway == [(Move("v", paths["c"], 0), 7)]
    assert not first.stuck and not first.too_far
    second = Communication(arch, {}, first.underway, [Move("v", paths["d"], 0)])
    assert second.arrived == {("s2", "v", 0): 7, ("m", "v", 0): 7}
    assert not second.stuck and not second.too_far
    tight = replace(arch, max_hops=2)
    one = Communication(tight, stored, (), [Move("v", paths[name], 0) for name in "ab"])
    assert one.too_far == [Move("v", paths["b"], 0)]
    two = Communication(tight, {}, first.underway, [Move("v", paths["d"], 0)])
    assert two.too_far == [Move("v", paths["d"], 0)]


def test_stores_in_passing_in_absolute_time() -> None:
    """Tests that stores of overlapping iterations are counted when they happen."""
    case = ring_of_switches()
    more = adding(
        Held("a", "ext", 1),
        *(Transfer("a", path, 2) for path in ("in", "r0", "r1", "stop")),
        Held("a", "pe", 2),
    )
    for contexts, legal in ((None, True), (2, True), (1, False)):
        problem = replace(case[0], contexts=contexts)
        report = simulate(problem, more(replace(case[1], contexts=contexts)))
        assert report.ok == legal
        if not legal:
            assert "2 issue slots of pe in use, 1" in str(report.first_difference)
    problem, _ = with_arch(case, max_routes=0)
    report = simulate(problem, more(case[1]))
    assert report.first_difference == "one iteration stores 1 values in passing, max_routes 0"
