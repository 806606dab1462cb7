"""The table of a mapping: content, width and forms."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from models.data.dfg import Operand
from models.data.mapping import Mapping, Performed
from models.data.problem import Problem
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


def test_markup_in_names_is_harmless(made: Callable[..., Any]) -> None:
    """Tests that names that look like rich markup are printed as they are."""
    problem, mapping = made(product="[red]x[/red]", element="[bold]pe", graph="[/oops]")
    stream = io.StringIO()
    Console(file=stream, width=120, force_terminal=False).print(mapping_table(problem, mapping))
    for name in ("[red]x[/red]", "[bold]pe", "[/oops]"):
        assert name in stream.getvalue()
