"""Commands in separate processes, measured from outside and ended at limits.

Seconds are wall time from the start of the process; megabytes are peaks over the process with its
descendants.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from shell.budget import Budget, Stopwatch
from shell.children import end
from sweeps.forked import Forked

SAMPLE_SECONDS = 0.05
"""Seconds between measurements of memory."""


class Cancelled(Exception):  # noqa: N818  # no error: it is asked for
    """The answer is no longer wanted; the process has been ended."""


@dataclass(frozen=True)
class Ended:
    """A process that has ended; `killed` names the limit it exceeded, or is None."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: float
    killed: str | None

    @property
    def how(self) -> str:
        """The end of the process, with the last line of its stderr as the reason."""
        how = f"killed by signal {-self.code}" if self.code < 0 else f"exit code {self.code}"
        return f"{how}: {(self.err.strip().splitlines() or ['no output'])[-1]}"


def program(
    command: Sequence[str], *, given: IO[str] | None = None, folder: str | None = None
) -> subprocess.Popen[str]:
    """Start `command` in `folder` with `given` as its input. Raises `OSError`."""
    name, *words = command
    if os.path.dirname(name):
        # Python may have been started by a relative path, which means another file in `folder`.
        name = os.path.abspath(name)
    return subprocess.Popen(
        [name, *words],
        stdin=subprocess.DEVNULL if given is None else given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        cwd=folder,
        start_new_session=True,
    )


def watch(
    begin: Callable[[], subprocess.Popen[str] | Forked],
    time_limit: float,
    *,
    megabytes: Callable[[int], float] | None = None,
    memory_limit: float | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    sample: float = SAMPLE_SECONDS,
) -> Ended:
    """Begin a process that has a group of its own, and kill it at either limit.

    `megabytes` measures the process and its descendants, given its id; by default `tree_megabytes`.
    Raises `Cancelled` soon after a signal, or after `cancelled` returns True, and `OSError` if the
    process cannot be started.
    """
    from solvers.backends.scratch import clear

    measured = tree_megabytes if megabytes is None else megabytes
    watch, budget = Stopwatch(), Budget.of(time_limit)
    peak, killed = 0.0, None
    with begin() as process:
        try:
            while killed is None:
                try:
                    out, err = process.communicate(timeout=min(sample, budget.left()))
                    break
                except subprocess.TimeoutExpired:
                    peak = max(peak, measured(process.pid))
                if cancelled():
                    raise Cancelled
                if budget.over():
                    if budget.why == "interrupted":
                        raise Cancelled
                    killed = "time limit"
                elif memory_limit is not None and peak > memory_limit:
                    killed = "memory limit"
            else:
                end(process)
                out, err = process.communicate()
            seconds = watch.seconds
        finally:
            end(process)
            clear(process.pid)
    return Ended(process.wait(), out, err, seconds, peak, killed)


def descendants(root: int) -> list[int]:
    """Return the ids of a process and of its running descendants."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        with suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                children = Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii")
                waiting += map(int, children.split())
    return found


def tree_megabytes(root: int) -> float:
    """Proportional memory of a process and its descendants (shared pages are not counted twice)."""
    total = 0.0
    for pid in descendants(root):
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) / 1024
    return total
