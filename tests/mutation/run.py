"""Runs tests on a mutant: in a copy of the checkout, where one text of one file is replaced."""

from __future__ import annotations

import compileall
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from py_compile import PycInvalidationMode

from tests.mutation.mutants import Mutant

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", "out", "build", "dist", "node_modules"
)


class Copy:
    """A copy of the checkout, for one mutant at a time."""

    def __init__(self) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="mutants-")
        self.folder = Path(self._home.name) / "checkout"
        shutil.copytree(Path.cwd(), self.folder, ignore=LEFT_OUT, symlinks=True)
        # A mutant may have the size and the time of the original: only its text tells.
        mode = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(self.folder, quiet=2, invalidation_mode=mode)

    def close(self) -> None:
        """Remove the copy."""
        self._home.cleanup()

    def killer(self, mutant: Mutant, tests: list[str], seconds: float) -> str:
        """Return the first of some tests that fails, or takes more processor seconds than that."""
        file = self.folder / mutant.file
        text = file.read_text()
        if text.count(mutant.old) != 1:
            raise ValueError(f"{mutant.file} has not once: {mutant.old}")
        file.write_text(text.replace(mutant.old, mutant.new))
        try:
            found, done = self.first_failure(tests, seconds)
            # On a busy machine many tests may take long: one that hangs does so alone.
            return found if done or len(tests) == 1 else self.first_failure([found], seconds)[0]
        finally:
            file.write_text(text)

    def first_failure(self, tests: list[str], seconds: float) -> tuple[str, bool]:
        """Return the first of some tests that fails in the copy as it is, "" for none, and True;
        or the one that was not done after a time, and False.
        """
        seen = Path(self._home.name) / "seen"
        seen.write_text("")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "tests.mutation.seen"]
        command += ["-p", "no:cacheprovider", "-p", "no:randomly", *tests]
        own = {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        own |= {"MUTATION_SEEN": str(seen), "MUTATION_SECONDS": str(math.ceil(seconds))}
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=20 * seconds)
            except subprocess.TimeoutExpired:
                said = ""
            finally:
                _end(process.pid)
        # A killer that is gone kills nothing.
        if process.returncode == 0 or "ERROR: not found: " in said:
            return "", True
        noted = [line.partition(" ") for line in seen.read_text().splitlines()]
        failed = [test for what, _, test in noted if what == "failed"]
        # Where not one begins, all of them fail to load.
        first = failed[0] if failed else noted[-1][2] if noted else tests[0]
        return first, process.returncode > 0


def _end(group: int) -> None:
    """End what tests left running, with the tests where they go on."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
