"""The loop that waits: what runs, in which order messages are taken, and what ends it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import pytest

from shell.budget import Budget, Stop, Work
from solvers.search.portfolio import Portfolio, Run, Search, Try
from solvers.tasks.messages import Failed, Finished, Progressed, Send, Working


def counting(pace: float, slow: float, many: int, send: Send[Progressed]) -> None:
    """Tell `many` times of `pace` seconds of work, which take `slow` seconds on the wall."""
    for number in range(many):
        time.sleep(slow)
        Work.add(pace)
        send(Progressed(number))


def silently(send: Send[Progressed]) -> None:
    """Tells nothing."""
    time.sleep(600)


def attempt(name: str, pace: float, slow: float, many: int = 5) -> Try:
    return Try((name,), partial(counting, pace, slow, many))


def everything(tries: Sequence[Try], portfolio: Portfolio) -> Search[list[tuple[object, ...]]]:
    """Take all messages but the beats; return who told what, and the clock then."""
    found: list[tuple[object, ...]] = []
    while not all(map(portfolio.has_ended, tries)):
        heard = yield tries
        if heard is not None and not isinstance(heard.message, Working):
            found.append((*heard.attempt.key, heard.message, round(portfolio.clock, 6)))
    return found


@pytest.mark.parametrize("jobs", [None, 1, 2])
@pytest.mark.parametrize("slow", [(0.0, 0.03), (0.03, 0.0)])
def test_counted_messages_come_by_work(slow: tuple[float, float], jobs: int | None) -> None:
    """Tests that the order is that of the work of the senders, whichever is slow on the wall."""
    tries = [attempt("a", 0.25, slow[0]), attempt("b", 0.375, slow[1])]
    portfolio = Portfolio(counted=True, jobs=jobs)
    found = portfolio.run(everything(tries, portfolio))
    assert [(name, clock) for name, _, clock in found if isinstance(_, Progressed)] == [
        ("a", 0.25),
        ("b", 0.375),
        ("a", 0.5),
        ("a", 0.75),
        ("b", 0.75),
        ("a", 1.0),
        ("b", 1.125),
        ("a", 1.25),
        ("b", 1.5),
        ("b", 1.875),
    ]


@pytest.mark.parametrize("jobs", [None, 1])
def test_all_that_is_told_is_heard(jobs: int | None) -> None:
    """Tests that processes that race, or work in turns, are all heard to their ends."""
    tries = [attempt(name, 0.0, 0.0) for name in "abc"]
    portfolio = Portfolio(jobs=jobs)
    found = portfolio.run(everything(tries, portfolio))
    for name in "abc":
        told = [message for who, message, _ in found if who == name]
        assert told == [*map(Progressed, range(5)), Finished()]


def test_what_is_not_wanted_is_stopped() -> None:
    """Tests that a try is stopped once the search wants others, and begins anew if wanted again."""
    told: list[tuple[object, str]] = []

    def note(run: Run, status: str) -> None:
        told.append((run.attempt.key[0], status))

    first, second = attempt("a", 0.0, 600.0), attempt("b", 0.0, 0.0, 1)

    def search() -> Search[str]:
        yield [first]
        while not portfolio.has_ended(second):
            yield [second]
        yield [first, second]
        return "done"

    portfolio = Portfolio(told=note)
    assert portfolio.run(search()) == "done"
    statuses = ("a", "started"), ("a", "stopped"), ("b", "started"), ("a", "started")
    assert told == [*statuses, ("a", "stopped")]
    assert not portfolio.runs


def test_a_budget_that_is_over_is_raised_in_the_search() -> None:
    """Tests that the search may keep what it has, and that nothing runs afterwards."""

    def search() -> Search[str]:
        try:
            while True:
                yield [Try(("silent",), silently)]
        except Stop as stop:
            return str(stop)

    portfolio = Portfolio(Budget(0.0))
    assert portfolio.run(search()) == "time limit"
    assert not portfolio.runs


def test_an_error_is_the_last_message() -> None:
    """Tests that a process that fails ends its try, and not the search."""

    def failing(send: Send[Progressed]) -> None:
        raise ValueError("no")

    one = Try(("fails",), failing)
    portfolio = Portfolio()
    found = portfolio.run(everything([one], portfolio))
    assert [message for _, message, _ in found] == [Failed("ValueError: no")]


def test_a_share_of_the_work_ends_a_search() -> None:
    """Tests that work is that of all tries, those that have ended too, and not the time."""
    tries = [attempt("a", 0.25, 0.0, 2), attempt("b", 0.25, 0.01, 8)]
    portfolio, found = Portfolio(work=1.4), []

    def search() -> Search[None]:
        for one in tries:
            while not portfolio.has_ended(one):
                heard = yield [one]
                if heard is not None and isinstance(heard.message, Progressed):
                    found.append((*heard.attempt.key, heard.message.conflicts))

    with pytest.raises(Stop, match="its share of the work is done"):
        portfolio.run(search())
    assert found == [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 2)]
