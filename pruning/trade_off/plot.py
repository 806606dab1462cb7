"""A plot of a trade-off: the size at each number of cycles, and lower bounds."""

from __future__ import annotations

from typing import Any

from pruning.trade_off.curve import Curve
from pruning.trade_off.kept import Entry
from views.plots import drawing, legend_below
from views.style import BOUND, FAINT, ONE_COLUMN, OPEN, PROVEN, SMALL, STRIPE

MARKS = {True: (PROVEN, "o"), False: (OPEN, "D")}
"""Colour and marker of proven and of open points."""
LABELS = {
    "cycles": "time in cycles",
    "contexts": "initiation interval (contexts)",
    "slack": "slack in cycles",
}


def write_plot(curve: Curve, path: str) -> None:
    """Draw the size at every point as steps, with lower bounds at open points.

    Raises `InputError` if the file cannot be written.
    """
    with drawing(path, ONE_COLUMN, 3.0) as figure:
        from matplotlib.ticker import MaxNLocator

        axis: Any = figure.subplots()
        known = [
            (point.x, curve.entries[point.x])
            for point in sorted(curve.points, key=lambda point: point.x)
            if curve.entries.get(point.x, {}).get("weight") is not None
        ]
        names = " and ".join(problem.dfg.name for problem in curve.setup.problems)
        axis.set_title(f"{names} on {curve.setup.problems[0].arch.name}", wrap=True)
        if known:
            _draw(axis, curve, known)
        for point in curve.points:
            if curve.entries.get(point.x, {}).get("status") == "infeasible":
                _infeasible(axis, point.x)
        axis.set_xlabel(LABELS[curve.axis])
        axis.set_ylabel(_measure(curve))
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
        if not curve.setup.objective.priced:
            axis.yaxis.set_major_locator(MaxNLocator(integer=True))
        most = max((_size(curve, entry) for _, entry in known), default=0)
        axis.set_ylim(0, 1.3 * most or 1)  # room for the numbers at the highest point
        legend_below(figure, columns=2)


def _infeasible(axis: Any, x: int) -> None:
    axis.axvspan(x - 0.5, x + 0.5, color=STRIPE, linewidth=0, zorder=0)
    where = axis.get_xaxis_transform()
    look = {"rotation": 90, "ha": "center", "va": "center", "fontsize": SMALL, "color": FAINT}
    axis.text(x, 0.5, "infeasible", transform=where, **look)


def _measure(curve: Curve) -> str:
    objective = curve.setup.objective
    return objective.unit if objective.priced else objective.kinds[0]


def _size(curve: Curve, entry: Entry) -> float:
    if curve.setup.objective.priced:
        return float(entry["cost"])
    return float(entry["counts"][curve.setup.objective.kinds[0]])


def _draw(axis: Any, curve: Curve, known: list[tuple[int, Entry]]) -> None:
    xs = [x for x, _ in known]
    sizes = [_size(curve, entry) for _, entry in known]
    axis.step(xs, sizes, where="post", color=PROVEN)
    front = set(curve.front)
    kinds = [
        kind
        for kind in curve.setup.objective.kinds
        if any(entry["counts"][kind] for x, entry in known if x in front)
    ]
    for (x, entry), size in zip(known, sizes, strict=True):
        colour, marker = MARKS[entry["status"] == "optimal"]
        axis.plot(x, size, marker, color=colour, markerfacecolor=colour if x in front else "white")
        bounds = entry["bounds"]
        if entry["status"] != "optimal" and bounds:
            axis.plot([x, x], [next(iter(bounds.values())), size], "_-", color=BOUND, zorder=1)
        if x in front:
            words = "\n".join(str(entry["counts"][kind]) for kind in kinds)
            away = {"xytext": (4, 4), "textcoords": "offset points"}
            axis.annotate(words, (x, size), fontsize=SMALL, **away)
    axis.margins(x=0.1)
    found = {entry["status"] == "optimal" for _, entry in known}
    for proven, words in ((True, "proven"), (False, "not proven: the line ends at a bound")):
        if proven in found:
            axis.plot([], [], MARKS[proven][1], color=MARKS[proven][0], label=words)
    if len(front) < len(known):
        look = {"color": FAINT, "markerfacecolor": "white"}
        axis.plot([], [], MARKS[True][1], label="not on the front", **look)
    if kinds:
        axis.plot([], [], " ", label=f"numbers: {', '.join(kinds)}")
