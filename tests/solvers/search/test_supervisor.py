"""Worker processes: what they send, how they end, and that nothing of them is left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from importlib import import_module
from threading import Thread

import pytest

from examples.ring import ring
from models.data.problem import Problem
from models.errors import InfeasibleError
from shell import shortages
from shell.budget import UNLIMITED, Budget, Stop
from shell.signals import Signals
from solvers.backends.scratch import scratch
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.search.portfolio import awaited, messages_of
from solvers.search.supervisor import Worker, ready
from solvers.tasks.messages import Failed, Finished, Infeasible, Send, Task
from tests.solvers.command_line import gone
from tests.solvers.search import gate

SHORTAGES = {
    EAGAIN: "no more processes can be started: the limit is 7",
    EMFILE: "no more files can be opened: the limit is 7",
    ENFILE: "no more files can be opened",
    ENOMEM: "memory is exhausted",
}


@pytest.mark.parametrize("number", SHORTAGES)
def test_a_process_that_cannot_be_started(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a shortage is the ending of a try, and that the search for a bound goes on."""

    def lacking(process: object) -> None:
        raise OSError(number, os.strerror(number))

    limits = {"RLIMIT_NPROC": 7, "RLIMIT_NOFILE": 7}
    monkeypatch.setattr(shortages, "_limit", limits.get)
    monkeypatch.setattr(multiprocessing.get_context("fork").Process, "start", lacking)
    why = Failed(SHORTAGES[number])
    assert list(messages_of(lambda send: send(1), Budget.of(20))) == [why]
    worker = Worker(raising(ValueError()))
    worker.signal(signal.SIGCONT)
    worker.stop()
    assert (worker.running, worker.unstarted) == (False, why)
    answer = search(CyclesQuestion(Problem(*ring(3, "operator"))))
    assert (answer.status, answer.lower_bound > 1) == ("unknown", True)
    assert SHORTAGES[number] in str(answer.stopped)


def raising(error: Exception) -> Task[int]:
    def task(send: Send[int]) -> None:
        raise error

    return task


def killed(send: Send[int]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def exhausting(send: Send[int]) -> None:
    bytearray(1 << 34)


@pytest.mark.parametrize(
    ("task", "ending"),
    [
        (lambda send: None, Finished()),
        (raising(ValueError("not\n this")), Failed("ValueError: not this")),
        (raising(InfeasibleError("no room")), Infeasible("no room", None)),
        (raising(MemoryError()), Failed("out of memory")),
        (exhausting, Failed("out of memory")),
        (lambda send: os._exit(7), Failed("exit code 7")),
        (killed, Failed("killed by signal 9, probably out of memory")),
    ],
)
def test_endings(task: Task[int], ending: object) -> None:
    """Tests that every end of a process is a message."""
    assert list(messages_of(task, Budget.of(20), memory_limit=4_000)) == [ending]
    worker = Worker(task, memory_limit=4_000)
    worker.stop()
    worker.stop()
    assert not worker.running and ready([worker], Budget.of(0)) == []


def test_what_a_process_has_started_ends_with_it() -> None:
    """Tests that its children are killed, and its temporary files removed."""

    def task(send: Send[int]) -> None:
        os.makedirs(scratch(os.getpid()))
        send(os.getpid())
        send(subprocess.Popen(["sleep", "60"]).pid)
        time.sleep(60)

    worker = Worker(task)
    own, child = worker.hear(), worker.hear()
    assert isinstance(own, int) and isinstance(child, int) and os.path.exists(scratch(own))
    worker.stop()
    assert not os.path.exists(scratch(own))
    assert gone(child, 10)


def late(send: Send[bool]) -> None:
    """Tells whether it is to end."""
    send(UNLIMITED.over())


def test_what_is_started_after_a_signal_may_work() -> None:
    """Tests that a signal is for the process that it came to, and that this one waits no more."""
    with Signals():
        signal.raise_signal(signal.SIGTERM)
        worker = Worker(late, memory_limit=4_000)
        assert worker.hear() is False
        worker.stop()
        with closing(messages_of(silently)) as silent, pytest.raises(Stop, match="interrupted"):
            awaited(silent, UNLIMITED)


def silently(send: Send[int]) -> None:
    """Tells nothing."""
    time.sleep(60)


def importing(send: Send[int]) -> None:
    """Imports what another thread of the first process is importing."""
    import_module("tests.solvers.search.importing_slowly")
    send(1)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are not forked elsewhere")
def test_a_process_beside_threads_waits_for_none_of_their_locks() -> None:
    """Tests that the lock of a module that another thread imports is no lock of a new process."""
    other = Thread(target=import_module, args=("tests.solvers.search.importing_slowly",))
    other.start()
    assert gate.entered.wait(60)
    try:
        with closing(messages_of(importing, Budget.of(60))) as messages:
            assert next(messages) == 1
    finally:
        gate.opened.set()
        other.join()
