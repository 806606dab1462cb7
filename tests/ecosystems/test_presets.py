"""The machines of other projects among the presets."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from archs.__main__ import main as archs
from archs.presets import architecture_preset
from ecosystems.vectorcgra.array import array_of

SOURCES = {
    "openedge": ("ESL-CGRA-simulator", "84727ec of April 2026"),
    "vectorcgra": ("github.com/tancheng/VectorCGRA", "a2ed1b2 of July 2026"),
}


def test_they_are_listed_with_their_sources(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that the list says whose machine in which version it is, also as JSON."""
    assert archs([]) == 0
    text = capsys.readouterr().out
    assert archs(["--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    for name, words in SOURCES.items():
        assert f"\n{name}:RxC" in text
        assert all(word in text and word in listed[name] for word in words)


def test_they_are_the_machines_of_the_commands() -> None:
    grid = architecture_preset("vectorcgra:2x3")
    assert grid == array_of(2, 3)
    units = {part.name: part for part in grid.components if part.issue}
    # Row 0 is at the bottom; tiles of the lowest row and of the first column reach the memory.
    assert units["pe_0_0"].position == (1, 0) and units["pe_1_2"].position == (0, 2)
    loading = {name for name, part in units.items() if part.supports("load")}
    assert loading == {"pe_0_0", "pe_0_1", "pe_0_2", "pe_1_0"}
    own, known = (architecture_preset(f"{name}:3x2") for name in ("openedge", "satmapit"))
    assert own == replace(known, name="openedge:3x2")
    assert architecture_preset("openedge").name == "openedge:4x4"
