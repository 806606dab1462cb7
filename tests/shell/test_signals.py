"""Signals and limits: budgets see them, nothing is raised, and commands end."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shell import signals as room
from shell.budget import UNLIMITED, Budget, Ending, Stop
from shell.signals import Signals
from tests import hanging

NUMBERS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def interrupt(number: int = signal.SIGTERM) -> None:
    """Let a signal come at this moment: one for the whole process comes a moment later."""
    signal.raise_signal(number)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Whatever a test does, signals are handled as before, and are forgotten.

    SIGHUP is heard even where the tests run under `nohup`.
    """
    hangup = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    before = [signal.getsignal(number) for number in NUMBERS]
    yield
    assert [signal.getsignal(number) for number in NUMBERS] == before
    assert not Ending.asked and Signals.active is None
    signal.signal(signal.SIGHUP, hangup)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_ends_the_time_of_all_budgets(number: int) -> None:
    """Tests that it raises nothing by itself, however often it comes."""
    budget = Budget.of(1e6)
    with Signals():
        assert (budget.over(), budget.why) == (False, None)
        interrupt(number)
        interrupt(number)
        assert (budget.over(), UNLIMITED.over(), budget.left()) == (True, True, 0.0)
        with pytest.raises(Stop, match="^interrupted$"):
            UNLIMITED.check()
    assert not budget.over()


def test_no_module_is_imported_by_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests what left torch unusable in a notebook: an end while it was imported."""
    monkeypatch.syspath_prepend(tmp_path)
    name = "imported_whole"
    lines = ["import signal", "signal.raise_signal(signal.SIGTERM)", "whole = True"]
    (tmp_path / f"{name}.py").write_text("\n".join(lines))
    importlib.invalidate_caches()
    with Signals():
        importlib.import_module(name)
        assert UNLIMITED.why == "interrupted"
    assert sys.modules.pop(name).whole


def test_a_signal_counts_for_instances_around() -> None:
    with Signals() as outer:
        with Signals(Budget.of(1e6)) as inner:
            interrupt()
            assert 0 <= inner.since <= outer.since
        assert UNLIMITED.over()


def test_a_signal_that_comes_again_does_what_it_did_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that two at once are one: some programs send them so."""
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    try:
        with Signals():
            interrupt()
            interrupt()
            assert heard == []
            monkeypatch.setattr(room, "AGAIN", 0.0)
            interrupt()
            assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


COMMAND = """
import signal, sys, time
from pathlib import Path
from shell.budget import UNLIMITED, Budget
from shell.command import guarded
from shell.signals import Signals

def run(words):
    with Signals({budget}):
        {body}
    return 7

sys.exit(guarded(run, "p")())
"""
INTERRUPTED = "signal.raise_signal(signal.SIGTERM)"
DEAF = "while True: pass"
WAITING = "time.sleep(1e6)"
COMPUTED = "end = time.thread_time() + 1\n        while time.thread_time() < end: pass"


@pytest.mark.process
@pytest.mark.parametrize(
    ("budget", "body", "code", "said"),
    [
        ("", f"{INTERRUPTED}; UNLIMITED.check()", 30, "p: interrupted\n"),
        ("", f"{INTERRUPTED}\n        {DEAF}", 30, "p: interrupted\n"),
        ("", f"{INTERRUPTED}\n        {WAITING}", 30, "p: interrupted\n"),
        ("Budget.of(0.1)", DEAF, 30, "p: time limit\n"),
        ("Budget.of(0.1)", f"time.sleep(0.2); UNLIMITED.over(); {COMPUTED}", 30, "p: time limit\n"),
        ("", f"{INTERRUPTED}; UNLIMITED.over(); {COMPUTED}", 7, ""),
        ("", f"Signals.answered = True; {INTERRUPTED}; {COMPUTED}", 7, ""),
    ],
)
def test_a_command_that_does_not_look_ends(budget: str, body: str, code: int, said: str) -> None:
    """Tests that what computes or waits without a look ends with a line; unless it has answered."""
    text = COMMAND.format(budget=budget, body=body)
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=hanging.SECONDS,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", said)
