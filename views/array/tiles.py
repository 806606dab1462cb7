"""The tiles of an array: components in one place, the cell of each tile in a grid, and its size.

Positions give the places, or else names that end in row and column, such as `fu_0_1` and `rf_0_1`,
or else a line of `pe0`, `pe1`, …. Any other component is in the tile with which it has the most
paths; without such a tile it is a tile of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.data.architecture import Architecture, Path
from views.array.layout import Cell, Node, Picture, Point, Wire

UNIT, STORE, FLAT = 70.0, 46.0, 34.0
"""The heights of a unit in a tile, and of other components that are and are not tiles."""
BORDER = 7.0
"""Between the boxes in a tile, and between them and its outline."""
FEW = 3
"""The most components of a tile that are one below the other."""


@dataclass(frozen=True)
class Sizes:
    """The width of all boxes, the height of units that are tiles, and the least between tiles."""

    wide: float = 98.0
    high: float = 98.0
    gap: float = 40.0


SIZES = Sizes()


class Tiles:
    """The `tile` of each component, the `members` of each tile, and its `cell` if it has any.

    A tile is known by its first component. Tiles that are `framed` have several, or inner paths.
    """

    def __init__(self, arch: Architecture, sizes: Sizes = SIZES) -> None:
        self.arch, self.sizes = arch, sizes
        at = _positions(arch) or _named(arch) or _line(arch)
        first: dict[Cell, str] = {}
        self.tile = {name: first.setdefault(cell, name) for name, cell in at.items()}
        self.cell = {name: cell for cell, name in first.items()}
        self._add_others()
        self.members: dict[str, list[str]] = defaultdict(list)
        for component in arch.components:
            self.members[self.tile[component.name]].append(component.name)
        self.framed = {name for name, own in self.members.items() if len(own) > 1}
        self.framed |= {
            end for path in arch.paths if len(ends := self.ends(path)) == 1 for end in ends
        }
        if self.cell:
            self._add_cells()

    def _add_others(self) -> None:
        """Add components without a place to the tiles that they are joined to, or as tiles."""
        arch = self.arch
        here = {*self.tile} or {c.name for c in arch.components if c.issue} - {arch.external}
        self.tile |= {name: self.tile.get(name, name) for name in here}
        joined: dict[str, Counter[str]] = defaultdict(Counter)
        for path in arch.paths:
            ends = {*path.sources, *path.targets}
            for name in ends - here - {arch.external}:
                joined[name].update({self.tile[end] for end in ends & here})
        for name in (c.name for c in arch.components if c.name not in here):
            most = [*joined[name].most_common(2), ("", 0), ("", 0)]
            self.tile[name] = most[0][0] if most[0][1] > most[1][1] else name

    def _add_cells(self) -> None:
        """Place all other tiles above and below the grid, near to their neighbours."""
        rows, columns = (1 + max(at[axis] for at in self.cell.values()) for axis in (0, 1))
        joined: dict[str, list[Cell]] = {
            name: [] for name in self.members if name not in {*self.cell, self.arch.external}
        }
        for path in self.arch.paths:
            ends = self.ends(path)
            for name in ends.keys() & joined.keys():
                joined[name] += [self.cell[end] for end in ends if end in self.cell]
        taken = set[Cell]()
        for name, cells in joined.items():
            row, column = sorted(cells)[len(cells) // 2] if cells else (rows, 0)
            first, step = (-1, -1) if 2 * row + 1 < rows else (rows, 1)
            near = sorted((abs(other - column), other) for other in range(columns))
            free = ((first + step * away, at) for away in range(len(joined)) for _, at in near)
            self.cell[name] = next(cell for cell in free if cell not in taken)
            taken.add(self.cell[name])
        self.cell = _ranked(self.cell)

    def ends(self, path: Path) -> dict[str, tuple[bool, bool]]:
        """Return the tiles of a path, and whether they are sources and targets of it."""
        sources, targets = ({self.tile[n]: None for n in e} for e in (path.sources, path.targets))
        return {name: (name in sources, name in targets) for name in sources | targets}

    def link(self, path: Path) -> tuple[str, str] | None:
        """Return the source and target tile of a one-way path between two tiles; otherwise None."""
        match [*self.ends(path).items()]:
            case [(_, (True, True)), (_, (True, True))]:
                return None
            case [(a, (True, _)), (b, (_, True))] | [(b, (_, True)), (a, (True, _))]:
                return a, b
        return None

    def wire(self, path: Path, left: Architecture, points: Sequence[Point], end: str = "") -> Wire:
        """Return a wire along these points; one of a tile and a hub is given from the tile on."""
        part = left.path_by_name.get(path.name)
        if not end:
            return Wire(tuple(points), part is not None)
        head = self.ends(path)[end][1]
        kept = part is not None and end in self.ends(part)
        return Wire(tuple(points[::-1] if head else points), kept, head, end)

    def size(self, name: str, least: float = 0.0) -> Point:
        """Return width and height of a tile; sides with arrows are no shorter than `least`."""
        if name in self.framed:
            width, height = self._stacked(name)[1]
            return max(width, least), max(height, least)
        unit = self.arch.component_by_name[name].issue
        wide, high = self.sizes.wide, self.sizes.high
        return max(wide, least), max(high, least) if unit else min(STORE, high)

    def _stacked(self, name: str) -> tuple[dict[str, Point], Point]:
        """Return the corners of the boxes in a tile, and the size that it needs."""
        members = self.members[name]
        heights = [BORDER] * (1 if len(members) <= FEW else 2)
        corners: dict[str, Point] = {}
        step = self.sizes.wide + BORDER
        for part in members:
            column = heights.index(min(heights))
            corners[part] = (BORDER + column * step, heights[column])
            heights[column] += self._height(part) + BORDER
        return corners, (BORDER + len(heights) * step, max(heights))

    def _height(self, part: str) -> float:
        unit = self.arch.component_by_name[part].issue
        return min(UNIT, self.sizes.high) if unit else FLAT

    def place(self, picture: Picture, name: str, middle: Point, least: float = 0.0) -> Node:
        """Place a tile and its components around a point; return its outline."""
        outline = Node(*middle, *self.size(name, least))
        if name not in self.framed:
            picture.nodes[name] = outline
            return outline
        picture.frames[name] = outline
        corners, (width, height) = self._stacked(name)
        left, top = middle[0] - width / 2, middle[1] - height / 2
        for part, (x, y) in corners.items():
            wide, high = self.sizes.wide, self._height(part)
            picture.nodes[part] = Node(left + x + wide / 2, top + y + high / 2, wide, high)
        return outline


def tiles_of(arch: Architecture) -> dict[str, str]:
    """Return the name of the tile of each component: `tile_0_1` of fu_0_1 and rf_0_1."""
    tiles, found = Tiles(arch), dict[str, str]()
    for first, members in tiles.members.items():
        places = {m[1] for name in members if (m := re.search(r"_(\d+_\d+)$", name))}
        shared = f"tile_{places.pop()}" if len(members) > 1 and len(places) == 1 else first
        found |= dict.fromkeys(members, shared)
    return found


def _positions(arch: Architecture) -> dict[str, Cell]:
    """Return the cells that positions give, without empty rows and columns between them."""
    places = {c.name: c.position for c in arch.components if c.name != arch.external}
    return _ranked({name: at for name, at in places.items() if at is not None})


def _named(arch: Architecture) -> dict[str, Cell]:
    """Return the cells given by names; empty where few names have one, or most cells would be
    empty.
    """
    inside = [c.name for c in arch.components if c.name != arch.external]
    found = {name: m for name in inside if (m := re.fullmatch(r".+_(\d{1,6})_(\d{1,6})", name))}
    cells = _ranked({name: (int(m[1]), int(m[2])) for name, m in found.items()})
    if not cells or 4 * len(cells) < len(inside):
        return {}
    rows, columns = (1 + max(at[axis] for at in cells.values()) for axis in (0, 1))
    return cells if rows * columns <= 4 * len(set(cells.values())) else {}


def _line(arch: Architecture) -> dict[str, Cell]:
    """Return the cells of a line of PEs `pe0`, `pe1`, …; empty where paths skip any."""
    inside = [c.name for c in arch.components if c.name != arch.external]
    found = {name: int(m[1]) for name in inside if (m := re.fullmatch(r"pe(\d{1,9})", name))}
    cells = _ranked({name: (0, number) for name, number in found.items()})
    for path in arch.paths:
        columns = [cells[end][1] for end in (*path.sources, *path.targets) if end in cells]
        if columns and max(columns) - min(columns) > 1:
            return {}
    return cells if len(cells) == len(inside) else {}


def _ranked(places: dict[str, Cell]) -> dict[str, Cell]:
    rows, columns = (_ranks(at[axis] for at in places.values()) for axis in (0, 1))
    return {name: (rows[row], columns[column]) for name, (row, column) in places.items()}


def _ranks(numbers: Iterable[int]) -> dict[int, int]:
    return {number: rank for rank, number in enumerate(sorted(set(numbers)))}
