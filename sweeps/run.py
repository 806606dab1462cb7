"""Hands jobs to an executor, and stores each result at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Protocol

from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from shell.children import LOOK_SECONDS
from solvers.questions.job import Job, Result
from solvers.questions.store import Store
from sweeps.watched import Cancelled
from sweeps.work import lost

ASKED_EVERY = 1.0
"""Seconds after which a silent executor is checked."""


class Hands(Protocol):
    """An executor of jobs, and its controls."""

    executor: Executor
    task: Callable[[Job], Result]

    def slots(self) -> int:
        """Return how many jobs to hand out at a time."""

    def require(self) -> None:
        """Raise `Stop` if the executor is gone."""

    def cancel(self) -> None:
        """Begin no more jobs, and end running ones as far as possible."""


class Watcher(Protocol):
    """Receives the progress of a sweep."""

    def begin(self, jobs: list[Job], known: dict[str, Result]) -> None:
        """All jobs and the known results."""

    def handed(self, job: Job) -> None:
        """A job was handed out."""

    def finished(self, job: Job, result: Result) -> None:
        """A result was stored."""


@dataclass
class Swept:
    """All jobs of a sweep, their known results, and the reason for an early end, if any."""

    jobs: list[Job]
    results: dict[str, Result] = field(default_factory=dict)
    asked: int = 0
    stopped: str | None = None
    seconds: float = 0.0


def again(result: Result, retry: bool) -> bool:
    """Whether a job is asked once more: it was lost, or failed and `retry`."""
    return result.status == "lost" or (retry and result.error is not None)


def sweep(
    found: Swept,
    store: Store,
    hands: Hands,
    watcher: Watcher,
    repeated: Callable[[Result], bool],
    budget: Budget = UNLIMITED,
) -> None:
    """Answer jobs without a stored result, and those whose result is to be `repeated`.

    `found` grows with the results. Raises `Stop` when the budget is over, or from executors, after
    keeping finished results.
    """
    watch = silent = Stopwatch()
    results = store.results(job.key for job in found.jobs)
    found.results |= {key: result for key, result in results.items() if not repeated(result)}
    watcher.begin(found.jobs, dict(found.results))
    left = iter([job for job in found.jobs if job.key not in found.results])
    flying: dict[Future[Result], Job] = {}
    try:
        while True:
            _hand_out(left, flying, hands, watcher)
            if not flying:
                break
            done, _ = wait(flying, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            # First: jobs that a signal has ended have no result.
            budget.check()
            for future in done:
                _keep(future, flying, found, store, watcher)
            if done:
                silent = Stopwatch()
            elif silent.seconds > ASKED_EVERY:
                hands.require()
                silent = Stopwatch()
    finally:
        for future in list(flying):
            future.cancel()
        hands.cancel()
        _keep_finished(flying, found, store, watcher)
        found.seconds = watch.seconds


def _hand_out(
    left: Iterator[Job], flying: dict[Future[Result], Job], hands: Hands, watcher: Watcher
) -> None:
    """Hand out the next jobs, with their files, as far as there are slots."""
    slots = hands.slots()
    while len(flying) < slots:
        job = next(left, None)
        if job is None:
            return
        flying[hands.executor.submit(hands.task, job)] = job
        watcher.handed(job)


def _keep(
    future: Future[Result],
    flying: dict[Future[Result], Job],
    found: Swept,
    store: Store,
    watcher: Watcher,
) -> None:
    """Keep the result of a finished future; an exception is a result, too."""
    try:
        result = future.result()
    except (CancelledError, Cancelled):
        raise Stop("the jobs were cancelled: the scheduler is gone, or somebody else did") from None
    except Exception as error:  # of the executor or of a worker: it costs this job only
        result = lost(error)
    job = flying[future]
    store.put(job, result)
    del flying[future]
    found.results[job.key] = result
    found.asked += 1
    watcher.finished(job, result)


def _keep_finished(
    flying: dict[Future[Result], Job], found: Swept, store: Store, watcher: Watcher
) -> None:
    """Keep the results that were finished when the sweep was stopped."""
    for future in _done(flying):
        _keep(future, flying, found, store, watcher)


def _done(futures: Iterable[Future[Result]]) -> list[Future[Result]]:
    return [
        future
        for future in futures
        if future.done() and not future.cancelled() and future.exception() is None
    ]
