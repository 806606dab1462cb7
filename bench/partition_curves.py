"""The best cost of searches so far, over trials and over seconds; plots of it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from views.plots import drawing, legend_below
from views.style import BLUE, GREY, ORANGE, TEXT, TWO_COLUMNS

POINTS = 200
"""How many points of an axis are drawn."""

STYLES = {"raw": "--", "acyclic": "-"}
COLOURS = (BLUE, ORANGE)


@dataclass(frozen=True)
class Curve:
    """A search: its improvements as (trial from 1, cost, seconds), and where it ended."""

    steps: tuple[tuple[int, float, float], ...]
    trials: int
    seconds: float

    def after(self, trials: float) -> float:
        """The best cost of so many trials; infinite before the first."""
        return min((cost for trial, cost, _ in self.steps if trial <= trials), default=math.inf)

    def by(self, seconds: float) -> float:
        """The best cost after so many seconds; infinite before the first trial."""
        return min((cost for _, cost, at in self.steps if at <= seconds), default=math.inf)

    def first_below(self, price: float) -> int | None:
        """The first trial that costs less, if there is one."""
        return next((trial for trial, cost, _ in self.steps if cost < price), None)


@dataclass(frozen=True)
class Panel:
    """A graph: the searches by name, one per seed, and the proven optima by name.

    What costs `price` or more is no partition.
    """

    title: str
    curves: Mapping[str, Sequence[Curve]]
    optima: Mapping[str, float]
    price: float


def duel(left: Sequence[Curve], right: Sequence[Curve], timed: bool) -> tuple[int, int, int]:
    """Return on how many seeds left is cheaper, right is, and neither.

    After as many trials, or with `timed` after as many seconds, as both have.
    """
    counts = [0, 0, 0]
    for one, other in zip(left, right, strict=True):
        if timed:
            at = min(one.seconds, other.seconds)
            costs = one.by(at), other.by(at)
        else:
            least = min(one.trials, other.trials)
            costs = one.after(least), other.after(least)
        counts[0 if costs[0] < costs[1] else 1 if costs[1] < costs[0] else 2] += 1
    return counts[0], counts[1], counts[2]


def over(curves: Sequence[Curve], timed: bool) -> list[tuple[float, float, float, float]]:
    """Return points of (trials or seconds, median, smallest, largest cost).

    Where they change, from where all have a trial up to where the first one ends; for a
    logarithmic axis.
    """
    ends = min(curve.seconds if timed else curve.trials for curve in curves)
    first = max(curve.steps[0][2] if timed else 1 for curve in curves)
    if ends <= first:
        at = [float(ends)]
    else:
        at = [first * (ends / first) ** (n / POINTS) for n in range(POINTS)] + [float(ends)]
    points: list[tuple[float, float, float, float]] = []
    for x in at:
        costs = [curve.by(x) if timed else curve.after(x) for curve in curves]
        point = (statistics.median(costs), min(costs), max(costs))
        # Between points of a step nothing changes.
        if max(costs) < math.inf and (not points or x == ends or point != points[-1][1:]):
            points.append((x, *point))
    return points


def plot_trials(panels: Sequence[Panel], path: Path) -> None:
    """Draw a row per graph: median and range over trials on the left, over seconds on the right."""
    with drawing(str(path), TWO_COLUMNS, 2.6 * len(panels) + 0.5) as figure:
        for row, panel in enumerate(panels):
            for column, label in enumerate(("trials", "time in seconds")):
                axis = figure.add_subplot(len(panels), 2, 2 * row + column + 1)
                _panel(axis, panel, timed=column == 1)
                axis.set_xlabel(label)
        legend_below(figure, 4)


def _panel(axis: Any, panel: Panel, timed: bool) -> None:
    colours: dict[str, str] = {}
    for name, curves in panel.curves.items():
        sampler, _, encoding = name.partition(", ")
        colour = colours.setdefault(sampler, COLOURS[len(colours) % len(COLOURS)])
        points = over(curves, timed)
        if points:
            x, median, low, high = zip(*points, strict=True)
            style = STYLES.get(encoding, ":")
            axis.plot(x, median, style, color=colour, label=name, drawstyle="steps-post")
            axis.fill_between(x, low, high, step="post", color=colour, alpha=0.15, lw=0)
    for (name, cost), style in zip(panel.optima.items(), ("-", ":"), strict=False):
        axis.axhline(cost, linestyle=style, color=TEXT, lw=1, label=name)
    axis.axhline(panel.price, linestyle="-.", color=GREY, lw=1, label="invalid above")
    axis.set_yscale("log")
    axis.set_xscale("log")
    axis.set_title(panel.title)
    axis.set_ylabel("cost")
