"""A plot of a trade-off: what is needed at each number of cycles, and what is proven."""

from __future__ import annotations

from typing import Any

from models.errors import InputError
from solvers.entries import Entry
from solvers.pruning.curve import Curve

NEEDED, OPEN, BOUND = "#2166ac", "#b2182b", "#999999"


def write_plot(curve: Curve, path: str) -> None:
    """Draw the size at every point as steps, with lower bounds where a point is open.

    Raises `InputError` when the file cannot be written.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axis: Any = figure.subplots()
    known = [
        (point.x, curve.entries[point.x])
        for point in sorted(curve.points, key=lambda point: point.x)
        if curve.entries.get(point.x, {}).get("weight") is not None
    ]
    names = " and ".join(problem.dfg.name for problem in curve.setup.problems)
    title = f"{names} on {curve.setup.problems[0].arch.name}"
    axis.set_title(title, fontsize="medium", parse_math=False)
    if known:
        _draw(axis, curve, known)
    for point in curve.points:
        if curve.entries.get(point.x, {}).get("status") == "infeasible":
            axis.axvspan(point.x - 0.5, point.x + 0.5, color="#eeeeee", linewidth=0)
            axis.text(
                point.x,
                0.5,
                "infeasible",
                transform=axis.get_xaxis_transform(),
                rotation=90,
                ha="center",
                va="center",
                fontsize="small",
                color="#555555",
            )
    axis.set_xlabel(curve.axis)
    axis.set_ylabel(_measure(curve))
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    if curve.setup.objective.weights is None:
        axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    most = max((_size(curve, entry) for _, entry in known), default=0)
    axis.set_ylim(0, 1.3 * most or 1)  # room for the numbers at the highest point
    axis.grid(linewidth=0.3)
    settings: Any = {"svg.hashsalt": "xyzmap", "svg.fonttype": "none"}
    try:
        with matplotlib.rc_context(settings):
            figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", path) from None


def _measure(curve: Curve) -> str:
    return "cost" if curve.setup.objective.weights is not None else curve.setup.objective.kinds[0]


def _size(curve: Curve, entry: Entry) -> float:
    if curve.setup.objective.weights is not None:
        return float(entry["cost"])
    return float(entry["counts"][curve.setup.objective.kinds[0]])


def _draw(axis: Any, curve: Curve, known: list[tuple[int, Entry]]) -> None:
    xs = [x for x, _ in known]
    sizes = [_size(curve, entry) for _, entry in known]
    axis.step(xs, sizes, where="post", color=NEEDED, linewidth=1)
    front = set(curve.front)
    kinds = [
        kind
        for kind in curve.setup.objective.kinds
        if any(entry["counts"][kind] for x, entry in known if x in front)
    ]
    for (x, entry), size in zip(known, sizes, strict=True):
        proven = entry["status"] == "optimal"
        face = (NEEDED if proven else OPEN) if x in front else "white"
        axis.plot(x, size, "o", color=NEEDED if proven else OPEN, markerfacecolor=face)
        bounds = entry["bounds"]
        if not proven and bounds:
            axis.plot([x, x], [next(iter(bounds.values())), size], "_-", color=BOUND)
        if x in front:
            axis.annotate(
                "\n".join(str(entry["counts"][kind]) for kind in kinds),
                (x, size),
                xytext=(4, 4),
                textcoords="offset points",
                fontsize="small",
            )
    axis.margins(x=0.1)
    for label, colour in (("proven", NEEDED), ("not proven", OPEN)):
        if any((entry["status"] == "optimal") == (label == "proven") for _, entry in known):
            axis.plot([], [], "o", color=colour, label=label)
    title = "\n".join(["filled: on the front", "numbers:", *kinds] if kinds else [])
    axis.legend(fontsize="small", title=title, title_fontsize="small")
