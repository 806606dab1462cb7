"""Tests that engines are told of every property of an array that they may not know."""

from __future__ import annotations

import msgspec
import pytest

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path, SharedIssue
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.data.traits import RESERVED, require_understood, traits_of, unknown_traits
from models.errors import NotSupportedError

PE = Component("pe", issue=1)
EXT = Component("ext", initial="all")
WAYS = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
PLAIN = Architecture("plain", (PE, EXT), WAYS, "ext")


def with_pe(**fields: object) -> Architecture:
    """The plain array with other fields of its element."""
    part = msgspec.structs.replace(PE, **fields)
    return msgspec.structs.replace(PLAIN, components=(part, EXT))


def test_a_plain_array_has_none() -> None:
    """Tests that the array of the SAT-mapping paper, and one without limits, have no traits."""
    assert traits_of(PLAIN) == {}
    assert traits_of(architecture_preset("ring:4")) == {}


@pytest.mark.parametrize("field", sorted({f.name for f in msgspec.structs.fields(Component)}))
def test_every_field_of_a_component(field: str) -> None:
    """Tests that a field of a component is a trait, or one of those that everything knows."""
    known = {"name", "issue", "ops", "capacity", "initial", "holds_intermediates", "position"}
    kinds = {f.name: f.default for f in msgspec.structs.fields(Component)}
    value = (not kinds[field]) if isinstance(kinds[field], bool) else 1
    arch = with_pe(**{field: "p" if field == "name" else value}) if field not in known else PLAIN
    assert traits_of(arch) == ({} if field in known else {field: "$.components[0]"})


def test_derived_traits() -> None:
    """Tests buses, ports at their ends, several issues, and what the question adds."""
    assert traits_of(with_pe(issue=2)) == {"several_issues": "$.components[0]"}
    bus = msgspec.structs.replace(PLAIN, paths=(Path("b", ("ext", "pe"), ("pe",)),))
    assert traits_of(bus) == {"bus": "$.paths[0]"}
    part = msgspec.structs.replace(PE, read_ports=1)
    ported = msgspec.structs.replace(bus, components=(part, EXT))
    assert set(traits_of(ported)) == {"bus", "ported_bus", "read_ports"}
    limit = SharedIssue("port", ("pe",), ("load",), 1)
    shared = msgspec.structs.replace(PLAIN, shared=(limit,))
    problem = Problem(Dfg("empty", (), (), ()), shared, 2, "enumerate")
    assert unknown_traits(problem, frozenset()) == {"shared", "contexts", "reordering"}
    assert not unknown_traits(problem, RESERVED)


def test_what_is_not_understood_is_refused() -> None:
    """Tests the line that names the trait and where it is first used."""
    with pytest.raises(NotSupportedError) as caught:
        require_understood(with_pe(switch=True), frozenset({"hops"}), "cannot be drawn")
    assert str(caught.value) == "$.components[0]: 'switch' cannot be drawn"
