"""Answers one job as a process in a folder of its own, on any machine of the executor."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from shell.command import EXIT, USAGE
from solvers.questions.job import Job, Result
from sweeps.forked import Forked
from sweeps.questions import kind_of, value_and_bound
from sweeps.version import version
from sweeps.watched import Ended, watch
from xyzmap_packages import PREFIX

ANSWERS = frozenset(EXIT)
CODES = frozenset(EXIT.values())
"""Exit codes that come with an answer."""

DONE = "done"
"""The status of training data."""

CERTIFICATE, CLAIM, LINES = "certificate", "certificate.json", "lines.jsonl"
"""The files that a job writes."""

FOLDER = "xyzmap-sweep-"
"""The prefix of job folders; a process id follows."""

SAMPLE_SECONDS = 0.2
"""Seconds between memory samples: measuring whole process trees is slow."""


class OtherVersionError(RuntimeError):
    """The worker has other code or packages than the sweep."""


def work(job: Job, cancelled: Callable[[], bool] = lambda: False) -> Result:
    """Return the result of `job`, a failure included.

    Raises `Cancelled` when `cancelled` returns True, and `OtherVersionError` if this machine has
    other code.
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
        ended = _run(job, [kind_of(job.question).module, *_words(job)], folder, cancelled)
        result = _result(job, ended, Path(folder))
        if job.verify and Path(folder, CERTIFICATE, CLAIM).exists():
            verified = _verified(job, result.status, folder, cancelled)
            result = dataclasses.replace(result, verified=verified)
    return result


def _words(job: Job) -> list[str]:
    """Return the words after the module's name."""
    if kind_of(job.question).lines:
        return [*job.words, "--out", LINES]
    words = [*job.words, "--time-limit", f"{job.time_limit:g}", "--json", "--quiet"]
    return [*words, "--certificate", CERTIFICATE] if job.verify else words


def _run(job: Job, words: list[str], folder: str, cancelled: Callable[[], bool]) -> Ended:
    return watch(
        partial(Forked, words, folder),
        job.time_limit + job.grace,
        memory_limit=job.memory_limit,
        cancelled=cancelled,
        sample=SAMPLE_SECONDS,
    )


def _verified(job: Job, status: str, folder: str, cancelled: Callable[[], bool]) -> str:
    """Return the verifier's outcome, and the verified status if it differs from `status`.

    The verifier has the time and memory limits of the job.
    """
    limit = f"{job.time_limit:g}"
    words = [f"{PREFIX}solvers.verify", CERTIFICATE, "--json", "--time-limit", limit]
    ended = _run(job, words, folder, cancelled)
    if ended.killed is not None:
        return ended.killed
    with suppress(ValueError, KeyError, TypeError):
        outcome = str(json.loads(ended.out)["outcome"])
        if outcome != "verified":
            return outcome
        claimed = json.loads(Path(folder, CERTIFICATE, CLAIM).read_bytes())["status"]
        return outcome if claimed == status else f"{outcome} as {claimed}"
    return "error"


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


def _result(job: Job, ended: Ended, folder: Path) -> Result:
    """Return the result; the last output of a failed job is its answer, without a value."""
    status, error = ended.killed, None
    answer = _answer(ended.out)
    if status is not None:
        limit = f"{job.time_limit:g} s" if status == "time limit" else f"{job.memory_limit} MB"
        error = f"killed beyond the {status} of {limit}"
    elif ended.code in CODES:
        answer = _lines(folder) if kind_of(job.question).lines else answer
        if answer is not None:
            status = answer["status"]
        elif ended.code == EXIT["unknown"] and ended.err.strip():
            # The time was up before there was anything to say as JSON.
            status, error = "unknown", _last(ended.err)
        else:
            status, error = "crashed", f"exit code {ended.code} without an answer"
    elif ended.code == USAGE:
        status, error = "error", _last(ended.err)
    else:
        status, error = "crashed", ended.how
    value, bound = None, None
    if answer is not None and error is None:
        value, bound = value_and_bound(job.question, answer)
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


def _last(err: str) -> str:
    return (err.strip().splitlines() or ["no message"])[-1]


def _answer(out: str) -> dict[str, Any] | None:
    """Return the JSON that a command printed, or the last line of it, if it is an answer."""
    for text in (out, out.strip().rpartition("\n")[2]):
        with suppress(ValueError):
            found = json.loads(text)
            if isinstance(found, dict) and found.get("status") in ANSWERS:
                return found
    return None


def _lines(folder: Path) -> dict[str, Any] | None:
    """Return the samples that a command wrote."""
    with suppress(OSError, UnicodeDecodeError):
        text = (folder / LINES).read_text(encoding="utf-8")
        return {"status": DONE, "lines": text.splitlines()}
    return None
