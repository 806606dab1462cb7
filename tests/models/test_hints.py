"""What a message adds where it is plain what was meant, within bounds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import models.formats.dfg_files
from archs.files import load_architecture
from models.errors import LONGEST_WORD, MOST_NAMES, InputError, meant
from models.formats.dfg_files import load_dfg
from models.notes import note, noted
from solvers.cli import main

DATA = Path(__file__).parents[2] / "examples" / "data"


def test_swapped_files() -> None:
    for load, name in ((load_dfg, "ring4.arch.json"), (load_architecture, "ring4.dfg.json")):
        with pytest.raises(
            InputError, match=r"expected 'xyzmap/\w+/1'; are the two files swapped\?$"
        ):
            load(str(DATA / name))


def test_the_nearest_name_is_named() -> None:
    assert meant("MULT", ["add", "mul", "sub"]) == "; did you mean 'mul'?"
    assert meant("xyz", ["add", "mul"]) == "" and meant("", ["add"]) == ""


def test_long_words_and_long_lists_are_not_compared() -> None:
    """Tests that a message about a hostile file takes no time that grows with it."""
    long = "a" * (LONGEST_WORD + 1)
    assert meant(long, [long]) == "" and meant("aa", [long]) == ""

    def endless() -> Iterator[str]:
        for number in range(10**9):
            assert number <= MOST_NAMES
            yield f"name{number}"

    assert meant("name5", endless()) == "; did you mean 'name5'?"


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
