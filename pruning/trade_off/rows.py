"""The points of a trade-off as rows of text."""

from __future__ import annotations

from typing import Any

from pruning.trade_off.curve import Curve, Point


def heads_of(curve: Curve) -> list[str]:
    """Return the column heads of `cells_of`."""
    objective = curve.setup.objective
    priced = [objective.unit] if objective.priced else []
    return [curve.axis, "status", *priced, *curve.setup.objective.kinds, "at least", ""]


def cells_of(curve: Curve, point: Point) -> list[str]:
    """Return the cells of a point."""
    entry: dict[str, Any] = curve.entries.get(point.x, {})
    kinds = curve.setup.objective.kinds
    counts = entry.get("counts", {})
    bounds = ", then ".join(f"{n:.10g} {kind}" for kind, n in entry.get("bounds", {}).items() if n)
    cost = []
    if curve.setup.objective.priced:
        cost = [f"{entry['cost']:.10g}" if entry.get("cost") is not None else "-"]
    sizes = [str(counts.get(kind, "-")) for kind in kinds]
    note = entry.get("because") or entry.get("stopped") or ""
    status = entry.get("status", "not looked at")
    return [str(point.x), status, *cost, *sizes, bounds or "-", note]
