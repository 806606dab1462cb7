"""Icarus Verilog for tests: compiles files, runs them, and returns what they print."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping as Dictionary
from pathlib import Path

import pytest

from hardware.model.realise import Form, Realised, realised
from hardware.verilog.project import run_files
from models.data.mapping import Mapping
from models.data.problem import Problem
from tests import hanging

needs_icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="Icarus Verilog (iverilog) is not installed"
)


def printed(folder: Path, files: Dictionary[str, str], *more: str) -> str:
    """Write files, compile the Verilog among them without a warning, and run it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    # The time scale is that of the first file.
    sources = sorted(
        (name for name in files if name.endswith(".v")), key=lambda n: n != "testbench.v"
    )
    words = ["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-o", "testbench.vvp", *sources]
    made = _run(folder, words)
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    done = _run(folder, ["vvp", "-n", "testbench.vvp", *more])
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def require_pass(
    case: tuple[Problem, Mapping],
    form: Form,
    folder: Path,
    seed: int = 0,
    *,
    acyclic: bool = False,
    timed: bool = False,
) -> Realised:
    """Fail unless the test bench of a mapping finds no difference; return the machine and words.

    With `timed`, the mapping orders the loads and stores.
    """
    made = realised(*case, form)
    begins = made.begins if timed else None
    files = run_files(made.machine, made.words, case[0].dfg, seed, acyclic, begins)
    out = printed(folder, files)
    assert out.startswith("PASS ") and out.count("\n") == 1, out
    return made


def _run(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, text=True, capture_output=True, timeout=hanging.SECONDS
    )
