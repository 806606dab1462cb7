"""Tests that what readers assume reaches the user beside every answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import models.formats.dfg_files
from models.notes import Note, note, noted
from solvers.cli import main
from xyzmap import min_ii

DATA = Path(__file__).parents[2] / "examples" / "data"
LINE = "note: a file: one thing is assumed"


@pytest.fixture
def assuming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader of JSON graphs assume something."""
    read = models.formats.dfg_files.dfg_from_json

    def reader(*words: object) -> object:
        note("one thing is assumed", "a file")
        return read(*words)

    monkeypatch.setattr(models.formats.dfg_files, "dfg_from_json", reader)


def test_lines_are_collected_once_and_by_the_inner_block() -> None:
    """Tests that a line is kept once, and that a block inside takes its own lines."""
    with noted() as outer:
        note("first")
        with noted() as inner:
            note("second", "f.dot: line 2")
            note("second", "f.dot: line 2")
    assert (outer, inner) == (["note: first"], ["note: f.dot: line 2: second"])


def test_without_a_caller_it_is_a_warning() -> None:
    """Tests that a reader that is called from Python warns."""
    with pytest.warns(Note, match="one thing"):
        note("one thing")


@pytest.mark.usefixtures("assuming")
def test_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Tests that lines are on stderr and in JSON, also of commands that answer no question."""
    loop = str(DATA / "accumulate.dfg.json")
    assert main(["min-ii", loop, str(DATA / "accumulate.arch.json"), "--json", "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["notes"] == [LINE]
    assert err.splitlines() == [f"min-ii: {LINE}"]
    assert main(["draw", "dfg", loop, "-o", str(tmp_path / "a.svg")]) == 0
    assert capsys.readouterr().err.splitlines() == [f"draw: {LINE}"]


@pytest.mark.usefixtures("assuming")
def test_library() -> None:
    """Tests that answers of the library have the lines."""
    answer = min_ii(DATA / "accumulate.dfg.json", DATA / "accumulate.arch.json")
    assert answer.record["notes"] == [LINE]
