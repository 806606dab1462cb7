"""Commands in little memory: what was refused is said in one line, whatever crashes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")

MIB = 1 << 20
TERMINATED = "os.kill(os.getppid(), signal.SIGTERM); [time.sleep(0.1) for _ in range(600)]"
HELD = resource.getrlimit(resource.RLIMIT_AS)


def executed(body: str, megabytes: int | None = 900, *words: str) -> tuple[int, str, str]:
    """Run a command of these statements as a process of its own."""
    text = (
        "import os, signal, sys, time\nfrom models.process.command import guarded\n"
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
