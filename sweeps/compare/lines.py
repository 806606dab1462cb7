"""The results of a comparison: one line per solver and question, and contradictions."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Mapping
from typing import Any

from shell.options import words_of
from solvers.questions.job import Job, Result
from sweeps.compare.compare_options import CompareOptions
from sweeps.compare.plan import Comparison

DECIDED = ("SAT", "UNSAT")
WORDS = {
    "feasible": "SAT",
    "infeasible": "UNSAT",
    "error": "refused",
    "crashed": "failed",
    "lost": "failed",
}
"""Names of job statuses in a comparison; other statuses keep their names."""

Entry = dict[str, Any]
"""The known facts of a run."""
Line = dict[str, Any]
"""All runs of one solver and pair of encodings on one question, as in the JSON output."""


def way(cell: Mapping[str, Any]) -> str:
    """Return the solver of a cell or of a line, with its encodings."""
    own = "" if cell["at_most_one"] is None else f" ({cell['at_most_one']}, {cell['at_most_k']})"
    return f"{cell['solver']}{own}"


def asked(cell: Mapping[str, Any]) -> str:
    """Return a cell in words."""
    return f"{cell['cycles']} cycles, {way(cell)}"


def _entry(result: Result) -> Entry:
    """Return the facts of a run from a job's result."""
    answer = json.loads(result.answer or "{}")
    status = "WRONG" if answer.get("wrong") else WORDS.get(result.status, result.status)
    return {
        "status": status,
        "reason": answer.get("reason") or (None if status == "time limit" else result.error),
        "seconds": {**answer.get("seconds", {}), "whole": result.seconds},
        "megabytes": max(result.megabytes, answer.get("megabytes", 0.0)),
        **{name: answer.get(name) for name in ("conflicts", "variables", "rows")},
    }


def entries(found: Comparison) -> list[tuple[Job, Entry]]:
    """Return the known runs, in the order of their cells."""
    jobs, known = found.swept.jobs, found.swept.results
    return [(job, _entry(known[job.key])) for job in jobs if job.key in known]


def lines(found: Comparison) -> dict[int, list[Line]]:
    """Return the lines of every question, in the order of the questions.

    `median`, `least` and `most` are seconds of decided runs; they are None beyond the time limit,
    and without a decided run. `ratio` is relative to the fastest line.
    """
    runs: dict[tuple[tuple[str, Any], ...], list[Entry]] = {}
    for job, entry in entries(found):
        runs.setdefault(job.options[:-1], []).append(entry)
    grouped: dict[int, list[Line]] = {}
    for cell, own in runs.items():
        line = dict(cell) | _figures(own)
        grouped.setdefault(line["cycles"], []).append(line)
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
    found: dict[str, Any] = {"status": ", ".join(shares if len(counted) > 1 else counted)}
    for name, figure in (("median", statistics.median), ("least", min), ("most", max)):
        time = figure(times) if times else math.inf
        found[name] = round(time, 4) if time < math.inf else None
    return found | {
        "timed_out": late,
        "solve": _middle([run["seconds"].get("solve") for run in decided]),
        "megabytes": max(run["megabytes"] for run in runs),
        "conflicts": _middle([run["conflicts"] for run in decided]),
        # They are the same in every run that got so far.
        "variables": next((run["variables"] for run in runs if run["variables"] is not None), None),
        "rows": next((run["rows"] for run in runs if run["rows"] is not None), None),
    }


def _middle(figures: list[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return statistics.median(known) if known else None


def fastest(of: list[Line]) -> float | None:
    """Return the smallest median of decided lines."""
    return min((line["median"] for line in of if line["median"] is not None), default=None)


def undecided(found: Comparison) -> int:
    """Return the number of undecided cells."""
    return len(found.swept.jobs) - sum(e["status"] in DECIDED for _, e in entries(found))


def faults(found: Comparison) -> list[str]:
    """Return every wrong mapping, and every question with contradicting answers."""
    wrong = []
    said: dict[int, dict[str, list[str]]] = {}
    for job, entry in entries(found):
        cell = dict(job.options)
        if entry["status"] == "WRONG":
            wrong.append(f"{asked(cell)}: {entry['reason']}")
        of = said.setdefault(cell["cycles"], {}).setdefault(entry["status"], [])
        of += [way(cell)] * (way(cell) not in of)
    for cycles, ways in said.items():
        if all(word in ways for word in DECIDED):
            sides = (f"{word} by {', '.join(ways[word])}" for word in DECIDED)
            wrong.append(f"{cycles} cycles: contradicting answers: {', but '.join(sides)}")
    return wrong


def title(found: Comparison) -> str:
    """Return the title of a comparison: names, and the options that change the question."""
    options = found.options
    names = ("contexts", "transform", "multi_node", "implied")
    words = words_of(CompareOptions(**{name: getattr(options, name) for name in names}))
    problem = f"'{found.problem.dfg.name}' on '{found.problem.arch.name}'"
    return f"{problem} with {' '.join(words)}" if words else problem
