"""A plot of a comparison: median times with their spread on a logarithmic axis."""

from __future__ import annotations

from typing import Any

from sweeps.compare.lines import Line, asked, lines, title
from sweeps.compare.plan import Comparison
from views.plots import drawing
from views.style import BOUND, OPEN, PROVEN, REFUTED, SMALL, TWO_COLUMNS

MARKS = {"SAT": (PROVEN, "o"), "UNSAT": (REFUTED, "s")}
OTHER = (BOUND, "X")
LATE = (OPEN, ">")
"""The mark of late times."""


def write_plot(found: Comparison, path: str) -> None:
    """Draw a point for each line of the tables. Raises `InputError` if no plot can be drawn."""
    rows = [line for of in lines(found).values() for line in of]
    with drawing(path, TWO_COLUMNS, 0.9 + 0.2 * len(rows)) as figure:
        from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

        axis: Any = figure.subplots()
        axis.set_title(title(found))
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.xaxis.set_minor_formatter(NullFormatter())
        axis.set_xlabel("time of the whole process in seconds: median, least to most")
        axis.set_yticks(range(len(rows)), [asked(line) for line in rows])
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.margins(x=0.15)
        axis.grid(True, axis="x", which="both")
        axis.grid(False, axis="y")
        for place, line in enumerate(rows):
            _point(axis, place, line, found.options.time_limit)


def _point(axis: Any, place: int, line: Line, limit: float) -> None:
    late = line["median"] is None
    if late and not line["timed_out"]:
        # No time, but a place of its own: it must not look as if it had not been tried.
        across = axis.get_yaxis_transform()
        axis.text(0.01, place, line["status"], transform=across, va="center", color=OTHER[0])
        return
    least, middle, most = (
        limit if line[name] is None else line[name] for name in ("least", "median", "most")
    )
    colour, marker = LATE if late else MARKS.get(line["status"], OTHER)
    axis.plot([least, most], [place, place], color=colour)
    axis.plot(middle, place, marker, color=colour)
    if line["most"] is None and not late:
        axis.plot(limit, place, LATE[1], color=LATE[0])
    words = f" > {limit:g} s" if late else f" {line['status']}"
    look = {"va": "center", "fontsize": SMALL, "color": colour}
    axis.annotate(words, (most, place), xytext=(5, 0), textcoords="offset points", **look)
