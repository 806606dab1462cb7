"""Port limits of the checker: on paths with one end, and where a bus leaves a choice."""

from __future__ import annotations

import msgspec
import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.mapping import Held, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    accumulator,
    adding,
    bus,
    mapping,
    operation,
    ports,
    rules,
    slow,
    with_component,
)

replace = msgspec.structs.replace


def test_bus_sources_and_targets() -> None:
    """Tests that a bus serves all its targets with one transfer, and takes any of its sources."""
    problem, full = bus()
    nobody = replace(full, holds=tuple(h for h in full.holds if h.component != "pe1"))
    assert rules(problem, nobody) == {"5 transfer"}
    assert rules(problem, adding(Transfer("q", "up", 2))(full)) == {"9 width"}


def test_ports() -> None:
    """Tests that transfers beyond the ports are rejected, on paths with one end."""
    problem, full = ports()
    for name, fields in (("pe", {"write_ports": 1}), ("ext", {"read_ports": 1})):
        tight = with_component(problem, name, **fields)
        assert rules(tight, full) == {"ports"}
        assert "ports" in str(simulate(tight, full).first_difference)
    assert check(with_component(problem, "pe", write_ports=2), full) == []


def test_ports_modulo() -> None:
    """Tests that port uses in congruent cycles add up."""
    problem, full = accumulator()
    assert check(with_component(problem, "pe", write_ports=2), full) == []
    assert rules(with_component(problem, "pe", write_ports=1), full) == {"ports"}
    assert rules(with_component(problem, "ext", read_ports=1), full) == {"ports"}
    assert check(with_component(problem, "pe", read_ports=1), full) == []


def test_ports_are_left_when_leaving() -> None:
    """Tests that a slow path takes the read port in the cycle in which the value leaves."""
    problem, full = slow()
    parts = {part.name: part for part in problem.arch.components}
    # Both values in one memory: a leaves in cycle 1 over the slow path, so b has to wait.
    parts["rom"] = replace(parts["rom"], initial="all", read_ports=1)
    far = replace(problem.arch.paths[0], sources=("rom",))
    arch = replace(
        problem.arch, components=tuple(parts.values()), paths=(far, *problem.arch.paths[1:])
    )
    one = [Held("a", "rom", 0) if held.component == "rom2" else held for held in full.holds]
    assert rules(replace(problem, arch=arch), replace(full, holds=tuple(one))) == {"ports"}
    later = [Held("b", "rom", 1) if held == Held("b", "pe", 1) else held for held in one]
    moved = [Transfer("b", "near", 2), *full.transfers[1:]]
    waiting = replace(full, holds=tuple(later), transfers=tuple(moved))
    assert check(replace(problem, arch=arch), waiting) == []


def test_bus_latches_only_what_is_needed() -> None:
    """Tests that a bus takes write ports only of the targets that need its value."""
    problem, full = ports(shared=True)
    assert check(problem, full) == []
    assert rules(problem, adding(Held("c", "idle", 2))(full)) == {"ports"}
    assert rules(with_component(problem, "pe", write_ports=1), full) == {"ports"}


def test_bus_brings_what_is_there() -> None:
    """Tests that a target that already holds a value does not latch it again."""
    problem, full = bus()
    more = adding(Held("a", "ext", 1), Transfer("a", "down", 2), Held("a", "pe0", 1))
    problem = with_component(problem, "pe0", capacity=2)
    assert check(problem, more(full)) == []
    held = adding(Held("a", "pe0", 2), Held("d", "pe0", 2))
    assert check(problem, held(more(full))) == []
    assert check(with_component(problem, "pe1", write_ports=0), full)[0].rule == "ports"


@pytest.mark.parametrize(
    ("held", "limits", "legal"),
    [
        ({"m0": "ab", "m1": "ab"}, (1, 1), True),
        ({"m0": "ab", "m1": ""}, (1, 1), False),
        ({"m0": "ab", "m1": ""}, (2, 0), True),
        ({"m0": "ab", "m1": "a"}, (1, 1), True),
        ({"m0": "ab", "m1": "b"}, (1, 1), True),
        ({"m0": "ab", "m1": "b"}, (0, 2), False),
        ({"m0": "ab", "m1": "b"}, (1, None), True),
        ({"m0": "ab", "m1": "ab"}, (1, 0), False),
    ],
)
def test_bus_drivers(held: dict[str, str], limits: tuple[int, ...], legal: bool) -> None:
    """Tests that drivers are assigned so that read ports suffice, whenever that is possible."""
    dfg = Dfg("sum", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
    parts = [Component(f"m{i}", initial="all", read_ports=limits[i]) for i in (0, 1)]
    lines = [Path(f"in{i}", ("m0", "m1"), ("pe",), 1) for i in (0, 1)]
    arch = Architecture(
        "two",
        (*parts, Component("pe", issue=1), Component("ext")),
        (*lines, Path("out", ("pe",), ("ext",))),
        "ext",
    )
    start = [f"{value} {name} 0 0" for name, values in held.items() for value in values]
    case = mapping(
        Problem(dfg, arch),
        3,
        [*start, "s pe 1 1", "s ext 2 2"],
        "a in0 1,b in1 1,s out 2",
        "s pe 1",
    )
    assert rules(*case) == (set() if legal else {"ports"})


@pytest.mark.parametrize(("entries", "broken"), [(2, set()), (1, {"ports"})])
def test_ports_count_where_every_component_has_some(entries: int, broken: set[str]) -> None:
    """Tests two values that enter an element at once, on an array without a free component."""
    problem, mapped = ports()
    problem = with_component(problem, "ext", write_ports=1)
    assert rules(with_component(problem, "pe", write_ports=entries), mapped) == broken
