"""Plots of LISA's comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from solvers.entries import Entry
from views.plots import drawing, legend_below
from views.style import BARS, TEXT, TWO_COLUMNS


def plot_quality(cells: Sequence[tuple[str, str, dict[str, Entry]]], path: Path) -> None:
    """Draw bars of the II, a row per array; `cells` have array, loop and answers."""
    titles = list(dict.fromkeys(title for title, _, _ in cells))
    methods = [m for m in ("ILP", "SA", "LISA", "exact") if any(m in a for _, _, a in cells)]
    with drawing(str(path), TWO_COLUMNS, 1.5 * len(titles) + 0.3) as figure:
        from matplotlib.ticker import MaxNLocator

        for place, title in enumerate(titles, 1):
            mine = [(loop, answers) for name, loop, answers in cells if name == title]
            axis = figure.add_subplot(len(titles), 1, place)
            width = 0.8 / len(methods)
            for number, method in enumerate(methods):
                heights = [answers.get(method, {}).get("ii") or 0 for _, answers in mine]
                at = [x + (number - (len(methods) - 1) / 2) * width for x in range(len(mine))]
                colour = BARS[number % len(BARS)]
                axis.bar(at, heights, width, label=method, color=colour)
            axis.set_xticks(range(len(mine)), [loop for loop, _ in mine])
            axis.set_title(title)
            axis.set_ylabel("II in cycles")
            axis.yaxis.set_major_locator(MaxNLocator(integer=True))
            axis.grid(False, axis="x")
        legend_below(figure, len(methods))


def plot_ablation(found: Mapping[str, Mapping[str, Sequence[float]]], path: Path) -> None:
    """Draw mean and spread over the seeds: `found` has by quantity, by variant, one per seed."""
    with drawing(str(path), TWO_COLUMNS, 2.6) as figure:
        for place, (quantity, variants) in enumerate(found.items(), 1):
            axis = figure.add_subplot(1, len(found), place)
            for number, values in enumerate(variants.values()):
                mean = sum(values) / len(values)
                spread = [[mean - min(values)], [max(values) - mean]]
                axis.errorbar(mean, number, xerr=spread, fmt="o", capsize=3, color=TEXT)
            axis.set_yticks(range(len(variants)), list(variants) if place == 1 else [])
            axis.set_ylim(len(variants) - 0.5, -0.5)
            axis.set_xlabel(quantity)
            axis.grid(False, axis="y")
