"""Signals at any moment: an exit code that says what is known, and files that are whole."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from tests.faults.runs import (
    CODES,
    KINDS,
    PATIENCE,
    begin,
    filled,
    others,
    require_calm,
    require_whole,
    run,
    write_inputs,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_any_moment(tmp_path: Path, kind: str, number: signal.Signals) -> None:
    """SIGTERM comes in the middle of the search, SIGINT at any time; the moments are random."""
    write_inputs(tmp_path)
    command, moment = KINDS[kind], random.SystemRandom().uniform(0, 1)
    folder = tmp_path / "out"
    folder.mkdir()
    words = [*filled(command.hard, tmp_path), *command.outputs(folder), "--time-limit", "60"]
    process = begin(command.words(*words))
    assert process.stderr is not None
    if number == signal.SIGTERM and kind != "streaming":  # which tells only what it has found
        process.stderr.readline()
    time.sleep(moment + (kind == "streaming"))
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    # Before the command is there to say something, Python says it.
    if process.returncode != -number:
        require_calm(err=err)
        assert process.returncode in CODES, (moment, out, err)
        assert "infeasible" not in out
    assert others(process.pid) == []
    names = require_whole(folder)
    assert not any(name.rpartition("/")[2].startswith(".") for name in names)


def test_killed_while_files_are_written(tmp_path: Path) -> None:
    """A run that is killed at any moment leaves old files or new ones, and is no obstacle."""
    write_inputs(tmp_path)
    command, folder = KINDS["min_cycles"], tmp_path / "out"
    folder.mkdir()
    words = command.words(*filled(command.small, tmp_path), *command.outputs(folder), "--quiet")
    assert run(words).returncode == 0
    before = require_whole(folder)
    for seed in range(2):
        process = begin(words)
        time.sleep(random.Random(seed).uniform(0.3, 1.5))
        process.kill()
        process.communicate(timeout=PATIENCE)
        assert set(require_whole(folder)) >= {"p.svg", "p.html", "mapping.json"}
    done = run(words)
    assert done.returncode == 0, done.stderr
    assert require_whole(folder) == before
