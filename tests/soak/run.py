"""How the soak runs a command: as a whole process, or in a copy of this process that has read it.

Both are killed with all their children when they take longer than they may.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CODES = (0, 10, 20, 30)
GRACE = 60.0
"""Seconds that a command may take beyond its limit, on a machine that does other work."""

KERNEL_SECONDS = 60.0

PRELOADED = (
    "ortools.sat.python.cp_model",
    "highspy",
    "heuristics.streaming",
    "models.configuration.build",
    "solvers.search.interval_race",
    "solvers.questions.partition.search",
    "solvers.questions.prune_arch.run",
    "solvers.questions.remap.search",
    "solvers.questions.streaming.search",
    "archs.files",
    "models.judge.checker",
    "models.formats.dfg_files",
    "models.formats.mapping_json",
    "models.judge.simulator",
    "models.space_time.xyz",
    "pysat.solvers",
    "solvers.certificates.cycles",
    "solvers.min_cycles",
    "solvers.min_ii",
    "solvers.search.interval_answer",
    "solvers.search.cycles",
    "solvers.verify",
)


class WrongError(Exception):
    """An answer that is not true, or claims what it cannot show."""


class LostError(Exception):
    """No answer: a crash, a refusal, a hang, or nothing without a limit."""


class TimeUpError(Exception):
    """A limit was reached before there was anything to say."""


@dataclass(frozen=True)
class Done:
    """One command that has ended by itself."""

    words: tuple[str, ...]
    code: int
    output: str
    errors: str
    seconds: float

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON that it printed. Raises `TimeUpError` where it had no time to."""
        if self.code == 30 and not self.output and "time limit before" in self.errors:
            raise TimeUpError
        try:
            found: dict[str, Any] = json.loads(self.output)
        except json.JSONDecodeError as error:
            raise LostError(f"{self.words[0]}: no JSON: {error}") from None
        return found


@dataclass
class Runner:
    """Runs commands in a folder and keeps what they were; `whole`: as processes of their own."""

    folder: Path
    whole: bool = False
    seconds: float = 0.0
    commands: list[str] = field(default_factory=list)

    def run(self, *words: str, limit: float, codes: tuple[int, ...] = CODES) -> Done:
        """Run `python -m WORDS…`. Raises `LostError` where it gives no answer."""
        self.commands.append(" ".join(("python -m", *words)))
        base = self.folder / f"command{len(self.commands)}"
        out, err = base.with_suffix(".out"), base.with_suffix(".err")
        begun = time.perf_counter()
        start = _process if self.whole else _copy
        pid = start(words, out, err)
        code = ended(pid, limit + GRACE)
        seconds = time.perf_counter() - begun
        self.seconds += seconds
        errors = err.read_text(encoding="utf-8", errors="replace")
        if code is None:
            raise LostError(f"{words[0]}: hung: killed after {seconds:.0f} s")
        if "Traceback" in errors:
            raise LostError(f"{words[0]}: {errors.strip().splitlines()[-1]}")
        if code not in codes:
            last = (errors.strip().splitlines() or ["nothing on stderr"])[-1]
            raise LostError(f"{words[0]}: exit code {code}: {last}")
        return Done(words, code, out.read_text(encoding="utf-8"), errors, seconds)


def preload() -> None:
    """Read what most commands need, once, and map a tiny loop, which loads compiled kernels.

    Nothing of it starts a thread, so that this process can be copied.
    """
    for name in PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    with suppress(ImportError):
        _load_kernels()
    gc.collect()
    gc.freeze()


def _load_kernels() -> None:
    from archs.presets import architecture_preset
    from examples.loops.random_loops import random_loop
    from heuristics.anneal import Annealing, search_intervals
    from heuristics.modulo import modulo_schedule
    from heuristics.transport import transport_schedule
    from models.data.problem import Problem

    until = time.perf_counter() + KERNEL_SECONDS
    problem = Problem(random_loop(3), architecture_preset("lisa:2x2,io=memory"), 2)
    list(search_intervals(problem, Annealing(movements=1), None, 0, 2, 2, until, 1))
    modulo_schedule(problem, 0, deadline=until)
    transport_schedule(problem, 0, deadline=until)


def _process(words: tuple[str, ...], out: Path, err: Path) -> int:
    """Start a process; the caller waits for its id, which is that of its group as well."""
    with out.open("w") as output, err.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", *words], stdout=output, stderr=errors, start_new_session=True
        )
    process.returncode = 0  # not to be waited for by the destructor
    return process.pid


def _copy(words: tuple[str, ...], out: Path, err: Path) -> int:
    def command() -> int:
        for path, number in ((out, 1), (err, 2)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), number)
        for name, number in (("stdout", 1), ("stderr", 2)):
            stream = os.fdopen(number, "w", encoding="utf-8", closefd=False)
            setattr(sys, name, stream)
        sys.argv = [words[0], *words[1:]]
        module = importlib.import_module(words[0])
        if not hasattr(module, "main"):  # a package
            module = importlib.import_module(f"{words[0]}.__main__")
        code: int = module.main(list(words[1:]))
        return code

    return forked(command)


def forked(work: Callable[[], int]) -> int:
    """Start a copy of this process that does `work` and exits with what it returns."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.setsid()
        try:
            code = int(work() or 0)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def ended(pid: int, limit: float) -> int | None:
    """Wait for a process and return its exit code, negative for a signal; None: it was killed."""
    until, pause = time.perf_counter() + limit, 0.005
    while True:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.perf_counter() > until:
            kill(pid)
            return None
        time.sleep(pause)
        pause = min(pause * 1.3, 0.1)


def kill(pid: int) -> None:
    """End a process that leads a group, with all of the group, and collect it."""
    for target in (os.killpg, os.kill):
        try:
            target(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    os.waitpid(pid, 0)
