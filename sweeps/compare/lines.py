"""What a comparison found: the runs of a solver on a question in one line, and contradictions."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from models.data.problem import counted_contexts
from solvers.questions.job import Result
from sweeps.compare.plan import Cell, Comparison

DECIDED = ("SAT", "UNSAT")
WORDS = {
    "feasible": "SAT",
    "infeasible": "UNSAT",
    "error": "refused",
    "crashed": "failed",
    "lost": "failed",
}
"""Statuses of jobs, as a comparison calls them; others are called the same."""

Entry = dict[str, Any]
"""What is known of a run."""
Line = dict[str, Any]
"""All runs of one solver and pair of encodings on one question, as JSON has them."""


def entry_of(result: Result) -> Entry:
    """Return what a job's result says of its run."""
    answer = json.loads(result.answer or "{}")
    status = "WRONG" if answer.get("wrong") else WORDS.get(result.status, result.status)
    return {
        "status": status,
        "reason": answer.get("reason") or (None if status == "time limit" else result.error),
        "seconds": {**answer.get("seconds", {}), "whole": result.seconds},
        "megabytes": max(result.megabytes, answer.get("megabytes", 0.0)),
        **{name: answer.get(name) for name in ("conflicts", "variables", "rows")},
    }


def entries(found: Comparison) -> dict[Cell, Entry]:
    """Return what is known, in the order in which cells were asked."""
    known = found.swept.results
    return {c: entry_of(known[job.key]) for c, job in found.jobs.items() if job.key in known}


def lines(found: Comparison) -> dict[int, list[Line]]:
    """Return the lines of every question, in the order in which these were asked.

    `median`, `least` and `most` are seconds of runs that are decided; they are None where they
    lie beyond the time limit, and where no run is decided. `ratio` is to the fastest line.
    """
    runs: dict[Cell, list[Entry]] = {}
    for cell, entry in entries(found).items():
        runs.setdefault(replace(cell, run=0), []).append(entry)
    grouped: dict[int, list[Line]] = {}
    for cell, own in runs.items():
        grouped.setdefault(cell.cycles, []).append({**cell.asked(), **_figures(own)})
    for of in grouped.values():
        best = fastest(of)
        for line in of:
            median = line["median"]
            line["ratio"] = None if median is None or best is None else round(median / best, 3)
    return grouped


def _figures(runs: list[Entry]) -> dict[str, Any]:
    decided = [run for run in runs if run["status"] in DECIDED]
    late = sum(run["status"] == "time limit" for run in runs)
    times = [*(run["seconds"]["whole"] for run in decided), *[math.inf] * late]
    counted = Counter(str(run["status"]) for run in runs)
    shares = (f"{status} {n}/{len(runs)}" for status, n in counted.items())
    return {
        "status": ", ".join(shares) if len(counted) > 1 else next(iter(counted)),
        "median": _finite(statistics.median(times)) if times else None,
        "least": _finite(min(times, default=math.inf)),
        "most": _finite(max(times, default=math.inf)),
        "timed_out": late,
        "solve": _middle(run["seconds"].get("solve") for run in decided),
        "megabytes": max(run["megabytes"] for run in runs),
        "conflicts": _middle(run["conflicts"] for run in decided),
        # They are the same in every run that got so far.
        "variables": next((run["variables"] for run in runs if run["variables"] is not None), None),
        "rows": next((run["rows"] for run in runs if run["rows"] is not None), None),
    }


def _finite(time: float) -> float | None:
    return round(time, 4) if time < math.inf else None


def _middle(figures: Iterable[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return statistics.median(known) if known else None


def fastest(of: list[Line]) -> float | None:
    """Return the smallest median of lines that are decided."""
    return min((line["median"] for line in of if line["median"] is not None), default=None)


def undecided(found: Comparison) -> int:
    """Return how many cells have no answer."""
    return len(found.jobs) - sum(e["status"] in DECIDED for e in entries(found).values())


def faults(found: Comparison) -> list[str]:
    """Return every wrong mapping, and every question with contradicting answers."""
    known = entries(found)
    wrong = [f"{c.label}: {e['reason']}" for c, e in known.items() if e["status"] == "WRONG"]
    for cycles in dict.fromkeys(cell.cycles for cell in known):
        sat, unsat = (
            dict.fromkeys(c.way for c, e in known.items() if (c.cycles, e["status"]) == (cycles, w))
            for w in DECIDED
        )
        if sat and unsat:
            wrong.append(
                f"{cycles} cycles: contradicting answers: SAT by {', '.join(sat)},"
                f" but UNSAT by {', '.join(unsat)}"
            )
    return wrong


def title(found: Comparison) -> str:
    """Return what is compared, in one line."""
    problem = found.problem
    words = f"'{problem.dfg.name}' on '{problem.arch.name}'"
    if problem.contexts is not None:
        words += f" with {counted_contexts(problem.contexts)}"
    if found.options.transform != "none":
        words += f", transform {found.options.transform}"
    if not found.options.multi_node:
        words += ", no multi-node operations"
    if not found.options.implied:
        words += ", no implied constraints"
    return words
