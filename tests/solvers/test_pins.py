"""Tests of the options of partial mappings: what they mean, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archs.files import load_architecture
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.pins import Pin
from shell.parser import Command, parser_of
from solvers.questions.pins import read_pins
from solvers.questions.shared_options import PartialOptions
from tests.one_line import one_line

DFG = Dfg(
    "small",
    (Operator("add", 2), Operator("load", 1)),
    ("a",),
    (
        Operation("x", "add", (Operand("a"), Operand("a"))),
        Operation("x=y", "add", (Operand("x"), Operand("a"))),
        Operation("l", "load", (Operand("x"),)),
    ),
    ("x=y",),
)


def parsed(*words: str) -> PartialOptions:
    found = parser_of(Command("test", "pins", (), PartialOptions)).parse_args(words)
    return PartialOptions(**vars(found))


def pins(*words: str, arch: str = "mesh:2x2") -> tuple[Pin, ...]:
    return read_pins(parsed(*words), DFG, load_architecture(arch))[0].places


def test_file(tmp_path: Path) -> None:
    """Tests that a file has pins as strings and as objects, beside those of the command line."""
    file = tmp_path / "pins.json"
    items = [
        "x=pe_0_*@2",
        {"operation": "l", "components": ["pe_1_0", "1_*"], "context": 1},
        {"operation": "x=y", "components": "pe_0_0", "cycle": 3},
    ]
    file.write_text(json.dumps(items))
    assert pins("--pins", str(file), "--pin", "x=@2") == (
        Pin("x", None, 2),
        Pin("x", ("pe_0_0", "pe_0_1"), 2),
        Pin("l", ("pe_1_0", "pe_1_1"), None, 1),
        Pin("x=y", ("pe_0_0",), 3),
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pin", "x"], "--pin x: expected OP=COMPONENT"),
        (["--pin", "x="], "names neither components nor a cycle nor a context"),
        (["--pin", "z=pe_0_0"], "operation 'z' is unknown; known: l, x, x=y"),
        (["--pin", "x=pe_9_9"], "unknown component 'pe_9_9'"),
        (["--pin", "x=ext*"], "no component of 'ext*' can execute operator 'add'"),
        (["--pin", "x=pe_0_0@-1"], "'pe_0_0@-1' is no COMPONENT"),
        (["--pin", "x=@0"], "cycle 0 must be at least 1"),
        (["--pin", "x=@2", "--pin", "x=@3"], "pinned to cycles 2 and 3"),
        (["--forbid", "5_5"], "'5_5' names no component, tile or path"),
        (["--pin", "x=pe_0_0", "--forbid", "0_0"], "unknown component 'pe_0_0'"),
    ],
)
def test_bad_options(words: list[str], message: str) -> None:
    """Tests that each mistake is refused by one line that names it."""
    with one_line(within=message):
        pins(*words)
