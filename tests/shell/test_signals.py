"""Signals and limits: raised once, for everything within, and again where they were lost."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from shell import signals as room
from shell.budget import Budget, Stop
from shell.disguises import undisguised
from shell.signals import Signals, attempted, held_back


def interrupt(number: int = signal.SIGTERM) -> None:
    """Let a signal come at this moment: one for the whole process comes a moment later."""
    signal.raise_signal(number)


def run_out(signals: Signals) -> None:
    """Let a time limit be over at this moment."""
    signals._budget = Budget(0.0)
    signal.raise_signal(signal.SIGALRM)


def wait() -> None:
    """Work until a signal ends it."""
    while True:
        time.sleep(0.001)


@pytest.fixture(autouse=True)
def handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test does, signals are handled as before; no test is too slow for its grace."""
    monkeypatch.setattr(room, "GRACE", 600.0)
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
    before = [signal.getsignal(number) for number in numbers]
    yield
    assert [signal.getsignal(number) for number in numbers] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_raised_once(number: int) -> None:
    """Tests that cleaning up is not interrupted by the same signal."""
    with Signals() as signals:
        with pytest.raises(Stop, match="interrupted"):
            interrupt(number)
        interrupt(number)
        assert signals.reason == "interrupted"


def test_a_limit_is_raised_and_patience_adds_to_it() -> None:
    with pytest.raises(Stop, match="time limit"), Signals(Budget.of(0.0)):
        wait()
    with Signals(Budget.of(0.0), patience=1e6) as signals:
        time.sleep(2 * room.ENTERING)
    assert signals.reason is None


IMPORTED = """
import signal
from shell.budget import Budget
from shell.signals import Signals

{meanwhile}
whole = True
"""
INTERRUPTED = "signal.raise_signal(signal.SIGTERM)"
RUN_OUT = "Signals.active._budget = Budget(0.0)\nsignal.raise_signal(signal.SIGALRM)"


@pytest.mark.parametrize(
    ("meanwhile", "reason"), [(INTERRUPTED, "interrupted"), (RUN_OUT, "time limit")]
)
def test_no_module_is_imported_by_half(
    meanwhile: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests what left torch unusable in a notebook: a time limit while it was imported."""
    monkeypatch.syspath_prepend(tmp_path)
    name = "imported_whole"
    (tmp_path / f"{name}.py").write_text(IMPORTED.format(meanwhile=meanwhile))
    importlib.invalidate_caches()
    with pytest.raises(Stop), Signals(Budget.of(1e6)) as signals:
        importlib.import_module(name)
        wait()
    assert signals.reason == reason
    assert sys.modules.pop(name).whole


def test_an_inner_limit_ends_the_inner_work_only() -> None:
    with Signals(Budget.of(1e6)) as outer:
        with pytest.raises(Stop, match="time limit"), Signals(Budget.of(0.0)) as inner:
            wait()
        assert (inner.reason, outer.reason) == ("time limit", None)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1e6


def test_a_signal_while_an_inner_limit_is_handled_is_not_lost() -> None:
    inner = Signals(Budget.of(1e6))
    with pytest.raises(Stop, match="interrupted"), Signals(), inner:
        try:
            run_out(inner)
        except Stop:
            interrupt()


def test_nothing_is_raised_while_signals_are_held_back() -> None:
    """Tests that a signal which another thread of the process receives is held back as well."""
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        with pytest.raises(Stop, match="interrupted"), Signals() as signals:
            with held_back():
                os.kill(os.getpid(), signal.SIGTERM)
                while signals.reason is None:
                    time.sleep(0.001)
                begun = True
            wait()
    finally:
        over.set()
        other.join()
    assert begun


class Clumsy:
    """Something that a signal meets in its destructor."""

    def __del__(self) -> None:
        interrupt()


def test_what_is_lost_in_a_destructor_is_raised_again() -> None:
    with Signals(), pytest.raises(Stop, match="interrupted"):
        Clumsy()
        wait()


def test_writing_goes_on_for_a_while(tmp_path: Path) -> None:
    """Tests that a signal that comes while files are written ends neither this one nor others."""
    files = [tmp_path / name for name in "ab"]

    def write(file: Path) -> None:
        interrupt()
        file.write_text("whole")

    with Signals() as signals:
        assert attempted([(file, lambda file=file: write(file)) for file in files]) == []
    assert signals.reason == "interrupted"
    assert [file.read_text() for file in files] == ["whole", "whole"]


def broken(error: type[Exception], *, named: bool) -> None:
    """Raise an error in place of `Stop`, as extensions in C do."""
    try:
        raise Stop("interrupted")
    except Stop as stop:
        if named:
            raise error("returned a result with an exception set") from stop
        raise error("cannot import")  # noqa: B904  # what this test is about


@pytest.mark.parametrize("error", [SystemError, ImportError, RuntimeError, TypeError])
@pytest.mark.parametrize("named", [True, False])
def test_a_stop_stays_one_whatever_a_library_makes_of_it(
    error: type[Exception], named: bool
) -> None:
    with pytest.raises(Stop, match="interrupted"), undisguised():
        broken(error, named=named)
