"""Interrupted measurements go on where they were."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bench import store
from bench.asker import Asker, Run, run
from bench.sources import ROOT
from solvers.questions.entries import Entry


class Clock:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def measure(self) -> Entry:
        self.asked += 1
        return {"seconds": self.asked}


def test_measured_once(tmp_path: Path) -> None:
    """Tests that an entry is found again by another run, and only under its own key."""
    path, clock = tmp_path / "entries.json", Clock()
    assert Asker(path).entry({"size": 4}, clock.measure) == {"seconds": 1}
    again = Asker(path)
    assert again.entry({"size": 4}, clock.measure) == {"seconds": 1}
    assert again.entry({"size": 5}, clock.measure) == {"seconds": 2}
    assert clock.asked == 2
    assert [file.name for file in tmp_path.iterdir()] == ["entries.json"]


def test_interrupted(tmp_path: Path) -> None:
    """Tests that what was finished before an interruption is kept."""
    path, clock = tmp_path / "entries.json", Clock()

    def interrupted() -> Entry:
        raise KeyboardInterrupt

    first = Asker(path)
    first.entry({"size": 4}, clock.measure)
    with pytest.raises(KeyboardInterrupt):
        first.entry({"size": 5}, interrupted)
    assert Asker(path).entry({"size": 4}, clock.measure) == {"seconds": 1}


def test_not_good(tmp_path: Path) -> None:
    """Tests that an entry that does not do is measured again and replaced."""
    path, clock = tmp_path / "entries.json", Clock()
    Asker(path).entry({}, clock.measure)
    assert Asker(path).entry({}, clock.measure, lambda entry: entry["seconds"] > 1)["seconds"] == 2
    assert Asker(path).entry({}, clock.measure)["seconds"] == 2


def test_other_code(tmp_path: Path) -> None:
    """Tests that figures of other code or another machine are not reused."""
    path, clock = tmp_path / "entries.json", Clock()
    origin = store.Origin("abc", "0123", "a machine", "numpy 2", "2026-01-02")
    Asker(path, origin=origin).entry({}, clock.measure)
    other = msgspec.structs.replace(origin, code="4567")
    assert Asker(path, origin=other).entry({}, clock.measure) == {"seconds": 2}
    other = msgspec.structs.replace(origin, machine="another machine")
    assert Asker(path, origin=other).entry({}, clock.measure) == {"seconds": 3}
    other = msgspec.structs.replace(origin, commit="def", date="2026-01-03")
    again = Asker(path, origin=other)
    assert again.entry({}, clock.measure) == {"seconds": 1}
    assert [row.origin for row in again.rows] == [origin]


def test_without_a_file() -> None:
    """Tests that entries are shared within one run without a file."""
    asker, clock = Asker(None), Clock()
    assert asker.entry({}, clock.measure) == asker.entry({}, clock.measure)
    assert clock.asked == 1


def test_whole_process() -> None:
    """Tests that files are written for a process and that its answer and cost are kept."""
    words = ["tests.bench.echo", "{one}", "--more", "{folder}"]
    found = Asker().ask(words, {"one": "said"}, lambda done, _: done.entry("text", "none"))
    assert found["text"] == "said" and found["none"] is None
    assert found["seconds"] > 0 and "megabytes" in found


def test_failed_process() -> None:
    """Tests that a process without an answer is an error, but where its time was up."""
    late = Run(["it"], 1.0, 1.0, 30, "")
    assert late.entry("status", "ii") == {"status": "unknown", "ii": None} | late.entry()
    with pytest.raises(RuntimeError, match="exit code 2"):
        _ = Run(["it"], 1.0, 1.0, 2, "").answer


def test_time_limit() -> None:
    """Tests that a process is ended after its limit, without an answer."""
    done = run("http.server", "0", "--bind", "127.0.0.1", limit=0.2)
    assert done.code < 0 and done.seconds < 5


INTERRUPTED = """
import signal, subprocess, sys, time
from bench import asker

signal.signal(signal.SIGINT, signal.default_int_handler)

def told(pid):
    print(pid, flush=True)
    time.sleep(60)

if sys.argv[1] == "memory":
    asker.tree_megabytes = told
else:
    subprocess.Popen.communicate = lambda process, timeout: told(process.pid)
asker.run("timeit", "-n", "1", "import time; time.sleep(60)")
"""


@pytest.mark.parametrize("place", ["memory", "output"])
def test_an_interruption_leaves_nothing_that_runs(place: str) -> None:
    """Tests that a process that is measured ends with the one that measures it, at any place.

    A process that was started in the background ignores SIGINT until it is told otherwise.
    """
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, place],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    ) as measuring:
        assert measuring.stdout is not None
        pid = measuring.stdout.readline().strip()
        assert Path("/proc", pid).exists()
        measuring.send_signal(signal.SIGINT)
        measuring.wait()
    assert not Path("/proc", pid).exists()
