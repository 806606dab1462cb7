"""Asks `heuristics.partition` for a partition: whole processes, by method and seed."""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.measure import run
from bench.partition_sets import Kernel, installed, package_versions
from bench.resume import Entry, Resume, digest

PACKAGES = ("optuna", "ortools", "pymetis")
"""What methods need, each its own."""

MAX_II = 16
"""The context memory, unless a page says otherwise."""


@dataclass(frozen=True)
class Method:
    """A way to ask: the command's options, the packages they need, and whether seeds differ."""

    name: str
    words: tuple[str, ...]
    packages: tuple[str, ...] = ()
    seeded: bool = False
    about: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that are not installed."""
        return tuple(package for package in self.packages if not installed(package))


@dataclass(frozen=True)
class Asker:
    """Asks with a time limit; `trials` are those of bopart and nsga2 for each cut."""

    resume: Resume
    limit: float
    trials: int = 300

    def ask(self, kernel: Kernel, method: Method, seed: int = 0, max_ii: int = MAX_II) -> Entry:
        """Return what is found, with the wall time of the process."""
        words = [kernel.arch, "--max-ii", str(max_ii), *method.words]
        words += ["--seed", str(seed), "--time-limit", f"{self.limit:g}"]
        if method.seeded:
            words += ["--trials", str(self.trials)]
        key: dict[str, object] = {"tool": "partition", "words": words}
        key["dfg"] = digest(kernel.path.read_text(encoding="utf-8"))
        key["packages"] = package_versions(*PACKAGES)
        entry = self.resume.entry(key, lambda: _measure(kernel, words))
        shown = {name: entry[name] for name in ("total", "bound", "intervals", "seconds")}
        print(kernel.name, method.name, seed, json.dumps(shown), file=sys.stderr, flush=True)
        return entry


def _measure(kernel: Kernel, words: list[str]) -> Entry:
    done = run("heuristics.partition", str(kernel.path), *words, "--json", "--quiet")
    if not done.output:
        raise RuntimeError(f"no answer (exit code {done.code}): {' '.join(done.command)}")
    answer = done.answer
    return {
        "status": answer["status"],
        "total": answer["total_ii"],
        "bound": answer["bound"],
        "bound_reason": answer["bound_reason"],
        "by": answer["by"],
        "intervals": [part["ii"] for part in answer["parts"]],
        "extra": answer["extra"],
        "cut": answer["cut"],
        "compared": answer["compared"],
        "stopped": answer["stopped"],
        "seconds": round(done.seconds, 2),
        "megabytes": round(done.megabytes),
    }


def totals(runs: Sequence[Entry]) -> list[float]:
    """Return the total II of every run, infinite where nothing was mapped."""
    return [math.inf if run["total"] is None else float(run["total"]) for run in runs]


def middle(runs: Sequence[Entry]) -> Entry:
    """Return the run with the median total; a run without a mapping is worse than any."""
    order = sorted(zip(totals(runs), range(len(runs)), strict=True))
    return runs[order[(len(order) - 1) // 2][1]]


def ranged(values: Sequence[float], digits: int = 0) -> str:
    """Return the median, with the smallest and the largest where they differ."""

    def word(value: float) -> str:
        return f"{value:.{digits}f}" if math.isfinite(value) else "none"

    median = statistics.median_low(values) if digits == 0 else statistics.median(values)
    low, high = word(min(values)), word(max(values))
    return word(median) + (f" ({low}–{high})" if low != high else "")
