"""Child processes, which end with the one that began them: our own, and other programs."""

from __future__ import annotations

import multiprocessing
import os
import selectors
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EFBIG
from multiprocessing.context import BaseContext
from typing import Protocol

from shell.budget import UNLIMITED, Budget, Ending
from shell.shortages import MIB, ShortageError, shortage
from shell.signals import endings

LOOK_SECONDS = 0.1
"""Seconds from one look at the budget to the next while another process works."""

MOST_SAID = 256 * MIB
"""Bytes of a program's output, of either stream, that are read."""

PIECE = 1 << 16
"""Bytes that are read or written at once."""


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
    ended with their group. Raises `OSError` if it cannot be started or says more than `MOST_SAID`,
    `ShortageError` where that is for want of processes, files or memory,
    `subprocess.TimeoutExpired` after `seconds`, and `Stop` after a signal.
    """
    process: subprocess.Popen[bytes] | None = None
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            pass_fds=handles,
            start_new_session=alone,
            preexec_fn=end_with_parent,
        )
        out, err = _said(process, (given or "").encode("utf-8", "replace"), Budget.of(seconds))
    except BaseException as error:
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
        why = shortage(error) if isinstance(error, OSError) else None
        if why is None:
            raise
        raise ShortageError(why) from None
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def _said(process: subprocess.Popen[bytes], given: bytes, budget: Budget) -> tuple[str, str]:
    """Return the output of a process that is `given` its input, looking for signals meanwhile."""
    said, left = (bytearray(), bytearray()), memoryview(given)
    with selectors.DefaultSelector() as streams:
        for stream, buffer in zip((process.stdout, process.stderr), said, strict=True):
            assert stream is not None
            streams.register(stream, selectors.EVENT_READ, buffer)
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
            streams.register(process.stdin, selectors.EVENT_WRITE)
        while streams.get_map():
            _look(process, budget)
            for key, _ in streams.select(min(LOOK_SECONDS, budget.left())):
                if key.data is None:
                    left = left[_written(key.fd, left) :]
                    ended = not left
                else:
                    key.data.extend(piece := os.read(key.fd, PIECE))
                    ended = not piece
                    if len(key.data) > MOST_SAID:
                        raise OSError(EFBIG, f"it prints more than {MOST_SAID // MIB} MB")
                if ended:
                    streams.unregister(key.fileobj)
                    if key.fileobj is process.stdin:
                        process.stdin.close()
    while True:
        try:
            process.wait(min(LOOK_SECONDS, budget.left()))
            break
        except subprocess.TimeoutExpired:
            _look(process, budget)
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        stream.close()
    out, err = (_plain(each.decode("utf-8", "replace")) for each in said)
    return out, err


def _look(process: subprocess.Popen[bytes], budget: Budget) -> None:
    """Raise `Stop` after a signal, and `subprocess.TimeoutExpired` when the time is over."""
    UNLIMITED.check()
    if budget.over():
        raise subprocess.TimeoutExpired(process.args, 0.0)


def _written(handle: int, left: memoryview) -> int:
    """Return how many bytes a process has taken; all, if it does not read to the end."""
    try:
        return os.write(handle, left[:PIECE])
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(left)


def _plain(text: str) -> str:
    """Return text with the line ends of Python."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Process(Protocol):
    """A process that was begun, such as `subprocess.Popen`."""

    pid: int

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; return the exit code."""


def end(process: Process) -> None:
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
