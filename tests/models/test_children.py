"""Programs of others end with what they have started, where the wait for them ends."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from models.process.children import finished
from models.process.signals import Signals
from programs.llvm.compiler import llvm_text
from programs.source.preprocess import preprocess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


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
