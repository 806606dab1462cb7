"""The checker: port limits, and where buses and switches leave a choice."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hardware.configuration.build import configuration
from hardware.configuration.check import configuration_faults
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from models.judge.checker_ports import _drive
from models.judge.simulator import simulate
from tests.models.mappings import (
    ADD,
    mapping,
    operation,
    ports,
    rules,
    with_component,
)

replace = msgspec.structs.replace


def test_ports() -> None:
    """Tests that transfers beyond the ports are rejected, on paths with one end."""
    problem, full = ports()
    for name, fields in (("pe", {"write_ports": 1}), ("ext", {"read_ports": 1})):
        tight = with_component(problem, name, **fields)
        assert rules(tight, full) == {"ports"}
        assert "ports" in str(simulate(tight, full).first_difference)
    assert check(with_component(problem, "pe", write_ports=2), full) == []


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


@pytest.mark.parametrize(
    ("ports", "legal"),
    [((2, 0, 0), True), ((1, 1, 0), True), ((1, 0, 1), True), ((0, 1, 1), False)],
)
def test_drivers_in_a_circle(ports: tuple[int, ...], legal: bool) -> None:
    """Tests that two buses that could each be driven by the other need one driver outside."""
    dfg = Dfg("none", (), ("a",), ())
    parts = [
        Component("m", initial="all", read_ports=ports[0]),
        *(Component(f"s{n}", switch=True, read_ports=ports[n + 1]) for n in range(2)),
    ]
    buses = [Path(f"p{n}", ("m", f"s{n}"), (f"s{1 - n}",)) for n in range(2)]
    arch = Architecture("circle", tuple(parts), tuple(buses))
    case = mapping(Problem(dfg, arch), 2, ["a m 0 0"], "a p0 1,a p1 1", "")
    assert rules(*case) == (set() if legal else {"ports"})


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_drivers_by_enumeration(data: st.DataObject) -> None:
    """Tests that ports suffice exactly if some choice of drivers, in chains, respects them."""
    limits = st.sampled_from([None, 0, 1, 1, 2])
    names = ["m0", "m1", "s0", "s1", "s2"]
    parts = [
        Component(
            name,
            initial="all",
            switch=name[0] == "s",
            read_ports=data.draw(limits),
            write_ports=data.draw(limits) if name[0] == "s" else None,
        )
        for name in names
    ]
    ends = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)
    paths = [
        Path(f"p{n}", data.draw(ends), data.draw(ends), hops=data.draw(st.integers(0, 1)))
        for n in range(data.draw(st.integers(2, 4)))
    ]
    most = data.draw(st.sampled_from([None, None, 1, 2]))
    arch = Architecture("many", tuple(parts), tuple(paths), max_hops=most)
    values = ("a", "b")[: data.draw(st.integers(1, 2))]
    held = {(v, n) for v in values for n in names if data.draw(st.integers(0, 2)) == 0}
    pairs = [(v, p) for v in values for p in paths if data.draw(st.integers(0, 3))]
    case = Mapping(
        dfg="none",
        architecture="many",
        horizon=2,
        contexts=data.draw(st.sampled_from([None, 1])),
        holds=tuple(Held(v, n, 0) for v, n in sorted(held)),
        transfers=tuple(Transfer(v, p.name, 1) for v, p in pairs),
        issues=(),
    )
    problem = Problem(Dfg("none", (), values, ()), arch, case.contexts)
    found = rules(problem, case)
    assume(not found & {"5 transfer", "hops"})
    wanted = some_choice(arch, held, pairs)
    assert ("ports" not in found) == wanted
    try:
        made = configuration(problem, case)
    except InputError:
        assert not wanted
    else:
        assert wanted and configuration_faults(problem, case, made) == []


def some_choice(
    arch: Architecture, held: set[tuple[str, str]], pairs: list[tuple[str, Path]]
) -> bool:
    """Whether each (value, path) can have a driver: a source, and how the value got there."""
    options: list[list[tuple[str, str | None]]] = []
    for value, path in pairs:
        own: list[tuple[str, str | None]] = []
        for source in path.sources:
            if (value, source) in held:
                own.append((source, None))
            if arch.component_by_name[source].switch:
                own += [(source, p.name) for v, p in pairs if v == value and source in p.targets]
        options.append(own)
    for choice in product(*options):
        chosen = {
            (value, path.name): via for (value, path), (_, via) in zip(pairs, choice, strict=True)
        }
        if all(
            begins(arch, chosen, value, path.name, len(pairs)) for value, path in pairs
        ) and ports_suffice(arch, pairs, choice):
            return True
    return False


def begins(arch: Architecture, chosen: dict, value: str, name: str | None, longest: int) -> bool:
    hops = 0
    for _ in range(longest):
        assert name is not None
        hops += arch.path_by_name[name].hops
        name = chosen[value, name]
        if name is None:
            return arch.max_hops is None or hops <= arch.max_hops
    return False


def ports_suffice(arch: Architecture, pairs: list, choice: tuple) -> bool:
    reads = Counter(source for source, _ in choice)
    writes = Counter(path.targets[0] for _, path in pairs if len(path.targets) == 1)
    writes.update(
        source
        for _, source in {
            (value, source)
            for (value, _), (source, via) in zip(pairs, choice, strict=True)
            if via is not None and len(arch.path_by_name[via].targets) > 1
        }
    )
    return all(
        (part.read_ports is None or reads[part.name] <= part.read_ports)
        and (part.write_ports is None or writes[part.name] <= part.write_ports)
        for part in arch.components
    )


def test_every_transfer_has_a_driver_of_its_own() -> None:
    """Tests augmenting paths against all choices of drivers, for many transfers on few ports."""
    chance = random.Random(5)
    for _ in range(400):
        limit = {name: chance.choice((0, 1, 1, 2)) for name in "pqr"}
        parts = {name: Component(name, read_ports=most) for name, most in limit.items()}
        supports: Any = SimpleNamespace(
            problem=SimpleNamespace(arch=SimpleNamespace(component_by_name=parts))
        )
        choices = [chance.sample("pqr", chance.randint(1, 3)) for _ in range(chance.randint(1, 5))]
        driven: dict[str, list[int]] = {name: [] for name in parts}
        found = [_drive(supports, choices, driven, n, set()) for n in range(len(choices))]
        possible = any(
            all(Counter(chosen)[name] <= most for name, most in limit.items())
            for chosen in product(*choices)
        )
        assert all(found) == possible, (limit, choices)
