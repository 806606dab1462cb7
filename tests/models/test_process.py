"""How commands end: in little memory, when they are stopped, and with what they have started."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from errno import EAGAIN
from pathlib import Path
from typing import Any

import pytest

from programs.llvm.compiler import llvm_text
from programs.source.preprocess import preprocess
from shell import memory
from shell.budget import UNLIMITED
from shell.children import finished
from shell.command import guarded
from shell.signals import Signals
from shell.streams import Patient

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux, and /proc")

MIB = 1 << 20
TERMINATED = "os.kill(os.getppid(), signal.SIGTERM); [sum(range(1000)) for _ in range(10**9)]"


def executed(body: str, megabytes: int | None = 900, *words: str) -> tuple[int, str, str]:
    """Run a command of these statements as a process of its own."""
    text = (
        "import os, signal, sys, time\nfrom shell.command import guarded\n"
        f"def run(arguments):\n    {body}\nsys.exit(guarded(run, 'p')())\n"
    )
    size = None if megabytes is None else megabytes * MIB

    def limit() -> None:
        if size is not None:
            resource.setrlimit(resource.RLIMIT_AS, (size, size))

    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, preexec_fn=limit, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("return 7", 7, ""),
        ("bytearray(1 << 31)", 30, "p: memory is exhausted: the limit is 900 MB"),
        ('raise RuntimeError("can\'t start new thread")', 30, "p: memory is exhausted"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 30, "p: memory is exhausted: ended by SIGSEGV"),
        ("os.kill(os.getpid(), signal.SIGKILL)", 30, "p: ended by SIGKILL"),
        (TERMINATED, 30, "p: interrupted"),
        ("open('/nowhere/at/all')", 2, "p: /nowhere/at/all: No such file or directory"),
    ],
)
def test_a_command_in_little_memory_ends_with_a_line(body: str, code: int, said: str) -> None:
    """Tests that neither an error nor a crash of a library leaves a command without its line."""
    found, out, err = executed(body)
    assert (found, out) == (code, "")
    assert err.startswith(said) and err.count("\n") == (said != "")


@pytest.mark.parametrize("name", ["fork", "pipe"])
def test_a_command_without_processes_does_what_it_can(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that where memory is limited and no copy can be made, the work is done here."""

    def lacking() -> None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))

    monkeypatch.setattr(memory.os, name, lacking)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert memory.supervised(lambda: 7, print) == 7
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_what_a_command_has_begun_is_not_waited_for() -> None:
    """Tests that a child that goes on, with all that it has inherited, keeps no command waiting."""
    forking = "pid = os.fork()\n    if not pid: os.close(1); os.close(2); time.sleep(60)"
    assert executed(f"{forking}\n    return 1")[0] == 1


def test_without_a_limit_nothing_is_copied() -> None:
    """Tests that a command is one process, and its errors of programming are no shortage."""
    code, out, _ = executed("print(os.getppid()); return 0", None)
    assert (code, int(out)) == (0, os.getpid())
    code, _, err = executed("raise ImportError('x')", None)
    assert code == 1 and err.endswith("ImportError: x\n")
    code, _, err = executed("raise MemoryError", None)
    assert (code, err) == (30, "p: memory is exhausted\n")


def running(pid: int) -> bool:
    """Whether a process is there, and not only its number."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def require_ended(pids: Path) -> None:
    """Raise `AssertionError` unless all processes of a file end; signals take a moment to come."""
    numbers = [int(word) for word in pids.read_text().split()]
    assert len(numbers) == 2
    for _ in range(3000):
        if not any(map(running, numbers)):
            return
        time.sleep(0.01)
    raise AssertionError(f"{numbers} run")


def program(tmp_path: Path, then: str) -> tuple[str, Path]:
    """A program that starts another one, as compilers do, and waits for it; and their numbers."""
    path, pids = tmp_path / "compiler", tmp_path / "pids"
    path.write_text(f"#!/bin/sh\nsleep 1000 &\necho $! $$ > {pids}\n{then}\nwait\n")
    path.chmod(0o755)
    return str(path), pids


USES: dict[str, Callable[[str], object]] = {
    "plain": lambda path: finished([path]),
    "optimize": lambda path: preprocess("int x;", "f.c", compiler=path),
    "dfg": lambda path: llvm_text(str(Path(path).parent / "f.c")),
}


@pytest.mark.parametrize("use", USES)
def test_an_interrupt_ends_all_that_was_started(
    use: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that Ctrl-C leaves nothing behind, whatever waits for the program."""
    path, pids = program(tmp_path, "kill -INT $PPID")
    (tmp_path / "f.c").write_text("int x;\n")
    monkeypatch.setattr("programs.llvm.compiler._compiler", lambda _: [path])
    with pytest.raises(KeyboardInterrupt), Signals():
        USES[use](path)
    require_ended(pids)


def test_a_limit_ends_all_that_was_started(tmp_path: Path) -> None:
    """Tests the same of a limit; the program has it to itself when its numbers are there."""
    path, pids = program(tmp_path, "")
    seconds = 0.2
    while True:
        with pytest.raises(subprocess.TimeoutExpired):
            finished([path], seconds=seconds)
        if pids.exists() and pids.read_text().count(" "):
            break
        seconds *= 2
    require_ended(pids)


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def wait() -> None:
    """Work until a signal ends it."""
    while True:
        UNLIMITED.check()
        time.sleep(0.001)


def test_a_command_says_why_it_ended(capsys: Any) -> None:
    def run(arguments: object) -> int:
        interrupt()
        wait()
        return 0

    assert guarded(run, "p")([]) == 30
    assert capsys.readouterr().err == "p: interrupted\n"


def test_writing_goes_on_without_a_reader() -> None:
    """Tests that what is written after the reader has gone goes nowhere, and raises nothing."""
    reading, writing = os.pipe()
    stream = Patient(os.fdopen(writing, "wb"), "utf-8")
    os.close(reading)
    for _ in range(3):
        assert stream.write("x" * 100_000) == 100_000
        stream.flush()
    stream.close()
