"""Broken pipes, full devices and closed streams: one line at most, and no traceback."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.system.cases import CASES
from tests.system.commands import RING, python, run
from tests.system.judge import calm, require_whole

ANSWER = " ".join(("solvers.min_cycles", *RING))
PIPES = {
    "help": ("xyzmap --help", 0),
    "help of a command": ("solvers.min_ii --help", 0),
    "help by an older name": ("heuristics.partition --help", 0),
    "list": ("archs", 0),
    "JSON": ("archs hycube:8x8 --json", 0),
    "solvers": ("solvers", 0),
    "script": ("solvers.completion bash", 0),
    "answer": (f"{ANSWER} --quiet", 0),
    "answer as JSON": (f"{ANSWER} --quiet --json", 0),
    "progress": (ANSWER, 0),
    "unknown command": ("xyzmap nothing", 2),
    "error": ("solvers.min_ii nothing-there.json mesh:2x2", 2),
    "usage": ("solvers.min_ii", 2),
}
READERS = ("true", "head -c 1", "head -n 1")
STREAMS = ("", "2>&1 >/dev/null")


def line(name: str) -> str:
    return shlex.join(python(*PIPES[name][0].split()))


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("number", range(len(PIPES)))
def test_broken_pipes(number: int) -> None:
    """Tests readers that end before the first byte, and in the middle, on both streams."""
    name = list(PIPES)[number]
    reader, stream = READERS[number % 3], STREAMS[number // 3 % 2]
    done = run(["bash", "-o", "pipefail", "-c", f"{line(name)} {stream} | {reader}"])
    calm(done.stdout + done.stderr)
    assert done.returncode == PIPES[name][1], done.stderr


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("name", "stream"), [("answer", 1), ("list", 1), ("unknown command", 2), ("progress", 2)]
)
def test_a_full_device_is_one_line(name: str, stream: int) -> None:
    done = run(["bash", "-c", f"{line(name)} {stream}>/dev/full"])
    calm(done.stderr)
    assert done.stderr.count("\n") <= 1 or stream == 1
    assert done.returncode in (0, 2), done.stderr


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("redirection", ["2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_closed_streams(tmp_path: Path, redirection: str) -> None:
    words = shlex.join(CASES["min_cycles"].command(tmp_path, tmp_path))
    done = run(["bash", "-o", "pipefail", "-c", f"{words} {redirection}"])
    calm(done.stderr)
    assert done.returncode == 0, done.stderr
    assert "proof/certificate.json" in require_whole(tmp_path)
