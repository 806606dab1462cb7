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
    assert architecture_preset("vectorcgra:2x3") == array_of(2, 3)
    own, known = (architecture_preset(f"{name}:3x2") for name in ("openedge", "satmapit"))
    assert own == replace(known, name="openedge:3x2")
    assert architecture_preset("openedge").name == "openedge:4x4"
