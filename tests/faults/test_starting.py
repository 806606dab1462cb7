"""Signals and broken pipes while a command starts: one line at most, and no traceback of ours."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.runs import DATA, LOOP, PATIENCE, RING, ROOT, run

POINTS = (
    "import:argparse",
    "import:models.errors",
    "import:models.process.signals",
    "call:models.process.signals:Signals.__enter__",
    "call:models.process.parser:parser_of",
    "call:solvers.questions.command:ask",
    "import:numpy",
    "import:msgspec",
    "call:models.process.signals:Signals.__exit__",
    "call:models.process.command:settle",
)
"""Where a command is when a signal comes: before, while and after its own handlers are there."""

COMMANDS = {
    "min-ii": ("solvers.min_ii", *LOOP, "--quiet"),
    "min-cycles": ("solvers.min_cycles", *RING, "--quiet"),
    "help": ("xyzmap", "--help"),
    "archs": ("archs", "mesh:2x2"),
    "verify": ("solvers.verify", "nothing-there"),
    "draw": ("solvers.draw", "dfg", RING[0], "-o", "{}/graph.svg"),
    "dfg": ("solvers.dfg", str(DATA / "nothing-there.ll")),
    "prune-arch": ("solvers.prune_arch", *RING, "--cycles", "10", "--quiet", "--time-limit", "9"),
    "examples": ("examples", "ring", "4", "-o", "{}/ring"),
    "optimize": ("solvers.optimize", "nothing-there.c", "mesh:2x2"),
}
FIRST = r"(xyzmap_packages|xyzmap/__init__|xyzmap/__main__|\w+/__init__)\.py"
"""The files of ours that the interpreter may be reading before a signal is heard by any of them."""
CODES = (0, 1, 2, 10, 20, 30)


def words(name: str, folder: Path) -> list[str]:
    return [word.replace("{}", str(folder)) for word in COMMANDS[name]]


def require_ours_is_calm(err: str) -> None:
    """Check that a traceback, if there is one, is that of an interpreter that is not yet ours."""
    ours = [file for file in re.findall(r'File "([^"]*)"', err) if file.startswith(str(ROOT))]
    assert all(re.fullmatch(FIRST, os.path.relpath(file, ROOT)) for file in ours), err


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_at_the_start(point: str, number: str, tmp_path: Path) -> None:
    """Tests that a command which is stopped says so in one line, or has said what it had to."""
    names = list(COMMANDS)
    name = names[(POINTS.index(point) + 3 * len(number)) % 2]  # those that reach every point
    log = tmp_path / "log"
    python = [sys.executable, "-m", "tests.faults.stop_at", number, point, str(log)]
    done = run([*python, *words(name, tmp_path)], start_new_session=True)
    assert log.exists(), "the point was not reached"
    assert "Traceback" not in done.stderr and done.returncode in (0, 30), done.stderr
    if done.returncode == 30:
        assert done.stderr.count("\n") == 1 and "interrupted" in done.stderr
    else:
        assert done.stderr == "" and done.stdout


def interrupted(command: Sequence[str], number: signal.Signals, delay: float) -> tuple[int, str]:
    """Return the exit code and stderr of a command that a signal meets after so many seconds."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(delay)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_at_any_moment(name: str, tmp_path: Path) -> None:
    """Tests six moments of each command; what is checked holds at every moment."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for step in range(6):
        number = signals[(step + len(name)) % 3]
        delay = 0.02 + 0.045 * step + 0.003 * list(COMMANDS).index(name)
        code, err = interrupted(words(name, tmp_path), number, delay)
        assert code in CODES or code == -number, err
        require_ours_is_calm(err)
        assert code != 30 or err.count("\n") <= 1, err
    assert not list(tmp_path.rglob(".xyzmap-*"))


@pytest.mark.process
def test_what_nohup_ignores_stays_ignored(tmp_path: Path) -> None:
    """Tests that a command goes on after the end of its terminal where that was asked for."""
    log = tmp_path / "log"
    command = [sys.executable, "-m", "tests.faults.stop_at", "SIGHUP", POINTS[5], str(log)]
    done = run(
        [*command, *words("min-cycles", tmp_path)],
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert log.exists() and (done.returncode, done.stderr) == (0, "")


PIPES = {
    "help": "xyzmap --help",
    "help of a command": "solvers.min_ii --help",
    "list": "archs",
    "JSON": "archs hycube:8x8 --json",
    "solvers": "solvers",
    "script": "solvers.completion bash",
    "answer": "solvers.min_cycles {ring} --quiet",
    "answer as JSON": "solvers.min_cycles {ring} --quiet --json",
    "progress": "solvers.min_cycles {ring}",
    "unknown command": "xyzmap nothing",
    "error": "solvers.min_ii nothing-there.json mesh:2x2",
    "usage": "solvers.min_ii",
}
REFUSED = {"unknown command", "error", "usage"}


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("name", PIPES)
def test_broken_pipes(name: str) -> None:
    """Tests readers that end before the first byte, and in the middle, on both streams."""
    command = f"{sys.executable} -m {PIPES[name]}".replace("{ring}", " ".join(RING))
    code = 2 if name in REFUSED else 0
    for reader in ("true", "head -c 1", "head -n 1"):
        for streams in ("", "2>&1 >/dev/null"):
            done = run(["bash", "-o", "pipefail", "-c", f"{command} {streams} | {reader}"])
            text = done.stdout + done.stderr
            assert "Traceback" not in text and "Exception ignored" not in text, text
            assert done.returncode == code, text


def test_a_reader_that_is_gone_costs_no_file(tmp_path: Path) -> None:
    command = f"{sys.executable} -m examples ring 4 -o {tmp_path}/ring"
    assert run(["bash", "-o", "pipefail", "-c", f"{command} | true"]).returncode == 0
    assert {path.name for path in (tmp_path / "ring").iterdir()} == {"arch.json", "dfg.json"}


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("stream", ["1", "2"])
def test_a_full_disk_is_one_line(stream: str) -> None:
    for name in ("help", "list", "unknown command", "answer"):
        command = f"{sys.executable} -m {PIPES[name]}".replace("{ring}", " ".join(RING))
        done = run(["bash", "-c", f"{command} {stream}>/dev/full"])
        assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
        assert done.stderr.count("\n") <= 1 and done.returncode in (0, 2), done.stderr
