"""The one loop that waits: a search names the tries it wants, a portfolio runs them side by side.

A `Try` is a frozen value: what a process is to do. A search is a generator: it yields the tries
that shall run now, and receives the next message of one of them. The portfolio starts those that do
not run yet, stops those that are not wanted any more, hears the others, and looks at the budget.

Without `counted`, messages are taken as they come: processes race. With it they are taken in the
order of the work that their senders had done (`shell.budget.Work`), as on a machine on which all
processes work at the same pace; so what a search hears, and when, does not depend on load.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple, TypeVar

from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from solvers.search.supervisor import Worker, ready
from solvers.tasks.messages import (
    Built,
    Decided,
    Ending,
    Failed,
    Finished,
    Infeasible,
    Loaded,
    Progressed,
    Task,
    Working,
)

M = TypeVar("M")
T = TypeVar("T")

TURN_SECONDS = 0.2
"""Seconds for which a process works before another one has its turn, where not all may work."""


@dataclass(frozen=True)
class Try:
    """What a process is to do; within a search, its `key` tells it from all others.

    One that does not `count` its work is measured by the clock on the wall.
    """

    key: tuple[Hashable, ...]
    task: Task[Any] = field(compare=False, repr=False)
    memory_limit: int | None = field(default=None, compare=False, repr=False)
    counts: bool = field(default=True, compare=False, repr=False)


class Run:
    """A try that runs: its process, and what that has told so far.

    `solving` is its work when its solver had the model, None before; `told_at` that which it had
    counted at its last message taken. It began when the clock of the portfolio was at `since`, and
    others had worked for `worked` seconds.
    """

    def __init__(self, attempt: Try, number: int, since: float, worked: float = 0.0) -> None:
        self.attempt, self.number, self.since = attempt, number, since
        self.worked = worked
        self.worker: Worker[Any] = Worker(attempt.task, attempt.memory_limit)
        self.conflicts = self.variables = self.clauses = 0
        self.solving: float | None = None
        self.heard: deque[tuple[float, Any]] = deque()
        self.ended = False
        self.told_at = 0.0
        if self.worker.unstarted is not None:
            self.heard.append((0.0, self.worker.unstarted))

    @property
    def work(self) -> float:
        """Seconds of work at the last message that has been taken."""
        return self.told_at if self.attempt.counts else self.worker.watch.seconds

    @property
    def building(self) -> float:
        """Seconds of work until the solver had its model."""
        return self.solving or 0.0

    @property
    def solved(self) -> float:
        """Seconds of work of the solver itself; 0 while it has no model."""
        return 0.0 if self.solving is None else self.work - self.solving

    @property
    def seconds(self) -> float:
        """Seconds since the process began, by the clock on the wall."""
        return self.worker.watch.seconds

    def receive(self) -> None:
        """Keep the next message of the process, which is there or is waited for."""
        message = self.worker.hear()
        self.heard.append((self.worker.work, message))

    def take(self) -> Any:
        """Return the first message kept; note what it tells of the solver."""
        self.told_at, message = self.heard.popleft()
        match message:
            case Built():
                self.variables, self.clauses = message.variables, message.clauses
            case Loaded():
                self.solving = self.work
            case Progressed():
                self.conflicts = message.conflicts
            case Decided():
                self.conflicts, self.ended = message.conflicts, True
            case Finished() | Failed() | Infeasible():
                self.ended = True
        return message


class Heard(NamedTuple):
    """A message and its sender."""

    run: Run
    message: Any

    @property
    def attempt(self) -> Try:
        """The try that the sender runs."""
        return self.run.attempt


Search = Generator[Sequence[Try], Heard | None, T]
"""Yields the tries that shall run, and receives a message, or None after a moment without one."""


class Portfolio:
    """The running tries of a search, within a `budget`.

    It ends after so many seconds of `work`, too: those that an idle machine would take. At most
    `jobs` of the processes work at a time, in turns. `told(run, status)` is called when a
    try has "started", and when it is "stopped" before it has ended.
    """

    def __init__(
        self,
        budget: Budget = UNLIMITED,
        *,
        counted: bool = False,
        jobs: int | None = None,
        work: float = inf,
        told: Callable[[Run, str], None] = lambda run, status: None,
    ) -> None:
        self.budget, self.counted, self._jobs, self._told = budget, counted, jobs, told
        self._most, self._worked = work, 0.0
        self.runs: dict[Try, Run] = {}
        self._ended: set[Try] = set()
        self._watch, self._clock = Stopwatch(), 0.0
        self._started = 0
        self._turn = Stopwatch()
        self._halted: set[Run] = set()

    @property
    def clock(self) -> float:
        """Seconds since the beginning: on the wall, or of work where that is `counted`."""
        return self._clock if self.counted else self._watch.seconds

    def run(self, search: Search[T]) -> T:
        """Run a search to its end, and return its result.

        When the budget is over, `Stop` is raised where the search waits.
        """
        try:
            wanted = next(search)
            while True:
                self.update(wanted)
                if self.budget.over():
                    wanted = search.throw(Stop(self.budget.why))
                    continue
                if self._worked >= self._most:
                    wanted = search.throw(Stop("its share of the work is done"))
                    continue
                heard = self.hear()
                if heard is not None or not self.counted or not self.runs:
                    wanted = search.send(heard)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            search.close()
            self.close()

    def update(self, wanted: Sequence[Try]) -> None:
        """Run exactly the tries that are wanted; one that has ended is not started again."""
        for attempt in [attempt for attempt in self.runs if attempt not in wanted]:
            self.stop(attempt)
        for attempt in wanted:
            self.start(attempt)

    def start(self, attempt: Try) -> None:
        """Start a try, unless it runs or has ended."""
        if attempt not in self.runs and attempt not in self._ended:
            run = Run(attempt, self._started, self.clock, self._worked)
            self.runs[attempt] = run
            self._started += 1
            self._told(run, "started")

    def stop(self, attempt: Try) -> None:
        """Stop a try, if it runs."""
        run = self.runs.pop(attempt, None)
        if run is not None:
            run.worker.stop()
            self._halted.discard(run)
            self._told(run, "stopped")

    def has_ended(self, attempt: Try) -> bool:
        """Whether a try has come to its own end."""
        return attempt in self._ended

    def hear(self) -> Heard | None:
        """Return the next message; None after a moment without one.

        An ending is the last message of a try, which does not run any more then.
        """
        silent = [run for run in self.runs.values() if not run.heard]
        if silent and (self.counted or len(silent) == len(self.runs)):
            self._take_turns(silent)
            by_worker = {run.worker: run for run in silent}
            for worker in ready(by_worker, self.budget):
                by_worker[worker].receive()
            silent = [run for run in silent if not run.heard]
        speaking = [run for run in self.runs.values() if run.heard]
        if not speaking or (self.counted and silent):
            return None
        run = min(speaking, key=self._order)
        heard = Heard(run, run.take())
        self._worked = max(self._worked, run.worked + run.work)
        if self.counted:
            self._clock = max(self._clock, run.since + run.told_at)
        if run.ended:
            del self.runs[run.attempt]
            self._ended.add(run.attempt)
            self._halted.discard(run)
            run.worker.stop()
        return heard

    def _order(self, run: Run) -> tuple[float, int]:
        return (run.since + run.heard[0][0] if self.counted else 0.0, run.number)

    def _take_turns(self, silent: list[Run]) -> None:
        """Halt all processes but `jobs` of the silent ones: those that have worked least, or each
        for a moment.
        """
        if self._jobs is None or (len(self.runs) <= self._jobs and not self._halted):
            return
        if not self.counted and self._halted and self._turn.seconds < TURN_SECONDS:
            return
        self._turn = Stopwatch()
        order = sorted(silent, key=lambda run: (run.since + run.worker.work, run.number))
        for place, run in enumerate(order):
            if place >= self._jobs and run not in self._halted:
                self._halted.add(run)
                run.worker.signal(signal.SIGSTOP)
            elif place < self._jobs and run in self._halted:
                self._halted.discard(run)
                run.worker.signal(signal.SIGCONT)

    def close(self) -> None:
        """Stop all tries."""
        for attempt in list(self.runs):
            self.stop(attempt)


def messages_of(
    task: Task[M], budget: Budget = UNLIMITED, memory_limit: int | None = None
) -> Generator[M | Ending, None, None]:
    """Yield the messages of one process as they come, its ending included, within the budget.

    The process ends with the iterator.
    """
    portfolio, attempt = Portfolio(budget), Try(("alone",), task, memory_limit)
    portfolio.start(attempt)
    try:
        while portfolio.runs and not budget.over():
            heard = portfolio.hear()
            if heard is not None and not isinstance(heard.message, Working):
                yield heard.message
    finally:
        portfolio.close()


def awaited(messages: Iterator[T], budget: Budget) -> T | Failed:
    """Return the next of the messages. Raises `Stop` when the budget is over before."""
    message = next(messages, None)
    if message is None:
        budget.check()
        return Failed("it has ended")
    return message
