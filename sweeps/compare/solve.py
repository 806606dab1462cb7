"""Comparing: from graph and array to measured cells, by the sweep runner."""

from __future__ import annotations

from contextlib import closing

from shell.budget import Budget, Stop
from shell.command import EXIT
from shell.events import Observer, lines_to
from solvers.questions.job import Result
from solvers.questions.store import MEMORY, Store
from sweeps.compare.compare_options import CompareOptions
from sweeps.compare.lines import faults, undecided
from sweeps.compare.plan import Comparison, plan
from sweeps.hands import Local
from sweeps.live import Lines
from sweeps.run import sweep

CONTRADICTION = 1
"""Exit code where solvers contradict each other, or a solver returns a wrong mapping."""

read = plan


def solve(
    found: Comparison, options: CompareOptions, observer: Observer, budget: Budget
) -> Comparison:
    """Measure the cells one after the other, within the budget. Raises `InputError`."""
    with closing(Store(options.store or MEMORY)) as store:
        try:
            lines = Lines(lines_to(observer))
            sweep(found.swept, store, Local(1), lines, _has_failed, budget)
        except Stop as stop:
            found.stopped = str(stop)
    wrong = faults(found)
    found.notes = [f"ERROR: {line}" for line in wrong]
    open_cells = EXIT["unknown"] if undecided(found) else 0
    found.exit_code = CONTRADICTION if wrong else open_cells
    return found


def _has_failed(result: Result) -> bool:
    """Whether it says nothing of the question, nor of the limits."""
    return result.status in ("lost", "crashed", "error")
