"""Sweeps with jobs that fail in every way, are killed, and go on."""

from __future__ import annotations

import json
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sweeps import __main__ as command
from sweeps import plan, work
from tests.sweeps import fake_job, fakes
from tests.sweeps.dask_cluster import dask_cluster
from tests.sweeps.fakes import begun, told, write_sweep
from tests.system.commands import Done, run_python


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have jobs of this process be fakes, which tell what they do in the folder."""
    monkeypatch.setenv("FAKES", str(tmp_path))
    monkeypatch.setattr(work, "Forked", fakes.fake)
    monkeypatch.setattr(work, "version", fakes.version)
    monkeypatch.setattr(plan, "version", fakes.version)
    return tmp_path


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    """Sweep; return the exit code and the JSON."""

    def sweep(*words: str) -> tuple[int, dict[str, Any]]:
        code = command.main([*words, "--json", "--quiet"])
        captured = capsys.readouterr()
        assert not captured.err
        return code, json.loads(captured.out)

    return sweep


def apart(*words: str) -> Done:
    """Sweep in a process of its own."""
    return run_python(fakes.__file__, *words, "--json", "--quiet")


def test_nothing_is_computed_twice(folder: Path, ask: Any) -> None:
    path = write_sweep(folder, [1, 2, 3])
    code, found = ask(path)
    assert code == 0
    assert [row["value"] for row in found["rows"]] == [1, 2, 3]
    assert (found["finished"], found["asked_now"], found["stopped"]) == (3, 3, None)
    wider = write_sweep(folder, [3, 2, 1, 4])
    code, more = ask(wider, "--jobs", "2")
    assert (code, more["finished"], more["asked_now"]) == (0, 4, 1)
    assert [row["value"] for row in more["rows"]] == [3, 2, 1, 4]
    assert sorted(begun(folder)) == [1, 2, 3, 4]
    with sqlite3.connect(folder / "sweep.sqlite") as base:
        assert base.execute("SELECT count(*) FROM rows").fetchone() == (4,)
    base.close()


@pytest.mark.process
def test_every_failure_is_a_row(folder: Path, ask: Any) -> None:
    seeds = [7, *range(fake_job.KILLED, fake_job.BROKEN + 1)]
    path = write_sweep(folder, seeds, "time_limit = 1\ngrace = 0.5\nmemory_limit = 150")
    code, found = ask(path)
    assert code == 30
    ended = [(row["status"], row["error"], row["exit_code"]) for row in found["rows"]]
    assert ended == [
        ("optimal", None, 0),
        ("crashed", "killed by signal 9: no output", -signal.SIGKILL),
        ("error", "min-cycles: no such thing", 2),
        ("time limit", "killed beyond the time limit of 1 s", None),
        ("memory limit", "killed beyond the memory limit of 150 MB", None),
        ("crashed", "exit code 0 without an answer", 0),
        ("crashed", "exit code 1: RuntimeError: broken", 1),
    ]
    code, known = ask(path)
    assert (code, known["asked_now"]) == (30, 0)
    assert told(known["rows"]) == told(found["rows"])
    fewer = write_sweep(
        folder, [7, fake_job.REFUSED], "time_limit = 1\ngrace = 0.5\nmemory_limit = 150"
    )
    assert ask(fewer, "--retry")[1]["asked_now"] == 1


def test_a_worker_with_other_code_answers_nothing(
    folder: Path, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_sweep(folder, [1])
    with monkeypatch.context() as patch:
        patch.setattr(work, "version", lambda: "2")
        code, found = ask(path)
    assert (code, found["status"]) == (30, {"lost": 1})
    assert "differs from that of the sweep" in found["rows"][0]["error"]
    assert not begun(folder)
    code, found = ask(path)
    assert (code, found["asked_now"], found["status"]) == (0, 1, {"optimal": 1})


def test_an_interruption_keeps_what_is_finished(folder: Path, ask: Any) -> None:
    path = write_sweep(folder, [1, 2, fake_job.INTERRUPTS, 3])
    code, found = ask(path)
    assert (code, found["stopped"], found["finished"]) == (30, "interrupted", 2)
    assert begun(folder) == [1, 2, fake_job.INTERRUPTS]
    code, found = ask(write_sweep(folder, [1, 2, 3]))
    assert (code, found["asked_now"]) == (0, 1)


def test_kill_9_loses_only_what_is_in_flight(folder: Path, ask: Any) -> None:
    seeds = [1, 2, 3, fake_job.KILLS_ONCE, 4, 5]
    path = write_sweep(folder, seeds)
    killed = apart(path, "--jobs", "2")
    assert killed.returncode == -signal.SIGKILL
    code, resumed = ask(path, "--jobs", "2")
    assert code == 0
    again = [seed for seed in set(begun(folder)) if begun(folder).count(seed) > 1]
    assert fake_job.KILLS_ONCE in again
    assert len(again) <= 2
    assert resumed["asked_now"] <= len(seeds) - 2
    _, serial = ask(path, "--store", str(folder / "serial.sqlite"))
    assert told(resumed["rows"]) == told(serial["rows"])


@pytest.mark.process
def test_a_cluster_that_loses_a_worker_ends_complete(folder: Path, ask: Any) -> None:
    pytest.importorskip("distributed")
    seeds = [1, 2, fake_job.KILLS_ONCE, fake_job.REFUSED, 3, 4, 5]
    path = write_sweep(folder, seeds)
    with dask_cluster(folder, 2, "--preload", fakes.__file__) as cluster:
        swept = apart(path, "--cluster", cluster.file)
        assert sum(process.poll() is not None for process in cluster.processes) == 1
    assert swept.returncode == 30, swept.stderr
    clustered = json.loads(swept.stdout)
    assert clustered["finished"] == len(seeds)
    _, serial = ask(path, "--store", str(folder / "serial.sqlite"))
    assert told(clustered["rows"]) == told(serial["rows"])
