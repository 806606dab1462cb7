"""A layout of arrays whose processing elements are several components each: `fu_0_1`, `rf_0_1`.

Components that end in the same row and column share a cell, the units on the left and what they
store in on the right. Cells form the grid; the external memory lies above, all others below.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import hypot

from models.data.architecture import Architecture, Path
from views.array.layout import SIDE, Cell, Node, Picture, Point, Wire, is_bus, lane

SMALL, FLAT = 76.0, 34.0  # width and height of what is not a unit
INNER, GAP, MARGIN = 22.0, 54.0, 24.0
BAR, CORNER, BEND = 42.0, 9.0, 36.0


def cells_of(arch: Architecture) -> dict[str, Cell]:
    """Return row and column by component; empty where few names have any or no cell has several.

    ROMs beside the elements of a systolic array have places of their own on a grid.
    """
    inside = [c.name for c in arch.components if c.name != arch.external]
    found = {name: m for name in inside if (m := re.fullmatch(r".+?_(\d{1,4})_(\d{1,4})", name))}
    cells = {name: (int(m[1]), int(m[2])) for name, m in found.items()}
    rows, columns = sorted({r for r, _ in cells.values()}), sorted({c for _, c in cells.values()})
    grid = len(rows) * len(columns)
    if 2 * len(cells) < len(inside) or len(set(cells.values())) == len(cells):
        return {}
    if any(name.startswith("rom_") for name in cells):
        return {}
    if grid > 2 * len(set(cells.values())):
        return {}
    return {name: (rows.index(r), columns.index(c)) for name, (r, c) in cells.items()}


def cell_picture(arch: Architecture, cells: dict[str, Cell]) -> Picture:
    """Return the places of components and paths, the cells being known."""
    picture = Picture(wires={path.name: [] for path in arch.paths})
    units = {c.name for c in arch.components if c.issue > 0}
    members: dict[Cell, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for name, cell in cells.items():
        members[cell][name not in units].append(name)
    tall = max(_height(*some) for some in members.values())
    wide = SIDE + INNER + SMALL
    top = MARGIN + (BAR + GAP if arch.external is not None else 0.0)
    for (row, column), (own, stores) in members.items():
        x, y = MARGIN + column * (wide + GAP), top + row * (tall + GAP)
        for rank, name in enumerate(own):
            place = y + SIDE / 2 + rank * (SIDE + INNER)
            picture.nodes[name] = Node(x + SIDE / 2, place, SIDE, SIDE)
        for rank, name in enumerate(stores):
            place = y + FLAT / 2 + rank * (FLAT + INNER / 2)
            picture.nodes[name] = Node(x + SIDE + INNER + SMALL / 2, place, SMALL, FLAT)
    right = max(node.right for node in picture.nodes.values())
    bottom = max(node.bottom for node in picture.nodes.values())
    if arch.external is not None:
        bar = Node((MARGIN + right) / 2, MARGIN + BAR / 2, right - MARGIN, BAR)
        picture.nodes[arch.external] = bar
    others = [c.name for c in arch.components if c.name not in picture.nodes]
    each = max(1, int((right - MARGIN) // (SIDE + INNER)))
    for rank, name in enumerate(others):
        size = (SIDE, SIDE) if name in units else (SMALL, FLAT)
        x = MARGIN + SIDE / 2 + rank % each * (SIDE + INNER)
        y = bottom + GAP + SIDE / 2 + rank // each * (SIDE + INNER)
        picture.nodes[name] = Node(x, y, *size)
    nodes = picture.nodes.values()
    picture.width = max(node.right for node in nodes) + MARGIN
    picture.height = max(node.bottom for node in nodes) + MARGIN
    _wire(arch.paths, picture, cells)
    return picture


def _height(own: Sequence[str], stores: Sequence[str]) -> float:
    units = len(own) * (SIDE + INNER) - INNER
    return max(units, len(stores) * (FLAT + INNER / 2) - INNER / 2)


def _wire(paths: Sequence[Path], picture: Picture, cells: dict[str, Cell]) -> None:
    """Draw the paths straight, around what lies between, and buses through a common point."""
    pairs = Counter(frozenset((p.sources[0], p.targets[0])) for p in paths if not is_bus(p))
    drawn: Counter[frozenset[str]] = Counter()
    for path in paths:
        if is_bus(path):
            ends = [picture.nodes[name] for name in (*path.sources, *path.targets)]
            x, y = (sum(at) / len(ends) for at in zip(*((n.x, n.y) for n in ends), strict=True))
            hub = Node(x, y, 0, 0)
            for name in path.sources:
                points = _between(picture.nodes[name], hub, 0.0)
                picture.wires[path.name].append(Wire(points, True, head=False))
            for name in path.targets:
                points = _between(hub, picture.nodes[name], 0.0)
                picture.wires[path.name].append(Wire(points, True))
            continue
        source, target = path.sources[0], path.targets[0]
        pair = frozenset((source, target))
        # Seen from the other end, right is left: the two directions take lanes of their own.
        shift = lane(drawn[pair], pairs[pair]) * (1 if source <= target else -1)
        drawn[pair] += 1
        points = _between(picture.nodes[source], picture.nodes[target], shift)
        if _far(cells.get(source), cells.get(target)):
            picture.wires[path.name].append(Wire(_bent(*points), True, rounding=float("inf")))
        else:
            picture.wires[path.name].append(Wire(points, True))


def _far(a: Cell | None, b: Cell | None) -> bool:
    return a is not None and b is not None and max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1


def _between(a: Node, b: Node, shift: float) -> tuple[Point, Point]:
    """Return the points of both boxes nearest to each other, `shift` beside."""
    dx, dy = b.x - a.x, b.y - a.y
    length = hypot(dx, dy) or 1.0
    aside = (-dy / length * shift, dx / length * shift)
    start = _nearest(a, (b.x + aside[0], b.y + aside[1]))
    if a is b:
        return start, (start[0] + 1, start[1])
    end = _nearest(b, (start[0] + aside[0] / 2, start[1] + aside[1] / 2))
    return _nearest(a, end), end


def _nearest(box: Node, point: Point) -> Point:
    """Return the place on the box nearest to a point; corners are kept free where there is room."""
    x = min(max(point[0], box.left), box.right)
    y = min(max(point[1], box.top), box.bottom)
    inside = (min(CORNER, box.width / 2), min(CORNER, box.height / 2))
    if point[1] < box.top or point[1] > box.bottom:
        x = min(max(x, box.left + inside[0]), box.right - inside[0])
    else:
        y = min(max(y, box.top + inside[1]), box.bottom - inside[1])
    return x, y


def _bent(a: Point, b: Point) -> tuple[Point, Point, Point]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return a, (middle[0] - dy / length * BEND, middle[1] + dx / length * BEND), b
