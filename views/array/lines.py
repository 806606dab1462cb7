"""The paths of an array as SVG elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from models.data.architecture import Path
from views.array.layout import Picture, Point, Wire
from views.array.usage import Usage
from views.drawing import group, text_drawn, xml
from views.style import FAINT, GONE, PATH, PRINTED, SHARED

ROUNDING = 7.0
"""Radius of the corners of wires."""


def path_drawn(path: Path, usage: Usage, picture: Picture) -> str:
    """Return a path between tiles with its tooltip."""
    kept = path.name in usage.left.path_by_name
    share = usage.path_share(path.name)
    if share is None and kept and usage.slots:
        share = min(usage.transfers[path.name] / usage.slots, 1.0)  # as if it had width 1
    thick = 1.3 + 3.2 * min(share or 0.0, 1.0)
    hub = picture.hubs.get(path.name)
    colour, wires = SHARED if hub else PATH, picture.wires[path.name]
    # Removed wires lie below kept ones.
    body = [wire_drawn(wire, thick, colour) for wire in sorted(wires, key=lambda w: w.kept)]
    mark = usage.width_mark(path)
    if hub:
        x, y = hub
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour if kept else GONE}"/>'
        )
        body.append(text_drawn(x, y - 6, mark, PRINTED, FAINT, "middle", 600) if mark else "")
    elif mark:
        body.append(_mark(wires[0], mark))
    marks = f'data-path="{xml(path.name)}" data-state="{state(kept)}"'
    return group(usage.about_path(path), "".join(body), marks)


def wire_drawn(wire: Wire, thick: float, colour: str, dash: str = "") -> str:
    """Return a wire with its head, solid or with dashes; pale where it is not left."""
    if not wire.kept:
        return (
            f'<path d="{route(wire.points)}" fill="none" stroke="{GONE}"'
            ' stroke-width="1" stroke-dasharray="3 3"/>'
        )
    points, head = wire.points, ""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    if wire.head:
        points, head = headed(points, 3.0 + 0.75 * thick, colour)
    return (
        f'<path d="{route(points)}" fill="none" stroke="{colour}"'
        f' stroke-width="{thick:.2f}"{dashes}/>{head}'
    )


def headed(points: tuple[Point, ...], half: float, colour: str) -> tuple[tuple[Point, ...], str]:
    """Return the points up to the head of an arrow, and the head, `half` wide to each side."""
    (x1, y1), (x2, y2) = points[-2:]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x2, y2 = x2 - ux, y2 - uy
    size = min(2 * half, length - 1)
    bx, by = x2 - ux * size, y2 - uy * size
    head = (
        f'<path d="M{x2:.1f} {y2:.1f}L{bx - uy * half:.1f} {by + ux * half:.1f}'
        f'L{bx + uy * half:.1f} {by - ux * half:.1f}Z" fill="{colour}"/>'
    )
    return (*points[:-1], (bx + ux, by + uy)), head


def route(points: Sequence[Point]) -> str:
    """Return a polyline whose corners are rounded, as SVG path data."""
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (ax, ay), (x, y), (bx, by) in zip(points, points[1:], points[2:], strict=False):
        before, after = hypot(ax - x, ay - y) or 1.0, hypot(bx - x, by - y) or 1.0
        start, end = min(ROUNDING, before / 2) / before, min(ROUNDING, after / 2) / after
        parts.append(f"L{x + (ax - x) * start:.1f} {y + (ay - y) * start:.1f}")
        parts.append(f"Q{x:.1f} {y:.1f} {x + (bx - x) * end:.1f} {y + (by - y) * end:.1f}")
    parts.append(f"L{points[-1][0]:.1f} {points[-1][1]:.1f}")
    return "".join(parts)


def _mark(wire: Wire, mark: str) -> str:
    """Write beside the middle of a path, on its right, where the opposite arrow is not."""
    (x1, y1), (x2, y2) = wire.points[:2]
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if abs(x2 - x1) > abs(y2 - y1):
        return text_drawn(x, y + (12 if x2 > x1 else -5), mark, PRINTED, FAINT, "middle", 600)
    right = y2 < y1
    return text_drawn(
        x + (5 if right else -5), y + 3, mark, PRINTED, FAINT, "start" if right else "end", 600
    )


def state(kept: bool) -> str:
    """Return the word for the `data-state` of a component or path."""
    return "kept" if kept else "removed"
