"""Questions answered several at a time, by threads or within processes that stay."""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

from bench.asker import Asker
from solvers.questions.entries import Entry

R = TypeVar("R")


class Task(Protocol):
    """A question that is pickled for a process, with what its answer depends on."""

    def key(self) -> dict[str, object]:
        """Return what the answer depends on."""


T = TypeVar("T", bound=Task)


def together(jobs: int, calls: Sequence[Callable[[], R]]) -> list[R]:
    """Return what the calls return, up to `jobs` at a time; what waits is dropped on an error."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(lambda call: call(), calls))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def working(
    asker: Asker, measure: Callable[[T], Entry], jobs: int, prepare: Callable[[], None] | None
) -> Iterator[Callable[[T], Entry]]:
    """Yield what asks one of `jobs` processes; each calls `prepare` first.

    `measure` is a function of a module. Known answers are not asked for again.
    """
    # A fork would share the locks of the threads that ask, and those of numba.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=prepare) as pool:

        def ask(task: T) -> Entry:
            return asker.entry(task.key(), lambda: pool.submit(measure, task).result())

        yield ask


def answered(
    asker: Asker,
    tasks: Sequence[T],
    measure: Callable[[T], Entry],
    jobs: int,
    prepare: Callable[[], None] | None = None,
) -> list[Entry]:
    """Return what `measure` says of all tasks, `jobs` at a time within processes that stay."""
    with working(asker, measure, jobs, prepare) as ask:
        return together(jobs, [functools.partial(ask, task) for task in tasks])
