"""Worker processes: starts, limits, hears and stops them, and reports their end.

A solver or a compiled kernel holds the interpreter while it runs and cannot be interrupted, so only
a process can be stopped at any moment. The end of a process is a message as well: `Finished`,
`Infeasible`, or `Failed`, which stands for an error, a crash and the memory limit alike.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from models.errors import InfeasibleError
from shell.budget import UNLIMITED, Budget, Stopwatch
from shell.children import LOOK_SECONDS, begin_child, may_fork, process_context, without_main
from solvers.backends.scratch import clear
from solvers.search.messages import Ending, Failed, Finished, Infeasible

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
W = TypeVar("W", bound="Worker[object]")

Send = Callable[[M], None]
Task = Callable[[Send[M]], None]
"""The task of a process: it sends messages until it returns. It has to be a value that can be
pickled where processes cannot be forked.
"""


class Worker(Generic[M_co]):
    """A process that runs `task`, in at most `memory_limit` MB; it starts when created."""

    def __init__(self, task: Task[M_co], memory_limit: int | None = None) -> None:
        context = process_context()
        self.messages, sender = context.Pipe(duplex=False)
        self._process = context.Process(  # type: ignore[attr-defined]  # stubs: base class only
            target=_main, args=(task, memory_limit, sender), daemon=True
        )
        with without_main():
            self._process.start()
        sender.close()
        self.watch = Stopwatch()
        self.running = True

    def hear(self) -> M_co | Ending:
        """Wait for the next message; `Failed` where the process ended without another one."""
        try:
            message: M_co | Ending = self.messages.recv()
        except (EOFError, OSError):
            message = Failed(self._how_it_ended())
        return message

    def _how_it_ended(self) -> str:
        self._process.join(1)
        code = self._process.exitcode
        if code in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV):
            return f"killed by signal {-code}, probably out of memory"
        return f"exit code {code}"

    def stop(self) -> None:
        """End the process at once, with its children, and remove its scratch files."""
        if not self.running:
            return
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        # Children of a solver's program outlive it; all are in the process's own group.
        pid = self._process.pid
        if pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
        self.messages.close()
        if pid is not None:
            clear(pid)
        self.running = False


def ready(workers: Iterable[W], budget: Budget = UNLIMITED) -> list[W]:
    """Return the workers with a message; wait for one a moment, within the budget."""
    running = [worker for worker in workers if worker.running]
    pause = min(LOOK_SECONDS, budget.left())
    heard = wait([worker.messages for worker in running], timeout=pause)
    return [worker for worker in running if worker.messages in heard]


def awaited(worker: Worker[M], budget: Budget) -> M | Ending:
    """Return the next message of a worker. Raises `Stop` when the budget is over before."""
    while not ready([worker], budget):
        budget.check()
    return worker.hear()


def messages_of(worker: Worker[M], budget: Budget) -> Iterator[M | Ending]:
    """Yield the messages of a worker as they come, until the budget is over."""
    while not budget.over():
        if ready([worker], budget):
            yield worker.hear()


def _main(task: Task[object], memory_limit: int | None, messages: Connection) -> None:
    os.setpgid(0, 0)
    begin_child()
    # A solver that runs out of memory writes to stderr itself; the parent reports the failure.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if memory_limit is not None:
        import resource

        limit = memory_limit * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        messages.send(_ending(task, messages.send))
    except BrokenPipeError:
        os._exit(1)


def _ending(task: Task[object], send: Send[object]) -> Ending:
    """Run the task, and return the message of its end."""
    try:
        task(send)
    except InfeasibleError as fact:
        return Infeasible(str(fact), fact.fact)
    except MemoryError:
        return Failed("out of memory")
    except BrokenPipeError:
        raise
    except Exception as error:  # any error costs this answer only
        return Failed(" ".join(f"{type(error).__name__}: {error}".split()))
    return Finished()


def compiled_first(use: Callable[[], object], budget: Budget = UNLIMITED) -> bool:
    """Let `use` compile its code, in another process; return whether that ended in time.

    Compiled code is kept in files, from which this process loads it then: compiling cannot be
    interrupted. The process is killed when the budget is over. Where processes cannot be forked
    this has no effect, and compiling takes its time later.
    """
    if not may_fork():
        return True
    worker: Worker[object] = Worker(lambda send: _called(use))
    try:
        return any(True for _ in messages_of(worker, budget))
    finally:
        worker.stop()


def _called(use: Callable[[], object]) -> None:
    use()
