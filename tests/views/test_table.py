"""The table of a mapping: content, width and forms."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from models.data.architecture import Path
from models.data.dfg import Operand
from models.data.mapping import Held, Mapping, Performed, Transfer
from models.data.problem import Problem
from views.mapping.schedule import Schedule
from views.mapping.table import mapping_table, mapping_text

Made = tuple[Problem, Mapping]


def test_full_text(made: Callable[..., Any]) -> None:
    """Tests that arrivals, operations and held values all stand in their cells."""
    text = mapping_text(*made(), width=120)
    lines = text.splitlines()
    assert lines[0] == "dot1 on pair: 5 cycles"
    assert lines[2].split() == ["cycle", "extmem", "pe0", "last"]
    for words in ("p = a * b", "s = c + p", "< p from pe0", "[a b]", "< s from last"):
        assert words in text
    for width in (20, 60):
        long = mapping_text(*made(product="a_very_long_name_" * 4), width=width)
        assert max(map(len, long.splitlines())) <= width


def test_what_is_performed_is_shown(made: Callable[..., Any]) -> None:
    """Tests that an issue shows the operation that it performs, and of which operands it is."""
    problem, mapping = made()
    performs = Performed("mac", (Operand("c"), Operand("a", 1), Operand("b")))
    issues = (*mapping.issues[:2], replace(mapping.issues[2], performs=performs))
    changed = replace(mapping, issues=issues)
    assert "s = mac(c, a@1, b)" in mapping_text(problem, changed, width=200)
    assert "s = mac(c, a@1, b)" in mapping_text(problem, changed, width=200, mode="compact")


def test_cycles_beyond_the_horizon(carried: Made) -> None:
    """Tests that cycles which only carry values on are marked, and the mark is explained."""
    problem, mapping = carried
    for mode in ("full", "compact", "brief"):
        lines = mapping_text(problem, mapping, mode=mode).splitlines()
        assert [line[:6] for line in lines if "+ (" in line] == ["5+ (2)", "6+ (0)", "7+ (1)"]
        assert lines[-1] == "+: beyond the horizon, carried on for later iterations"


def test_arrivals_of_a_bus_stand_where_they_are_used(carried: Made) -> None:
    """Tests that operands, also of earlier iterations, and what is stored arrive, nothing else."""
    schedule = Schedule(*carried)
    seen = {
        (name, cycle): [arrival.value for arrival in schedule.at(name, cycle).arrivals]
        for name in schedule.components
        for cycle in range(schedule.cycles)
        if schedule.at(name, cycle).arrivals
    }
    assert seen == {
        ("left", 1): ["c"],
        ("right", 3): ["m", "x"],
        ("mem", 4): ["s"],
        ("left", 7): ["s"],
    }


def test_what_is_held_anyway_does_not_arrive(made: Callable[..., Any]) -> None:
    """Tests that a bus brings nothing to a target that has the value or computes it just then."""
    problem, mapping = made()
    arch = replace(
        problem.arch, paths=(*problem.arch.paths, Path("bus", ("pe0",), ("pe0", "last", "extmem")))
    )
    holds = (*mapping.holds, Held("p", "pe0", 3), Held("p", "last", 3), Held("p", "last", 4))
    transfers = (Transfer("p", "bus", 3), Transfer("p", "bus", 4))
    changed = replace(mapping, holds=holds, transfers=transfers)
    schedule = Schedule(Problem(problem.dfg, arch), changed)
    assert [bool(schedule.at(name, 3).arrivals) for name in ("pe0", "last")] == [False, True]
    transient = tuple(replace(c, transient=c.name != "extmem") for c in arch.components)
    schedule = Schedule(Problem(problem.dfg, replace(arch, components=transient)), changed)
    assert [bool(schedule.at(name, 3).arrivals) for name in ("pe0", "last")] == [True, True]


def test_markup_in_names_is_harmless(made: Callable[..., Any]) -> None:
    """Tests that names that look like rich markup are printed as they are."""
    problem, mapping = made(product="[red]x[/red]", element="[bold]pe", graph="[/oops]")
    stream = io.StringIO()
    Console(file=stream, width=120, force_terminal=False).print(mapping_table(problem, mapping))
    for name in ("[red]x[/red]", "[bold]pe", "[/oops]"):
        assert name in stream.getvalue()
