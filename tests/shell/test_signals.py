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
from shell.budget import UNLIMITED, Budget, Stop
from shell.command import guarded
from shell import signals as room
from shell.signals import Signals

def run(words):
    with Signals({budget}):
        {body}
    return 7

sys.exit(guarded(run, "p")())
"""
INTERRUPTED = "signal.raise_signal(signal.SIGTERM)"
DEAF = "while True: pass"
SEEN = "time.sleep(0.2); UNLIMITED.over()"
WAITING = "time.sleep(1e6)"
COMPUTED = "end = time.thread_time() + 1\n        while time.thread_time() < end: pass"


SEARCH = f"""
        Signals.searching = True
        try:
            {{begun}}
            {DEAF}
        except Stop as stop:
            print("known at", stop, file=sys.stderr)
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("budget", "body", "code", "said"),
    [
        ("Budget.of(0.1)", SEARCH.format(begun="pass"), 7, "known at time limit\n"),
        ("Budget.of(0.1)", SEARCH.format(begun=SEEN), 7, "known at time limit\n"),
        ("", SEARCH.format(begun=INTERRUPTED), 7, "known at interrupted\n"),
        ("", f"{INTERRUPTED}; UNLIMITED.check()", 30, "p: interrupted\n"),
        ("", f"{INTERRUPTED}\n        {DEAF}", 30, "p: interrupted\n"),
        ("", f"room.STUCK = 0.5; {INTERRUPTED}\n        {WAITING}", 30, "p: interrupted\n"),
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_script_keeps_its_handlers(number: int) -> None:
    """Tests that a signal ends a question of a lent process, and then comes to the process."""
    heard: list[int] = []
    before = signal.signal(number, lambda number, frame: heard.append(number))
    try:
        with Signals(lent=True):
            with Signals(Budget.of(1e6)):
                interrupt(number)
                interrupt(number)
                assert (UNLIMITED.why, heard) == ("interrupted", [])
            assert heard == []
        assert heard == [number] and not UNLIMITED.over()
        with Signals():
            interrupt(number)
        assert heard == [number]
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_a_script_ignores_is_ignored(number: int) -> None:
    """Tests that a question does not end by a signal that the process does not want to hear."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with Signals(lent=True):
            interrupt(number)
            assert not UNLIMITED.over()
        assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, before)


QUESTION = """
with Signals(lent=True):
    interrupt(number)
    ended.append(UNLIMITED.why)
"""


def test_a_second_ctrl_c_leaves_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that Ctrl-C ends questions alone in several runs of scripts, not in one of them."""
    monkeypatch.setattr(Signals, "_interrupted", None)
    ended: list[str | None] = []
    names = {"Signals": Signals, "UNLIMITED": UNLIMITED, "interrupt": interrupt, "ended": ended}
    names["number"] = signal.SIGINT
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in range(3):
            exec(QUESTION, dict(names))
        assert ended == 3 * ["interrupted"]
        loop = "for turn in range(9):" + QUESTION.replace("\n", "\n  ")
        with pytest.raises(KeyboardInterrupt):
            exec(loop, dict(names))
        assert ended == 5 * ["interrupted"]
    finally:
        signal.signal(signal.SIGINT, before)


SCRIPT = """
import signal, sys
# Shells ignore some signals for commands in the background.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from xyzmap import min_cycles
import solvers.questions.ask as asking

solved = asking.Question.modules

def modules(question):
    signal.raise_signal(signal.{name})
    return solved(question)

asking.Question.modules = modules
{handler}
try:
    min_cycles("examples/data/ring4.dfg.json", "examples/data/ring4.arch.json")
except KeyboardInterrupt:
    print("interrupted", flush=True)
print("the script goes on")
"""
HANDLER = "signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(5))"


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "handler", "code", "said"),
    [
        ("SIGTERM", "", -signal.SIGTERM, ""),
        ("SIGHUP", "", -signal.SIGHUP, ""),
        ("SIGTERM", HANDLER, 5, ""),
        ("SIGINT", "", 0, "interrupted\nthe script goes on\n"),
    ],
)
def test_a_signal_ends_the_script(name: str, handler: str, code: int, said: str) -> None:
    """Tests that only Ctrl-C ends a question of the library alone."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name=name, handler=handler)],
        capture_output=True,
        text=True,
        timeout=hanging.SECONDS,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stdout) == (code, said), done.stderr
