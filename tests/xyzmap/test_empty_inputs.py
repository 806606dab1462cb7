"""Graphs of which nothing is to be mapped: one line and exit code 2, in every command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.solvers.command_line import called
from xyzmap.cli import main

pytestmark = pytest.mark.guests

NEGATION = {"name": "y", "operator": "neg", "operands": ["x"]}
GRAPH = {"schema": "xyzmap/dfg/1", "name": "g", "operators": [{"name": "neg", "arity": 1}]}

EMPTY = {
    "empty.json": ("", "the file is empty"),
    "empty.txt": ("", "the file is empty"),
    "blank.txt": ("\n \n", "the file is empty"),
    "empty.dot": ("", "the file is empty"),
    "empty.xml": ("", "the file is empty"),
    "empty_nodes.txt": ("", "the file is empty"),
    "none.dot": ("digraph g {}", "the graph has no operation"),
    "inputs.txt": (".i a\n.o a\n.f\n.n\n", "the graph has no operation"),
    "passed.json": (
        json.dumps({**GRAPH, "inputs": ["x"], "operations": [], "results": ["x"]}),
        "the graph has no operation",
    ),
    "unneeded.json": (
        json.dumps({**GRAPH, "inputs": ["x"], "operations": [NEGATION], "results": []}),
        "nothing is to be mapped, as no result and no effect needs an operation; name results, such"
        " as y",
    ),
}
"""File to its text, and what commands say of it."""

COMMANDS = [
    "min-ii FILE mesh:2x2",
    "min-cycles FILE mesh:2x2",
    "partition FILE mesh:2x2",
    "prune-arch FILE mesh:2x2",
    "trade-off FILE mesh:2x2 --cycles 4-5",
    "compare FILE mesh:2x2 --cycles 4",
    "export FILE mesh:2x2 --cycles 4 -o made.cnf",
    "remap FILE mesh:2x2 absent.json",
    "configure FILE mesh:2x2 absent.json",
    "openedge FILE satmapit:2x2",
]


@pytest.mark.parametrize("name", EMPTY)
def test_every_kind_of_nothing(name: str, tmp_path: Path, capsys: Any) -> None:
    """Tests that a file without a graph, or without operations, is refused with its name."""
    text, said = EMPTY[name]
    (tmp_path / name).write_text(text)
    code, out, err = called(main, capsys, "min-ii", str(tmp_path / name), "mesh:2x2")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{name}: " in err and said in err


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command(
    line: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that every command that maps refuses a graph without operations in the same words."""
    monkeypatch.chdir(tmp_path)
    Path("none.dot").write_text(EMPTY["none.dot"][0])
    code, out, err = called(main, capsys, *line.replace("FILE", "none.dot").split())
    assert (code, out) == (2, "")
    assert err.endswith(": none.dot: the graph has no operation, so that nothing is to be mapped\n")


@pytest.mark.guests
@pytest.mark.parametrize("line", ["intervals predict FILE hycube", "labels predict FILE lisa"])
def test_predictions(
    line: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that nothing is predicted either."""
    test_every_command(line, tmp_path, capsys, monkeypatch)


def test_it_can_be_drawn(tmp_path: Path, capsys: Any) -> None:
    """Tests that such a graph has a picture, which shows what it lacks."""
    name, made = tmp_path / "unneeded.json", tmp_path / "made.svg"
    name.write_text(EMPTY["unneeded.json"][0])
    assert called(main, capsys, "draw", "dfg", str(name), "-o", str(made))[0] == 0
    assert ">y<" in made.read_text()


def test_an_empty_array(tmp_path: Path, capsys: Any) -> None:
    """Tests that an empty file is no array of a memory alone."""
    name = tmp_path / "empty.txt"
    name.write_text("")
    code, out, err = called(main, capsys, "archs", str(name))
    assert (code, out) == (2, "") and "the file is empty; expected an array as dfgmap" in err
