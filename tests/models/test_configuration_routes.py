"""What drives each transfer: held or passing, within hops and ports, and never itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.configuration.build import configuration
from models.configuration.check import configuration_faults
from models.data.mapping import Held
from models.errors import InputError
from models.judge.checker import check
from tests.models.configured import assert_right
from tests.models.passing import moving, switched, two_memories


def test_switches() -> None:
    """Tests that a value passes two switches in one cycle, and no transfer rests on itself."""
    made = assert_right(*switched(3, "a h01 1,a h10 1,a p 1,a e0 1"))
    via = {route.path: (route.source, route.via) for route in made.routes}
    assert via == {
        "e0": ("ext", None),
        "h01": ("sw0", "e0"),
        "h10": ("sw1", "h01"),
        "p": ("sw1", "h01"),
        "out": ("pe", None),
    }


def test_shortest_chain() -> None:
    """Tests that of two ways to a switch that with fewer hops is taken, then the shorter one."""
    made = assert_right(*switched(3, "a e0 1,a h01 1,a e1 1,a p 1", max_hops=2))
    assert {route.path: route.via for route in made.routes}["p"] == "h01"
    problem, full = switched(3, "a e0 1,a h01 1,a e1 1,a p 1")
    paths = [replace(path, hops=0) for path in problem.arch.paths]
    problem = replace(problem, arch=replace(problem.arch, paths=tuple(paths)))
    made = assert_right(problem, full)
    assert {route.path: route.via for route in made.routes}["p"] == "e1"


def test_latency_behind_a_switch() -> None:
    """Tests that a path with a latency takes what came into the switch earlier, with hops anew."""
    problem, full = switched(4, "a e0 1,a h01 1,a p 2", far=1)
    paths = tuple(path for path in problem.arch.paths if path.hops < 2)
    arch = replace(problem.arch, paths=paths, max_hops=1)
    made = assert_right(replace(problem, arch=arch), full)
    (last,) = (route for route in made.routes if route.path == "p")
    assert (last.via, last.left, last.context) == ("h01", 1, 2)


@pytest.mark.parametrize(
    ("transfers", "line"),
    [
        ("a h01 1,a h10 1,a p 1", "rests on nothing, or on itself"),
        ("a p 1", "rests on nothing, or on itself"),
        ("a e0 1,a h01 1", "operand 'a' of 'd' on pe in cycle 1 has no origin"),
    ],
)
def test_nothing_to_rest_on(transfers: str, line: str) -> None:
    """Tests that a circle of transfers, and a missing one, have no configuration."""
    with pytest.raises(InputError, match=line):
        configuration(*switched(3, transfers))


def test_too_many_hops() -> None:
    """Tests that a chain that is too long has no configuration."""
    _, full = switched(3, "a e1 1,a h10 1,a p 1")
    assert_right(*switched(3, "a e1 1,a h10 1,a p 1", max_hops=3))
    with pytest.raises(InputError, match="takes 3 hops, at most 2"):
        configuration(switched(3, max_hops=2)[0], full)


def test_read_ports() -> None:
    """Tests that a read port that another transfer needs is left to it, and that one is missed."""
    made = assert_right(*two_memories(2))
    assert [route.source for route in made.routes] == ["m0", "m0", "pe"]
    made = assert_right(*two_memories(1))
    assert [route.source for route in made.routes] == ["m1", "m0", "pe"]
    problem, full = two_memories(1)
    fewer = tuple(held for held in full.holds if held != Held("a", "m1", 0))
    with pytest.raises(
        InputError, match="no choice of sources gets by with the ports: 'a' over in0"
    ):
        configuration(problem, replace(full, holds=fewer))


@pytest.mark.oracle
@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9))
def test_a_choice_is_found_where_there_is_one(seed: int) -> None:
    """Tests that transfers have sources if and only if the checker says that there is a choice."""
    problem, full = moving(seed)
    kept = full
    while True:
        try:
            made = configuration(problem, kept)
        except InputError:
            assert check(problem, kept)
            kept = replace(kept, transfers=kept.transfers[:-1])
        else:
            assert check(problem, kept) == []
            assert configuration_faults(problem, kept, made) == []
            return
