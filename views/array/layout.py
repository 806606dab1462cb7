"""The data of a picture of an array, in pixels: boxes of tiles and components, and wires."""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]
Cell = tuple[int, int]
LANE = 13.0
"""The most between parallel arrows."""


@dataclass(frozen=True)
class Node:
    """A rectangle around (x, y).

    The external memory may be several bars, of which `more` are all but the first.
    """

    x: float
    y: float
    width: float
    height: float
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
    """A polyline with rounded corners from tile to tile, or between a hub and the tile `end`.

    `kept`: it is part of the remaining array. `head`: the last point has an arrow head.
    """

    points: tuple[Point, ...]
    kept: bool
    head: bool = True
    end: str = ""


@dataclass
class Picture:
    """The places of tiles, components and paths, in an area of `width` × `height`.

    `tile` names the tile of each component by its first one. `frames` are the outlines of tiles
    with several components or with paths inside; such paths have no wires. `hubs` are the points at
    which the wires of a path meet that joins more than two tiles.
    """

    tile: dict[str, str]
    nodes: dict[str, Node] = field(default_factory=dict)
    frames: dict[str, Node] = field(default_factory=dict)
    wires: dict[str, list[Wire]] = field(default_factory=dict)
    hubs: dict[str, Point] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0


def lane(number: int, lanes: int, room: float) -> float:
    """Return the distance of a lane from the middle of all lanes, which have this room."""
    return (number - (lanes - 1) / 2) * min(LANE, room / lanes)
