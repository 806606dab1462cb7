"""Child processes, which end with the one that began them: our own, and other programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from shell.signals import endings, held_back, let_through


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
    let_through()


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

    It has a process group of its own. The group is ended when the wait ends early: by Ctrl-C, by a
    time limit, or after `seconds`. So processes that the program has started, such as a compiler's
    passes, end with it. A program that is not `alone` is in the group of this process, for workers
    that are ended with their group. Raises `OSError` if it cannot be started, and
    `subprocess.TimeoutExpired`.
    """
    process: subprocess.Popen[str] | None = None
    try:
        with held_back():
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
                preexec_fn=_begin,
            )
        out, err = process.communicate(given, timeout=seconds)
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


def _begin() -> None:  # pragma: no cover  # in another process
    let_through()
    end_with_parent()


def end(process: subprocess.Popen[str]) -> None:
    """End a process that has a group of its own, with its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
