"""Where the components and paths of an array are in a picture, in pixels.

Elements `pe_R_C` stand on a grid (`grid`, `routes`), and so does a line of elements; elements of
several components stand in cells (`cells`, `cell_routes`), everything else on a circle around the
external memory (`circle`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from models.data.architecture import Architecture, Path

Point = tuple[float, float]
Cell = tuple[int, int]
Span = tuple[float, float]
SIDE = 98.0  # of the square of a processing element
MEMORY_HEIGHT = 46.0
LANE = 13.0  # between parallel arrows


@dataclass(frozen=True)
class Node:
    """A component around (x, y): a rectangle or, if `round`, a circle.

    The external memory of a grid may be several bars, of which `more` are all but the first.
    """

    x: float
    y: float
    width: float
    height: float
    round: bool = False
    more: tuple[Node, ...] = ()

    @property
    def left(self) -> float:
        """The least x."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The greatest x."""
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        """The least y."""
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        """The greatest y."""
        return self.y + self.height / 2


@dataclass(frozen=True)
class Wire:
    """A part of a path: a polyline with rounded corners.

    `kept`: it is part of what is left. `head`: the last point has an arrow head. `tag`: the far
    end is not drawn, only named, at this point.
    """

    points: tuple[Point, ...]
    kept: bool
    head: bool = True
    rounding: float = 7.0
    tag: Point | None = None


@dataclass
class Picture:
    """The places of all components and paths, in an area of `width` × `height`.

    `hubs` are the points at which the wires of a bus meet, and whether they are left.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    wires: dict[str, list[Wire]] = field(default_factory=dict)
    hubs: dict[str, list[tuple[Point, bool]]] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0


def track_taken(tracks: list[list[Span]], places: Iterable[float]) -> int:
    """Take the first of a channel's tracks that is free between the extreme places, or a new one.

    Places are numbers of columns or rows; halves lie in the channel before them.
    """
    places = list(places)
    low, high = min(places), max(places)
    for number, taken in enumerate(tracks):
        if all(high < other_low or other_high < low for other_low, other_high in taken):
            taken.append((low, high))
            return number
    tracks.append([(low, high)])
    return len(tracks) - 1


def joins(left: Architecture, path: Path, name: str, target: bool) -> bool:
    """Whether what is left of `path` still has this source, or target."""
    part = left.path_by_name.get(path.name)
    return part is not None and name in (part.targets if target else part.sources)


def is_bus(path: Path) -> bool:
    """Whether a path has several sources or targets."""
    return len(path.sources) + len(path.targets) > 2


def loop(node: Node, number: int) -> tuple[Point, ...]:
    """Return the points of a path from a component to itself, around its lower right corner."""
    inside, outside = 15.0 + 7 * number, 20.0 + 7 * number
    return (
        (node.right - inside, node.bottom),
        (node.right - inside, node.bottom + outside),
        (node.right + outside, node.bottom + outside),
        (node.right + outside, node.bottom - inside),
        (node.right, node.bottom - inside),
    )


def lane(number: int, lanes: int) -> float:
    """Return how far a lane is from the middle of all lanes."""
    return (number - (lanes - 1) / 2) * spacing(lanes)


def spacing(lanes: int) -> float:
    """Return the distance of parallel arrows: they are drawn closer where there are many."""
    return LANE if lanes <= 6 else 8.0


def grid_cells(arch: Architecture) -> dict[str, Cell]:
    """Return row and column of the elements of a grid or a line; empty if it is neither."""
    inside = [c.name for c in arch.components if c.name != arch.external]
    found = {name: m for name in inside if (m := re.fullmatch(r"pe_(\d{1,6})_(\d{1,6})", name))}
    roms = sum(name.startswith("rom_") for name in inside)
    if found and 2 * len(found) >= len(inside) - roms:
        rows = _ranks(int(m[1]) for m in found.values())
        columns = _ranks(int(m[2]) for m in found.values())
        cells = {name: (rows[int(m[1])], columns[int(m[2])]) for name, m in found.items()}
        full = len(rows) * len(columns) <= 4 * len(cells)
        return cells if full and len(set(cells.values())) == len(cells) else {}
    numbers = numbered(inside)
    place = {name: rank for rank, name in enumerate(sorted(numbers, key=lambda n: numbers[n]))}
    in_line = all(
        abs(place[a] - place[b]) <= 1
        for path in arch.paths
        for a in path.sources
        for b in path.targets
        if a in place and b in place
    )
    # Two elements are a line, and a ring of two as well.
    return {name: (0, rank) for name, rank in place.items()} if in_line else {}


def numbered(names: list[str]) -> dict[str, int]:
    """Return the numbers of `pe0`, `pe1`, …; empty if any name is of another kind."""
    found = {name: int(m[1]) for name in names if (m := re.fullmatch(r"pe(\d{1,9})", name))}
    return found if len(found) == len(names) == len(set(found.values())) else {}


def _ranks(numbers: Iterable[int]) -> dict[int, int]:
    return {number: rank for rank, number in enumerate(sorted(set(numbers)))}
