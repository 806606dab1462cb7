"""A plot of explored programs: cycles against moved data, the front, and mapped programs."""

from __future__ import annotations

from typing import Any

from programs.explore.pareto import front
from programs.question.answer import ProgramsAnswer, RegionAnswer
from views.plots import drawing, legend_below
from views.style import GREY, ONE_COLUMN, OPEN, PROVEN, TEXT, TWO_COLUMNS

HEIGHT = 3.0


def write_plot(answer: ProgramsAnswer, path: str) -> None:
    """Draw a panel per region: predicted candidates, and the mapped original and winner.

    Raises `InputError` if the file cannot be written.
    """
    count = max(len(answer.regions), 1)
    columns = min(count, 2)
    rows = -(-count // columns)
    width = ONE_COLUMN if columns == 1 else TWO_COLUMNS
    with drawing(path, width, HEIGHT * rows) as figure:
        axes = list(figure.subplots(rows, columns, squeeze=False).flat)
        for axis in axes[len(answer.regions) :]:
            axis.set_axis_off()
        for axis, one in zip(axes, answer.regions, strict=False):
            _panel(axis, one)
        legend_below(figure, columns=2 * columns)


def _panel(axis: Any, one: RegionAnswer) -> None:
    axis.set_title(one.region.name)
    axis.set_xlabel("time in cycles")
    axis.set_ylabel("moved data and contexts in bytes")
    points = [] if one.exploration is None else [each.point for each in one.exploration.programs]
    if points:
        best = front(points, lambda point: point)
        rest = [point for point in points if point not in set(best)]
        if rest:
            axis.plot(*zip(*rest, strict=True), ".", color=GREY, label="candidate, predicted")
        look = {"color": PROVEN, "drawstyle": "steps-post"}
        axis.plot(*zip(*best, strict=True), "o-", label="front, predicted", **look)
    for counted, marker, colour, words in (
        (one.original, "s", TEXT, "original, mapped"),
        (one.winner, "D", OPEN, "winner, mapped"),
    ):
        if counted is not None:
            count = counted.count
            moved = count.data_bytes + count.context_bytes
            axis.plot(
                count.cycles, moved, marker, color=colour, markerfacecolor="none", label=words
            )
    axis.margins(0.1)
    axis.ticklabel_format(style="plain", useOffset=False)
