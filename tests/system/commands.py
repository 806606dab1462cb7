"""Commands as whole processes, in sessions of their own, with limits and signals; or called here.

Nothing here judges an answer; `tests.system.judge` does.
"""

from __future__ import annotations

import importlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

from tests import hanging

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "examples" / "data"
RING = (f"{DATA}/ring4.dfg.json", f"{DATA}/ring4.arch.json")
LOOP = (f"{DATA}/accumulate.dfg.json", f"{DATA}/accumulate.arch.json")
WITH_PLUGIN = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'plugin'}"}
"""Where the package with presets, solvers and commands of its own is installed."""

CODES = (0, 10, 20, 30)
MOMENTS = 40
"""Twentieths of a second that the processes of a command have to end after it."""

Process = subprocess.Popen[str]
Done = subprocess.CompletedProcess[str]


def python(module: str, *words: object) -> list[str]:
    """Return the command line of a module."""
    return [sys.executable, "-m", module, *map(str, words)]


def stopped_at(number: str, point: str, log: Path, module: str, *words: object) -> list[str]:
    """Return a command line that gets a signal at a point; see `tests.system.stop_at`."""
    return python("tests.system.stop_at", number, point, log, module, *words)


def begin(
    words: Sequence[str],
    *,
    memory: int | None = None,
    file_size: int | None = None,
    handles: int | None = None,
    ignored: Sequence[signal.Signals] = (),
    env: dict[str, str] | None = None,
    **how: Any,
) -> Process:
    """Start a process with limits: bytes of memory, bytes of a file, open files."""
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: file_size,
        resource.RLIMIT_NOFILE: handles,
    }

    def prepare() -> None:
        # Jobs in the background of a shell ignore SIGINT, those of `nohup` SIGHUP, and so does what
        # they start.
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        for limit, size in limits.items():
            if size is not None:
                resource.setrlimit(limit, (size, size))

    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT, **how}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    return subprocess.Popen(
        words, text=True, start_new_session=True, preexec_fn=prepare, env=environment, **how
    )


def end(process: Process) -> Done:
    """Wait for a process. Raises `TimeoutExpired` where it hangs; then its session is killed."""
    try:
        out, err = process.communicate(timeout=hanging.SECONDS)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return Done(process.args, process.returncode, out or "", err or "")


def run(words: Sequence[str], **how: Any) -> Done:
    """Run a command to its end; options are those of `begin`."""
    return end(begin(words, **how))


def run_python(*words: str | Path, **how: Any) -> Done:
    """Run the interpreter; options are those of `begin`."""
    return run([sys.executable, *map(str, words)], **how)


def called(module: str, words: Sequence[object], folder: Path = ROOT) -> Done:
    """Run a command in this process, in a folder; what it prints is not on a terminal."""
    found = importlib.import_module(module)
    if not hasattr(found, "main"):  # a package
        found = importlib.import_module(f"{module}.__main__")
    arguments, code = list(map(str, words)), 0
    with chdir(folder), redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            code = int(found.main(arguments) or 0)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return Done([module, *arguments], code, out.getvalue(), err.getvalue())


def alive(leader: int) -> list[int]:
    """Return the processes of a session that are alive, but for the first."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != leader:
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[3] == str(leader) and fields[0] not in "ZX":
                found.append(int(entry.name))
    return found


def left_behind(leader: int) -> list[int]:
    """Return the processes of a session that do not end within a moment, and kill them."""
    found: list[int] = []
    for _ in range(MOMENTS):
        found = alive(leader)
        if not found:
            return []
        time.sleep(0.05)
    kill(found)
    return found


def kill(pids: Sequence[int]) -> None:
    """Kill processes, as far as they are there."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def until(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds."""
    for _ in range(hanging.SECONDS * 50):
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")
