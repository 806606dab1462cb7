"""A plot of a comparison: median times with their spread on a logarithmic axis."""

from __future__ import annotations

import math
from typing import Any

from models.errors import InputError
from solvers.compare_lines import Line, lines
from solvers.compare_plan import Comparison
from solvers.compare_report import title

COLOURS = {"SAT": "#1b7837", "UNSAT": "#2166ac"}
OTHER = "#777777"
LATE = "#b2182b"
"""Times beyond the limit."""


def write_plot(found: Comparison, path: str) -> None:
    """Draw one panel for each question, a point for each line of its table.

    Raises `InputError` when the file cannot be written.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    panels = lines(found)
    heights = [len(of) for of in panels.values()] or [1]
    figure = Figure(figsize=(9, 1.2 + sum(0.6 + 0.28 * n for n in heights)), layout="constrained")
    figure.suptitle(title(found), fontsize="medium", parse_math=False)
    axes = figure.subplots(
        len(heights), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights}
    )
    for (cycles, of), axis in zip(panels.items(), axes[:, 0], strict=False):
        _panel(axis, cycles, of)
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.xaxis.set_minor_formatter(NullFormatter())
    axes[-1, 0].set_xlabel("seconds of the whole process: median, least to most")
    settings: Any = {"svg.hashsalt": "xyzmap", "svg.fonttype": "none"}
    try:
        with matplotlib.rc_context(settings):
            figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", path) from None


def _panel(axis: Any, cycles: int, of: list[Line]) -> None:
    axis.set_title(f"{cycles} cycles", loc="left", fontsize="small")
    axis.set_xscale("log")
    axis.set_yticks(range(len(of)), [line.cell.way for line in of], fontsize="small")
    for label in axis.get_yticklabels():
        label.set_parse_math(False)
    axis.set_ylim(len(of) - 0.5, -0.5)
    axis.grid(axis="x", which="both", linewidth=0.3)
    axis.set_axisbelow(True)
    for place, line in enumerate(of):
        _point(axis, place, line)


def _point(axis: Any, place: int, line: Line) -> None:
    median, text = line.median, line.status
    if median is None:
        # No time, but a place of its own: it must not look as if it had not been tried.
        axis.text(0.01, place, text, transform=axis.get_yaxis_transform(), va="center", color=OTHER)
        return
    ends = [min(time, line.limit) for time in (min(line.times), median, max(line.times))]
    late = median == math.inf
    colour = LATE if late else COLOURS.get(line.status, OTHER)
    axis.plot([ends[0], ends[2]], [place, place], color=colour, linewidth=1.2)
    axis.plot(ends[1], place, ">" if late else "o", color=colour, markersize=6)
    if max(line.times) == math.inf and not late:
        axis.plot(line.limit, place, ">", color=LATE, markersize=6)
    words = f" > {line.limit:g} s" if late else f" {text}"
    axis.annotate(
        words,
        (ends[2], place),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        fontsize="x-small",
        color=colour,
        parse_math=False,
    )
    axis.margins(x=0.15)
