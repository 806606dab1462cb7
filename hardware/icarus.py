"""Runs test benches in Icarus Verilog."""

from __future__ import annotations

import os
import subprocess

from hardware.verilog.project import SOURCES
from models.errors import InputError
from shell.children import finished

SECONDS = 600
"""Time limit of compiling, and of running."""


def simulated(folder: str, *more: str) -> tuple[bool, list[str]]:
    """Compile and run the test bench in a folder; return whether it passed, and its output lines.

    `more` are arguments of the test bench. Raises `InputError` if Icarus is missing, times out, or
    rejects the files.
    """
    # A file name with a leading dash would be parsed as an option.
    folder = os.path.abspath(folder)
    compiled = os.path.join(folder, "testbench.vvp")
    sources = (os.path.join(folder, name) for name in ("testbench.v", *SOURCES))
    made = _process(["iverilog", "-g2005", "-o", compiled, *sources], folder)
    if made.returncode:
        raise InputError(f"iverilog does not take the files: {made.stderr.strip()[:300]}")
    done = _process(["vvp", "-n", "testbench.vvp", *more], folder)
    return done.returncode == 0, done.stdout.splitlines()


def _process(words: list[str], folder: str) -> subprocess.CompletedProcess[str]:
    try:
        return finished(words, folder=folder, seconds=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{words[0]} does not run: {error}") from None
