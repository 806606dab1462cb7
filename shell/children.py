"""Child processes, which end with the one that began them: our own, and other programs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.context import BaseContext

from shell.budget import UNLIMITED, Budget, Ending
from shell.signals import endings

LOOK_SECONDS = 0.1
"""Seconds from one look at the budget to the next while another process works."""


def end_with_parent() -> None:
    """Kill this process when its parent dies (PR_SET_PDEATHSIG; Linux only)."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def leave_terminal_to_parent() -> None:
    """Ignore Ctrl-C and the end of the terminal, which reach all processes of a command."""
    for number in endings():
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)


def begin_child() -> None:
    """Let the process that began this one end it, by its own end or by SIGTERM only."""
    end_with_parent()
    leave_terminal_to_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Ending.asked = False


def finished(
    words: Sequence[str],
    *,
    given: str | None = None,
    folder: str | None = None,
    seconds: float | None = None,
    handles: Sequence[int] = (),
    alone: bool = True,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with `given` as its input, and return its exit code and output.

    It has a process group of its own. The group is ended when the wait ends early: after `seconds`,
    or after a signal. So processes that the program has started, such as a compiler's passes, end
    with it. A program that is not `alone` is in the group of this process, for workers that are
    ended with their group. Raises `OSError` if it cannot be started, `subprocess.TimeoutExpired`
    after `seconds`, and `Stop` after a signal.
    """
    process: subprocess.Popen[str] | None = None
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            cwd=folder,
            pass_fds=handles,
            start_new_session=alone,
            preexec_fn=end_with_parent,
        )
        out, err = _said(process, given, Budget.of(seconds))
    except BaseException:
        if process is not None:
            if alone:
                end(process)
            else:
                process.kill()
                process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                with suppress(OSError):
                    if stream is not None:
                        stream.close()
        raise
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def _said(process: subprocess.Popen[str], given: str | None, budget: Budget) -> tuple[str, str]:
    """Return the output of a process, looking for signals while it runs."""
    while True:
        try:
            return process.communicate(given, timeout=min(LOOK_SECONDS, budget.left()))
        except subprocess.TimeoutExpired:
            UNLIMITED.check()
            if budget.over():
                raise
        given = None  # it is being written


def end(process: subprocess.Popen[str]) -> None:
    """End a process that has a group of its own, with its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


_starting = threading.Lock()


def may_fork() -> bool:
    """Whether a process can begin as a fork, which is fast and shares the imports.

    It cannot beside other threads: the fork copies the locks that they hold, such as the lock of a
    module under import, and no thread releases them. Daemons, such as the threads that show
    progress, do not count: they end in the middle of their work anyway.
    """
    here = threading.current_thread()
    alone = all(each.daemon or each is here for each in threading.enumerate())
    return sys.platform == "linux" and alone and here is threading.main_thread()


def process_context() -> BaseContext:
    """Return how processes of Python start: as forks where they may."""
    return multiprocessing.get_context("fork" if may_fork() else "spawn")


@contextmanager
def without_main() -> Iterator[None]:
    """Start processes that do not import the user's script, which might repeat its work there."""
    main = sys.modules["__main__"]
    with _starting:
        kept = {name: main.__dict__.pop(name, None) for name in ("__spec__", "__file__")}
        main.__dict__["__spec__"] = None
        try:
            yield
        finally:
            main.__dict__.update({name: each for name, each in kept.items() if each is not None})
