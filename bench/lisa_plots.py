"""Plots of LISA's comparisons; matplotlib is imported where it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.resume import Entry

SHADES = ("0.75", "0.5", "tab:blue", "tab:orange")


def plot_quality(cells: Sequence[tuple[str, str, dict[str, Entry]]], path: Path) -> None:
    """Draw bars of the II, a row per array; `cells` have array, loop and answers."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    titles = list(dict.fromkeys(title for title, _, _ in cells))
    methods = [m for m in ("ILP", "SA", "LISA", "exact") if any(m in a for _, _, a in cells)]
    figure = Figure(figsize=(9, 1.9 * len(titles)), layout="constrained")
    for place, title in enumerate(titles, 1):
        mine = [(loop, answers) for name, loop, answers in cells if name == title]
        axis = figure.add_subplot(len(titles), 1, place)
        width = 0.8 / len(methods)
        for number, method in enumerate(methods):
            heights = [answers.get(method, {}).get("ii") or 0 for _, answers in mine]
            at = [x + (number - (len(methods) - 1) / 2) * width for x in range(len(mine))]
            axis.bar(at, heights, width, label=method, color=SHADES[number % len(SHADES)])
        axis.set_xticks(range(len(mine)), [loop for loop, _ in mine], fontsize=7)
        axis.set_title(title, fontsize=9, loc="left")
        axis.set_ylabel("II")
        axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    figure.legend(*axis.get_legend_handles_labels(), loc="outside upper right", ncols=len(methods))
    with mpl.rc_context({"svg.hashsalt": "xyzmap"}):
        figure.savefig(path, metadata={"Date": None})


def plot_ablation(found: Mapping[str, Mapping[str, Sequence[float]]], path: Path) -> None:
    """Draw mean and spread over the seeds: `found` has by quantity, by variant, one per seed."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.2), layout="constrained")
    for place, (quantity, variants) in enumerate(found.items(), 1):
        axis = figure.add_subplot(1, len(found), place)
        for number, values in enumerate(variants.values()):
            mean = sum(values) / len(values)
            below, above = mean - min(values), max(values) - mean
            axis.errorbar(mean, number, xerr=[[below], [above]], fmt="o", capsize=3, color="0.3")
        axis.set_yticks(range(len(variants)), list(variants) if place == 1 else [])
        axis.set_ylim(len(variants) - 0.5, -0.5)
        axis.set_xlabel(quantity)
        axis.grid(axis="x", alpha=0.4)
    with mpl.rc_context({"svg.hashsalt": "xyzmap"}):
        figure.savefig(path, metadata={"Date": None})
