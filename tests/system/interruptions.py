"""How commands end when they are stopped at chosen points, by signals.

`bench` measures how soon they end, with inputs of `write_inputs` of `tests.system.cases`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired

from tests.system.cases import CASES, POINTS
from tests.system.commands import CODES, begin, end, left_behind, stopped_at
from tests.system.judge import FalseError, broken, calm


@dataclass(frozen=True)
class Stopped:
    """How a command ended: seconds since it was to end, and what is wrong, or an empty text."""

    case: str
    point: str
    seconds: float | None
    code: int | None
    wrong: str


def stop(
    name: str, number: int, folder: Path, out: Path, signal: str = "SIGTERM", delayed: bool = True
) -> Stopped:
    """Stop a command at the point of this number.

    Unless `delayed`, the signal comes at the point itself, and nothing depends on time.
    """
    case, named = CASES[name], POINTS[number]
    log, results = out / "moment", out / "results"
    results.mkdir(parents=True)
    words = case.words(folder, results, hard=named != "writing")
    point = case.points.split()[number - 1] if number else "import:shell.command"
    point = point if delayed else point.partition("+")[0]
    command = stopped_at(signal, point, log, case.module, *words)
    process = begin(command)
    try:
        done = end(process)
    except TimeoutExpired:
        return Stopped(name, named, None, None, "did not end")
    ended = time.monotonic()
    try:
        moment = float(log.read_text(encoding="ascii"))
    except OSError:
        return Stopped(name, named, None, done.returncode, "was never there")
    wrong = [*_faults(signal, number, done.returncode, done.stderr)]
    left = left_behind(process.pid)
    if signal != "SIGKILL":
        wrong += [*(f"process {pid} is alive" for pid in left), *broken(results)]
    return Stopped(name, named, ended - moment, done.returncode, "; ".join(wrong))


def _faults(signal: str, number: int, code: int, errors: str) -> Iterator[str]:
    """What is wrong with an ending; before the handlers are there, nothing can be known."""
    allowed = (-9,) if signal == "SIGKILL" else CODES if number else (30,)
    if code not in allowed:
        yield f"exit code {code}"
    try:
        calm(errors)
    except FalseError as error:
        yield str(error)
