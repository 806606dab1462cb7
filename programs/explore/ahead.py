"""Work on several tasks at once, by processes that begin as copies of this one.

Nothing but results is sent: tasks may hold what cannot be, such as relations of isl.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_work: Callable[[int], Any] | None = None
"""What a process inherits to do, by the number of a task."""


def ahead(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[int, Result]]:
    """Yield the number of each task and its result, as they come.

    Where processes cannot begin as copies, or one is enough, tasks are done one after another.
    """
    if min(jobs, len(tasks)) < 2 or sys.platform != "linux":
        yield from enumerate(map(work, tasks))
        return
    global _work
    _work = lambda number: (number, work(tasks[number]))  # noqa: E731  # it is not to be pickled
    try:
        context = multiprocessing.get_context("fork")
        with context.Pool(min(jobs, len(tasks)), _begin) as pool:
            yield from pool.imap_unordered(_do, range(len(tasks)))
    finally:
        _work = None


def _begin() -> None:
    """Leave it to the first process what interrupts do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _do(number: int) -> Any:
    assert _work is not None
    return _work(number)
