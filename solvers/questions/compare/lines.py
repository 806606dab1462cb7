"""What a comparison found: the runs of a solver on a question in one line, and contradictions."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any

from models.data.problem import counted_contexts
from solvers.questions.compare.plan import Cell, Comparison
from solvers.questions.entries import Entry

DECIDED = ("SAT", "UNSAT")


@dataclass(frozen=True)
class Line:
    """All runs of one solver and pair of encodings on one question."""

    cell: Cell
    runs: list[Entry]
    limit: float

    @property
    def status(self) -> str:
        """What the runs ended with."""
        counted = Counter(str(run["status"]) for run in self.runs)
        if len(counted) == 1:
            return next(iter(counted))
        return ", ".join(f"{status} {n}/{len(self.runs)}" for status, n in counted.items())

    @property
    def times(self) -> list[float]:
        """Seconds of the runs that count as times: infinity where the time was up."""
        return [
            math.inf if run["status"] == "time limit" else run["seconds"]["whole"]
            for run in self.runs
            if run["status"] in (*DECIDED, "time limit")
        ]

    @property
    def median(self) -> float | None:
        """The median; infinity where it lies beyond the limit, None where nothing counts."""
        return statistics.median(self.times) if self.times else None

    def middle(self, *names: str) -> float | None:
        """The median of another figure of the runs that are decided."""
        found = []
        for run in self.runs:
            value: Any = run if run["status"] in DECIDED else {}
            for name in names:
                value = value.get(name, {})
            if value != {}:
                found.append(value)
        return statistics.median(found) if found else None

    def size(self, name: str) -> int | None:
        """Variables or rows, which are the same in every run that got so far."""
        return next((run[name] for run in self.runs if name in run), None)

    @property
    def megabytes(self) -> float:
        """The largest peak."""
        return float(max(run["megabytes"] for run in self.runs))


def lines(found: Comparison) -> dict[int, list[Line]]:
    """Return the lines of every question, in the order in which these were asked."""
    runs: dict[int, dict[Cell, list[Entry]]] = {}
    for cell in found.cells:
        entry = found.entries.get(cell)
        if entry is not None and cell.cycles is not None:
            first = Cell(cell.cycles, cell.solver, cell.at_most_one, cell.at_most_k, 0)
            runs.setdefault(cell.cycles, {}).setdefault(first, []).append(entry)
    limit = found.options.time_limit
    return {
        cycles: [Line(cell, entries, limit) for cell, entries in of.items()]
        for cycles, of in runs.items()
    }


def fastest(of: list[Line]) -> float | None:
    """Return the smallest median of lines that are decided."""
    medians = [line.median for line in of]
    return min((m for m in medians if m is not None and m < math.inf), default=None)


def undecided(found: Comparison) -> int:
    """Return how many cells have no answer."""
    decided = [entry for entry in found.entries.values() if entry["status"] in DECIDED]
    return len(found.cells) - len(decided)


def faults(found: Comparison) -> list[str]:
    """Return every wrong mapping, and every question with contradicting answers."""
    wrong = [
        f"{cell.label}: {entry['reason']}"
        for cell, entry in found.entries.items()
        if entry["status"] == "WRONG"
    ]
    for cycles in dict.fromkeys(cell.cycles for cell in found.cells):
        of = [(cell, e["status"]) for cell, e in found.entries.items() if cell.cycles == cycles]
        sat, unsat = (
            list(dict.fromkeys(cell.way for cell, status in of if status == word))
            for word in DECIDED
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
