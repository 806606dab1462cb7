"""Work in another process, with its errors raised here."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import TypeVar

import msgspec

from shell.budget import UNLIMITED, Budget
from shell.children import may_fork
from solvers.search.portfolio import awaited, messages_of
from solvers.tasks.messages import Failed, Finished, Infeasible, Send, Task

M = TypeVar("M")


class _Raised(msgspec.Struct, frozen=True):
    error: Exception


def apart(work: Task[M], budget: Budget = UNLIMITED) -> Generator[M, None, None]:
    """Do `work` in another process, and yield its messages; raise its errors.

    The process ends with the iterator, at any point. Raises `Stop` when the budget is over, and
    `ChildProcessError` if the process ends by itself. Where processes cannot be forked, `work` is
    done here, and its messages are yielded at its end.
    """
    if not may_fork():
        sent: list[M] = []
        work(sent.append)
        yield from sent
        return
    task: Task[M | _Raised] = partial(_raising, work)
    with closing(messages_of(task, budget)) as messages:
        while True:
            message = awaited(messages, budget)
            if isinstance(message, Finished):
                return
            if isinstance(message, Failed | Infeasible):
                raise ChildProcessError(f"a process ended: {message.reason}")
            if isinstance(message, _Raised):
                raise message.error
            yield message


def _raising(work: Task[M], send: Send[M | _Raised]) -> None:
    try:
        work(send)
    except BrokenPipeError:
        raise
    except Exception as error:  # it is raised in the other process
        send(_Raised(error))
