"""Tests of budgets, with a clock that is set by hand."""

from __future__ import annotations

from math import inf

import pytest

from shell import budget
from shell.budget import Budget, Stop, Stopwatch


class Clock:
    """Stands for the module `time`."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still."""
    clock = Clock()
    monkeypatch.setattr(budget, "time", clock)
    return clock


def test_time_runs_out(clock: Clock) -> None:
    """Tests that a budget says how much is left, and raises `Stop` once nothing is."""
    whole = Budget.of(10)
    clock.now += 4
    assert (whole.left(), whole.over()) == (6, False)
    whole.check()
    clock.now += 6
    assert (whole.left(), whole.over()) == (0, True)
    with pytest.raises(Stop, match="^time limit$"):
        whole.check()
    clock.now += 1
    assert whole.left() == 0


def test_without_an_end(clock: Clock) -> None:
    """Tests that an unlimited budget never ends, and that a part of it in seconds does."""
    whole = Budget.of(None)
    assert (whole.left(), whole.over(), whole.limited) == (inf, False, False)
    assert whole.part(0.5) == whole == whole.within(None)
    assert whole.within(3).left() == 3


def test_parts_end_with_the_whole(clock: Clock) -> None:
    """Tests that parts are measured from now, and end no later than the whole."""
    whole = Budget.of(10)
    clock.now += 2
    assert (whole.within(5).left(), whole.within(50).left(), whole.part(0.25).left()) == (5, 8, 2)
    clock.now += 20
    assert whole.within(5).over() and whole.part(0.5).over()


def test_a_stopwatch_reads_seconds(clock: Clock) -> None:
    """Tests that a stopwatch counts from its beginning."""
    watch = Stopwatch()
    clock.now += 2.5
    assert watch.seconds == 2.5
