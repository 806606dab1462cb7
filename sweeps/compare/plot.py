"""A plot of a comparison: median times with their spread on a logarithmic axis."""

from __future__ import annotations

from typing import Any

from sweeps.compare.lines import Line, lines, title
from sweeps.compare.plan import WAY, Comparison, way
from views.plots import drawing
from views.style import BOUND, OPEN, PROVEN, REFUTED, SMALL, TWO_COLUMNS

MARKS = {"SAT": (PROVEN, "o"), "UNSAT": (REFUTED, "s")}
OTHER = (BOUND, "X")
LATE = (OPEN, ">")
"""Times beyond the limit."""


def write_plot(found: Comparison, path: str) -> None:
    """Draw one panel for each question, a point for each line of its table.

    Raises `InputError` when the file cannot be written.
    """
    panels = lines(found)
    heights = [len(of) for of in panels.values()] or [1]
    with drawing(path, TWO_COLUMNS, 0.9 + sum(0.45 + 0.2 * n for n in heights)) as figure:
        from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

        figure.suptitle(title(found))
        axes = figure.subplots(
            len(heights), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        for (cycles, of), axis in zip(panels.items(), axes[:, 0], strict=False):
            _panel(axis, cycles, of, found.options.time_limit)
            axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
            axis.xaxis.set_minor_formatter(NullFormatter())
        axes[-1, 0].set_xlabel("time of the whole process in seconds: median, least to most")


def _panel(axis: Any, cycles: int, of: list[Line], limit: float) -> None:
    axis.set_title(f"{cycles} cycles")
    axis.set_xscale("log")
    axis.set_yticks(range(len(of)), [way(*(line[name] for name in WAY)) for line in of])
    axis.set_ylim(len(of) - 0.5, -0.5)
    axis.margins(x=0.15)
    axis.grid(True, axis="x", which="both")
    axis.grid(False, axis="y")
    for place, line in enumerate(of):
        if line["median"] is None and not line["timed_out"]:
            # No time, but a place of its own: it must not look as if it had not been tried.
            across = axis.get_yaxis_transform()
            axis.text(0.01, place, line["status"], transform=across, va="center", color=OTHER[0])
        else:
            _point(axis, place, line, limit)


def _point(axis: Any, place: int, line: Line, limit: float) -> None:
    least, middle, most = (
        limit if line[name] is None else line[name] for name in ("least", "median", "most")
    )
    late = line["median"] is None
    colour, marker = LATE if late else MARKS.get(line["status"], OTHER)
    axis.plot([least, most], [place, place], color=colour)
    axis.plot(middle, place, marker, color=colour)
    if line["most"] is None and not late:
        axis.plot(limit, place, LATE[1], color=LATE[0])
    words = f" > {limit:g} s" if late else f" {line['status']}"
    look = {"va": "center", "fontsize": SMALL, "color": colour}
    axis.annotate(words, (most, place), xytext=(5, 0), textcoords="offset points", **look)
