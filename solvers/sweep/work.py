"""Answers one job as a whole process in a folder of its own; runs wherever an executor puts it."""

from __future__ import annotations

import functools
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from solvers.entries import ROOT
from solvers.sweep.job import Job, Result, version
from solvers.sweep.questions import QUESTIONS, value_and_bound
from solvers.watched import Ended, watch

ANSWERS = frozenset({"optimal", "feasible", "infeasible", "unknown"})
CODES = frozenset({0, 10, 20, 30})
"""Exit codes that come with an answer."""

USAGE = 2

FOLDER = "xyzmap-sweep-"
"""Of each job, with the process that began it."""

SAMPLE_SECONDS = 0.2
"""How often memory is looked at: whole trees of processes are slow to look at."""

START = f"""
import os, sys
if {str(ROOT)!r} not in sys.path: sys.path.insert(0, {str(ROOT)!r})
from models.parent import end_with_parent
end_with_parent()
if os.getppid() != int(sys.argv[1]): sys.exit("whoever asked is gone")
import runpy
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""`python -m MODULE …` from any folder, whatever else lies there; ends with whoever asks."""


class OtherVersionError(RuntimeError):
    """A worker has other code or packages than whoever asks."""


def work(job: Job, cancelled: Callable[[], bool] = lambda: False) -> Result:
    """Return what became of `job`, whatever that is.

    Raises `Cancelled` when `cancelled` says so, and `OtherVersionError` where the answer would
    be that of other code.
    """
    if version() != job.version:
        raise OtherVersionError(
            f"xyzmap, Python or a package of {platform.node()} differs from that of the sweep"
        )
    _clear_after_the_killed()
    with tempfile.TemporaryDirectory(prefix=f"{FOLDER}{os.getpid()}-") as folder:
        for name, data in job.files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        module = QUESTIONS[job.question].module
        limit = ["--time-limit", f"{job.time_limit:g}", "--json", "--quiet"]
        ended = watch(
            [sys.executable, "-P", "-c", START, str(os.getpid()), module, *job.words, *limit],
            job.time_limit + job.grace,
            folder=folder,
            memory_limit=job.memory_limit,
            cancelled=cancelled,
            sample=SAMPLE_SECONDS,
        )
    return _result(job, ended)


@functools.cache
def _clear_after_the_killed() -> None:
    """Remove the folders of jobs whose sweep or worker was killed on this machine."""
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        owner = path.name.removeprefix(FOLDER).split("-")[0]
        if owner.isdecimal() and not _runs(int(owner)):
            shutil.rmtree(path, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def lost(error: BaseException) -> Result:
    """Return the result of a job that no worker could finish."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return Result("lost", None, None, 0.0, 0.0, None, words, "", None)


def _result(job: Job, ended: Ended) -> Result:
    status, error = ended.killed, None
    answer: dict[str, Any] | None = None
    if status is not None:
        limit = f"{job.time_limit:g} s" if status == "time limit" else f"{job.memory_limit} MB"
        error = f"killed beyond the {status} of {limit}"
    elif ended.code in CODES:
        answer = _answer(ended.out)
        status = "crashed" if answer is None else answer["status"]
        error = f"exit code {ended.code} without an answer" if answer is None else None
    elif ended.code == USAGE:
        status, error = "error", (ended.err.strip().splitlines() or ["no message"])[-1]
    else:
        status, error = "crashed", ended.how
    value, bound = (None, None) if answer is None else value_and_bound(job.question, answer)
    return Result(
        status=status,
        value=value,
        bound=bound,
        seconds=round(ended.seconds, 3),
        megabytes=round(ended.megabytes, 1),
        exit_code=None if ended.killed else ended.code,
        error=error,
        host=platform.node(),
        answer=None if answer is None else json.dumps(answer, separators=(",", ":")),
    )


def _answer(out: str) -> dict[str, Any] | None:
    """Return the JSON that a command printed, if it is an answer."""
    with suppress(ValueError):
        found = json.loads(out)
        if isinstance(found, dict) and found.get("status") in ANSWERS:
            return found
    return None
