"""Parallel tasks in forked processes.

Only results are sent between processes: tasks may hold objects that cannot be pickled, such as
relations of isl.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from shell.budget import UNLIMITED
from shell.children import LOOK_SECONDS, begin_child, may_fork

Task = TypeVar("Task")
Result = TypeVar("Result")


def ahead(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[int, Result]]:
    """Yield the number of each task and its result, in order of completion.

    Without fork or without more processes, or for a single one, tasks run sequentially. So do tasks
    whose process ends without a result: their exceptions are raised here. Raises `Stop` after a
    signal.
    """
    if min(jobs, len(tasks)) < 2 or not may_fork():
        yield from enumerate(map(work, tasks))
        return
    context = multiprocessing.get_context("fork")
    waiting = list(enumerate(tasks))[::-1]
    running: dict[Any, tuple[int, BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, task = waiting.pop()
                try:
                    received, begun = _begun(context, work, task)
                except OSError:  # there are no more processes or files
                    if running:
                        waiting.append((number, task))
                        break
                    yield number, work(task)
                else:
                    running[received] = number, begun
            if not running:
                continue
            UNLIMITED.check()
            for ended in wait(list(running), LOOK_SECONDS):
                number, process = running.pop(ended)
                result = _result(ended, work, tasks[number])
                process.join()
                yield number, result
    finally:
        for received, (_, process) in running.items():
            process.kill()
            process.join()
            received.close()


def _begun(
    context: Any, work: Callable[[Task], Result], task: Task
) -> tuple[Connection, BaseProcess]:
    """Return a process that works, and the end of its pipe."""
    received, sent = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, task, (received, sent)), daemon=True)
    try:
        process.start()
    except OSError:
        received.close()
        raise
    finally:
        sent.close()
    return received, process


def _result(ended: Any, work: Callable[[Task], Result], task: Task) -> Result:
    with ended:
        try:
            result: Result = ended.recv()
        except (EOFError, OSError):
            result = work(task)
    return result


def _send(work: Callable[[Task], Result], task: Task, ends: tuple[Connection, Connection]) -> None:
    begin_child()
    received, sent = ends
    received.close()
    # The first process repeats a task that fails, and raises its exception.
    with suppress(Exception):
        sent.send(work(task))
