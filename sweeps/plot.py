"""A plot of a sweep: how many jobs each choice of options solves within how many seconds."""

from __future__ import annotations

from typing import Any

from sweeps.report import SOLVED, groups
from sweeps.run import Swept
from views.plots import drawing, legend_below, series
from views.style import TWO_COLUMNS

MARKED = 12
"""Approximate number of markers on a line."""


def write_plot(found: Swept, path: str) -> None:
    """Draw a staircase for each question and choice of options; proven answers count as solved.

    Raises `InputError` when the file cannot be written.
    """
    with drawing(path, TWO_COLUMNS, 3.6) as figure:
        from matplotlib.ticker import MaxNLocator

        axis: Any = figure.subplots()
        most = max((result.seconds for result in found.results.values()), default=1.0)
        for number, group in enumerate(groups(found)):
            times = sorted(result.seconds for result in group.results if result.status in SOLVED)
            steps = [0.0, *times, most]
            counts = [0, *range(1, len(times) + 1), len(times)]
            label = f"{group.name} ({len(times)}/{group.jobs})"
            every = max(1, len(steps) // MARKED)
            axis.step(steps, counts, where="post", label=label, markevery=every, **series(number))
        axis.set_xlabel("time of a job's whole process in seconds")
        axis.set_ylabel("jobs solved: proven optimal or infeasible")
        axis.yaxis.set_major_locator(MaxNLocator(integer=True))
        legend_below(figure, columns=1)
