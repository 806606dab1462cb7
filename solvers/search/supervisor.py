"""Worker processes: starts, limits, hears and stops them, and reports their end.

A solver or a compiled kernel holds the interpreter while it runs and cannot be interrupted, so only
a process can be stopped at any moment. The end of a process is a message as well: `Finished`,
`Infeasible`, or `Failed`, which stands for an error, a crash and the memory limit alike.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from models.errors import InfeasibleError
from shell.budget import UNLIMITED, Budget, Stopwatch, Work
from shell.children import LOOK_SECONDS, begin_child, process_context, without_main
from shell.shortages import shortage
from solvers.backends.scratch import clear
from solvers.tasks.messages import Ending, Failed, Finished, Infeasible, Send, Task, Working

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
W = TypeVar("W", bound="Worker[object]")


class Worker(Generic[M_co]):
    """A process that runs `task`, in at most `memory_limit` MB; it starts when created.

    `work` are the seconds of `shell.budget.Work` that it had done when it sent the last message
    heard; without other messages it sends `Working` at each beat of that clock. `unstarted` says
    why there is no process, where the machine has no more of them, or of files or memory.
    """

    def __init__(self, task: Task[M_co], memory_limit: int | None = None) -> None:
        context, ends = process_context(), list[Connection]()
        self.watch, self.running, self.work = Stopwatch(), False, 0.0
        self.unstarted: Failed | None = None
        try:
            ends += context.Pipe(duplex=False)
            self.messages, sender = ends
            self._process = context.Process(  # type: ignore[attr-defined]  # stubs: base class only
                target=_main, args=(task, memory_limit, sender), daemon=True
            )
            with without_main():
                self._process.start()
            self.running = True
            sender.close()
        except OSError as error:
            why = shortage(error)
            if why is None:
                raise
            for end in ends:
                end.close()
            self.unstarted = Failed(why)

    def hear(self) -> M_co | Ending | Working:
        """Wait for the next message; `Failed` where the process ended without another one."""
        message: M_co | Ending | Working
        try:
            self.work, message = self.messages.recv()
        except (EOFError, OSError):
            message = Failed(self._how_it_ended())
        return message

    def _how_it_ended(self) -> str:
        self._process.join(1)
        code = self._process.exitcode
        if code in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV):
            return f"killed by signal {-code}, probably out of memory"
        return f"exit code {code}"

    def signal(self, number: int) -> None:
        """Send a signal to the process and its children: all are in its own group."""
        if self.unstarted is None and (pid := self._process.pid) is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, number)

    def stop(self) -> None:
        """End the process at once, with its children, and remove its scratch files."""
        if not self.running:
            return
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        # Children of a solver's program outlive it.
        self.signal(signal.SIGKILL)
        self.messages.close()
        if self._process.pid is not None:
            clear(self._process.pid)
        self.running = False


def ready(workers: Iterable[W], budget: Budget = UNLIMITED) -> list[W]:
    """Return the workers with a message; wait for one a moment, within the budget."""
    running = [worker for worker in workers if worker.running]
    pause = min(LOOK_SECONDS, budget.left())
    heard = wait([worker.messages for worker in running], timeout=pause)
    return [worker for worker in running if worker.messages in heard]


def _main(task: Task[object], memory_limit: int | None, messages: Connection) -> None:
    os.setpgid(0, 0)
    begin_child()
    # A solver that runs out of memory writes to stderr itself; the parent reports the failure.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if memory_limit is not None:
        import resource

        limit = memory_limit * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    def send(message: object) -> None:
        messages.send((Work.seconds, message))

    Work.start(lambda: send(Working()))
    try:
        send(_ending(task, send))
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
