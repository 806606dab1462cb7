"""Measures whole processes: wall time, and the memory of a process with all its children."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvers.search.watched import tree_megabytes

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"
SAMPLE_SECONDS = 0.05


@dataclass(frozen=True)
class Run:
    """One finished process: seconds of wall time, peak megabytes of the whole process tree."""

    command: list[str]
    seconds: float
    megabytes: float
    code: int
    output: str

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON that the process printed."""
        found: dict[str, Any] = json.loads(self.output)
        return found


def run(*words: str) -> Run:
    """Run `python -m WORDS…` and measure it; what it prints on stderr is dropped."""
    command = [sys.executable, "-m", *words]
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        peak = 0.0
        output = ""
        while True:
            try:
                output, _ = process.communicate(timeout=SAMPLE_SECONDS)
                break
            except subprocess.TimeoutExpired:
                peak = max(peak, tree_megabytes(process.pid))
        seconds = time.perf_counter() - begun
    return Run(["python", "-m", *words], seconds, peak, process.returncode, output)


def machine() -> str:
    """One line: processor, cores, Python and package versions."""
    from importlib.metadata import PackageNotFoundError, version

    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    found = [f"Python {platform.python_version()}"]
    for package in ("python-sat", "numpy", "msgspec"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return f"{model}, {os.cpu_count()} cores; {', '.join(found)}"


def table(heads: list[str], rows: list[list[object]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def write(name: str, title: str, command: str, parts: list[str]) -> Path:
    """Write `docs/results/NAME.md` with the command that made it and the machine."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.md"
    head = f"# {title}\n\nMade by `{command}` on {machine()}.\n\n"
    path.write_text(head + "\n".join(parts), encoding="utf-8")
    return path


def no_options(about: str | None) -> None:
    """Answer `--help`, and refuse arguments, of a benchmark that takes none."""
    argparse.ArgumentParser(description=about).parse_args()
