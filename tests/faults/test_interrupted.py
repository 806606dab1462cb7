"""Signals at fixed points of commands: an exit code that says what is known, and whole files."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.faults.interruptions import CASES, POINTS, stop, write_inputs
from tests.faults.runs import (
    CODES,
    KINDS,
    filled,
    require_calm,
    require_whole,
    run,
)
from tests.faults.runs import write_inputs as write_small
from tests.faults.stop_at import Point

WRITING = "call:models.formats.text_files:write_bytes"
REPLACING = "call:models.formats.text_files:_replace"


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.mark.process
@pytest.mark.parametrize("name", CASES)
def test_twelve_commands_at_five_points(name: str, inputs: Path, tmp_path: Path) -> None:
    """Tests exit codes, files and processes; how soon commands end is measured elsewhere."""
    for number, point in enumerate(POINTS):
        word = ("SIGTERM", "SIGINT")[number % 2]
        found = stop(name, number, inputs, tmp_path / str(number), word, delayed=False)
        assert (found.wrong, found.seconds is None) == ("", False), (point, found)


def stopped(words: list[str], point: str, log: Path, number: str) -> tuple[int, str, str]:
    """Run `python -m WORDS`, stopped at a point; return its exit code and what it said."""
    python, _, module, *arguments = words
    what = [python, "-m", "tests.faults.stop_at", number, point, str(log), module, *arguments]
    done = run(what, start_new_session=True)
    assert log.exists(), "the point was not reached"
    return done.returncode, done.stdout, done.stderr


@pytest.mark.process(keep=4)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
@pytest.mark.parametrize("point", ["import:models.formats.dfg_files", WRITING, REPLACING])
def test_an_answer_is_whole_or_absent(tmp_path: Path, kind: str, number: str, point: str) -> None:
    """Tests that what is in hand is written, and what a signal ends is not there at all."""
    if (kind, point) == ("streaming", "import:models.formats.dfg_files"):
        point = "import:models.streaming.rules"
    write_small(tmp_path)
    command, folder = KINDS[kind], tmp_path / "out"
    folder.mkdir()
    words = [*filled(command.small, tmp_path), *command.outputs(folder)]
    code, out, err = stopped(command.words(*words), point, tmp_path / "log", number)
    require_calm(err=err)
    assert code in CODES and "infeasible" not in out
    names = require_whole(folder)
    assert not any(name.rpartition("/")[2].startswith(".") for name in names)
    if point.startswith("import"):
        assert (code, out, names) == (30, "", [])


@pytest.mark.process
def test_killed_while_files_are_written(tmp_path: Path) -> None:
    """Tests that a run that is killed leaves old files or new ones, and is no obstacle."""
    write_small(tmp_path)
    command, folder = KINDS["min_cycles"], tmp_path / "out"
    folder.mkdir()
    words = command.words(*filled(command.small, tmp_path), *command.outputs(folder), "--quiet")
    assert run(words).returncode == 0
    before = require_whole(folder)
    for point in (WRITING, REPLACING, "call:solvers.certificates.cycles:write_certificate"):
        log = tmp_path / f"log {point}"
        assert stopped(words, point, log, "SIGKILL")[0] == -signal.SIGKILL
        assert set(require_whole(folder)) >= {"p.svg", "p.html", "mapping.json"}
    done = run(words)
    assert done.returncode == 0, done.stderr
    assert require_whole(folder) == before


@pytest.mark.parametrize("text", ["", "import", "import:", "call:a", "call::b", "import:a:b"])
def test_points_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="neither import:MODULE nor call:MODULE:NAME"):
        Point.parse(text)
