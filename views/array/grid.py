"""Tiles in the cells of a grid, and the ways of paths between them.

Neighbours are joined straight. All other paths run through channels: one above each row and on the
left of each column, and one more below and on the right of all. A channel has a track for each
path in it; paths that do not meet share a track. The external memory is a bar at some sides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from math import dist

from models.data.architecture import Architecture, Path
from views.array.layout import LANE, Node, Picture, Point, lane
from views.array.tiles import Tiles

MARGIN, BAR = 12.0, 30.0
TRACK, FIRST_TRACK = 10.0, 18.0
"""Distances between tracks, and between the first track and the tiles: arrow heads have
that room.
"""
SLOT = 10.0
"""Between the places at the side of a tile for paths through channels."""
LEAST = 14.0
"""Of half a side, for the slots."""
MOST_SLOTS = 6
"""With more of them at a side they are closer, and the tile grows no more."""
AXES = {"top": (0, 1), "left": (1, 1), "bottom": (0, -1), "right": (1, -1)}
"""The sides of an array: the index of the cell coordinate that measures the distance, and
its sign.
"""
Channel = tuple[str, int]
Span = tuple[float, float]


def grid_picture(tiles: Tiles, left: Architecture) -> Picture:
    """Return the places of the whole array, of which `left` is kept."""
    return _Grid(tiles, left).made


class _Grid:
    """Takes lanes, slots and tracks for all paths, then places the tiles, then draws the paths."""

    def __init__(self, tiles: Tiles, left: Architecture) -> None:
        self.tiles, self.left = tiles, left
        self.cell, self.external = tiles.cell, tiles.arch.external or ""
        self.rows, self.columns = (
            1 + max(at[axis] for at in self.cell.values()) for axis in (0, 1)
        )
        self.made = Picture(tiles.tile, wires={path.name: [] for path in tiles.arch.paths})
        self.lanes: dict[tuple[str, str], list[Path]] = defaultdict(list)
        self.slots: Counter[tuple[str, str]] = Counter()
        self.tracks: dict[Channel, list[list[Span]]] = defaultdict(list)
        self.later: list[Callable[[], None]] = []
        self.side = self._sides()
        self.bars = [side for side in AXES if side in self.side.values()]
        for path in tiles.arch.paths:
            self._take(path)
        if self.external and not self.bars:
            self.bars = ["top"]
        self._settle()
        for (first, second), paths in self.lanes.items():
            self._straight(first, second, paths)
        for draw in self.later:
            draw()

    def _sides(self) -> dict[str, str]:
        """Return the sides at which tiles reach the external memory: few sides for many tiles."""
        links = [link for path in self.tiles.arch.paths if (link := self.tiles.link(path))]
        names = {end for link in links if self.external in link for end in link}
        nearest = {side: self._nearest(*axis) & names for side, axis in AXES.items()}
        several = chain.from_iterable(combinations(AXES, n) for n in range(1, 5))
        found = [{n: s for s in reversed(sides) for n in nearest[s]} for sides in several]
        return max(found, key=len)

    def _nearest(self, axis: int, sign: int) -> set[str]:
        """Return the tiles that have no other between them and a side of the array."""
        first: dict[int, str] = {}
        for name in sorted(self.cell, key=lambda name: -sign * self.cell[name][axis]):
            first[self.cell[name][1 - axis]] = name
        return {*first.values()}

    def _take(self, path: Path) -> None:
        link, ends = self.tiles.link(path), self.tiles.ends(path)
        if len(ends) == 1:
            return
        inner = [name for name in ends if name != self.external]
        if link is not None and len(inner) == 1 and inner[0] in self.side:
            self.lanes[inner[0], self.external].append(path)
            return
        if link is not None and len(inner) == 2:
            first, second = sorted(link, key=lambda name: self.cell[name])
            (row, column), (to_row, to_column) = self.cell[first], self.cell[second]
            if max(to_row - row, abs(to_column - column)) == 1:
                self.lanes[first, second].append(path)
                return
        self._channelled(path, inner)

    def _slot(self, name: str, side: str) -> Callable[[], Point]:
        """Take a slot beside the straight lines at a side; return a function that gives
        its place.
        """
        self.slots[name, side] += 1
        number = self.slots[name, side]

        def place() -> Point:
            node = self.outline[name]
            length = node.width if side in ("top", "bottom") else node.height
            half = min(self.half, length / 2 - LEAST)
            room = length / 2 - half - 4
            away = half + min(SLOT, room / self.slots[name, side]) * number
            return {
                "top": (node.x + away, node.top),
                "bottom": (node.x - away, node.bottom),
                "left": (node.left, node.y + away),
            }[side]

        return place

    def _track(self, channel: Channel, places: Iterable[float]) -> Callable[[], float]:
        """Take a track that is free between the extreme places; return a function that gives its x
        or y.

        Places are numbers of columns or rows; halves lie in the channel before them.
        """
        places = list(places)
        low, high = min(places), max(places)
        tracks = self.tracks[channel]
        free = [all(high < a or b < low for a, b in taken) for taken in tracks]
        number = free.index(True) if True in free else len(tracks)
        if number == len(tracks):
            tracks.append([])
        tracks[number].append((low, high))
        starts = {"row": lambda: self.y, "column": lambda: self.x}[channel[0]]
        return lambda: starts()[channel[1]] - FIRST_TRACK - TRACK * number

    def _bar_for(self, row: float) -> tuple[str, int]:
        """Return the bar that is the next above or below, and the channel before it."""
        side, channel = ("top", 0) if 2 * row < self.rows else ("bottom", self.rows)
        if side not in self.bars:
            self.bars.append(side)
        return side, channel

    def _edge(self, side: str) -> float:
        """Return the x or y of the inner edge of a bar of the external memory."""
        first = self.made.nodes[self.external]
        bar = (first, *first.more)[self.bars.index(side)]
        return {"top": bar.bottom, "bottom": bar.top, "left": bar.right, "right": bar.left}[side]

    def _channelled(self, path: Path, inner: list[str]) -> None:
        """Join all ends of a path by one track, which they reach straight or along columns."""
        outer = len(inner) < len(self.tiles.ends(path))
        rows, columns = ([self.cell[name][axis] for name in inner] for axis in (0, 1))
        upright = not outer and len(set(columns)) == 1 and len(set(rows)) > 1
        bar, level = "", 0
        if outer:
            bar, level = self._bar_for(sum(rows) / len(rows))
        elif not upright:
            level = min(range(min(rows), max(rows) + 2), key=lambda level: self._cost(level, rows))
        ways: list[Callable[[], list[Point]]] = []
        met: list[float] = []
        for name in inner:
            row, column = self.cell[name]
            beside = "" if upright else {level: "top", level - 1: "bottom"}.get(row, "")
            ways.append(self._way(name, beside, None if upright else level))
            met.append(row if upright else column if beside else column - 0.5)
        trunk = self._track(("column", columns[0]) if upright else ("row", level), met)

        def draw() -> None:
            lines = []
            for way in ways:
                *points, (x, y) = way()
                lines.append([*points, (x, y), (trunk(), y) if upright else (x, trunk())])
            if self.tiles.link(path):
                onward = [(lines[0][-1][0], self._edge(bar))] if outer else lines[1][::-1]
                joined = _distinct([*lines[0], *onward])
                self._add(path, joined if self._begins(path, inner[0]) else joined[::-1])
                return
            meetings = sorted(points[-1] for points in lines)
            hub = self.made.hubs[path.name] = meetings[len(meetings) // 2]
            for name, points in zip(inner, lines, strict=True):
                self._add(path, _distinct([*points, hub]), name)
            if outer:
                self._add(path, ((hub[0], self._edge(bar)), hub), self.external)

        self.later.append(draw)

    def _cost(self, level: int, rows: list[int]) -> tuple[int, int]:
        """Return the number of ends that are not beside a row channel, and the load of
        the channel.
        """
        return sum(row not in (level, level - 1) for row in rows), len(self.tracks["row", level])

    def _way(self, name: str, beside: str, level: int | None) -> Callable[[], list[Point]]:
        """Return a function that gives the points from a tile to the track of a path."""
        slot = self._slot(name, beside or "left")
        if beside or level is None:
            return lambda: [slot()]
        row, column = self.cell[name]
        track = self._track(("column", column), (row, level - 0.5))
        return lambda: [slot(), (track(), slot()[1])]

    def _settle(self) -> None:
        """Place rows and columns, the tiles, and the bars of the external memory."""
        self.half = max(map(len, self.lanes.values()), default=1) / 2 * LANE
        most = max(self.slots.values(), default=0)
        least = 2 * (self.half + SLOT * min(most, MOST_SLOTS) + 6)
        sizes = {name: self.tiles.size(name, least) for name in self.cell}
        wide, high = [0.0] * self.columns, [0.0] * self.rows
        for name, (row, column) in self.cell.items():
            wide[column] = max(wide[column], sizes[name][0])
            high[row] = max(high[row], sizes[name][1])
        self.x = self._offsets("column", wide, ("left", "right"))
        self.y = self._offsets("row", high, ("top", "bottom"))
        self.outline = {
            name: self.tiles.place(
                self.made, name, (self.x[c] + wide[c] / 2, self.y[r] + high[r] / 2), least
            )
            for name, (r, c) in self.cell.items()
        }
        self.made.width = self.x[-1] + MARGIN + BAR * ("right" in self.bars)
        self.made.height = self.y[-1] + MARGIN + BAR * ("bottom" in self.bars)
        if self.external:
            first, *more = map(self._bar, self.bars)
            node = Node(first.x, first.y, first.width, first.height, tuple(more))
            self.made.nodes[self.external] = node
            if self.external in self.tiles.framed:
                self.made.frames[self.external] = node

    def _offsets(self, kind: str, sizes: Sequence[float], sides: tuple[str, str]) -> list[float]:
        """Return where each row or column begins, and where the channel after the last one ends."""
        at, found = MARGIN + BAR * (sides[0] in self.bars), []
        for number in range(len(sizes) + 1):
            tracks = len(self.tracks[kind, number])
            edge = number in (0, len(sizes)) and sides[number > 0] not in self.bars
            room = 2 * FIRST_TRACK + TRACK * (tracks - 1) if tracks else 0.0
            at += max(room, 0.0 if edge else self.tiles.sizes.gap)
            found.append(at)
            at += sizes[number] if number < len(sizes) else 0.0
        return found

    def _bar(self, side: str) -> Node:
        nodes = self.outline.values()
        left, right = min(n.left for n in nodes), max(n.right for n in nodes)
        top, bottom = min(n.top for n in nodes), max(n.bottom for n in nodes)
        if side in ("top", "bottom"):
            if tracks := len(self.tracks["column", 0]):
                left = self.x[0] - FIRST_TRACK - TRACK * tracks
            y = MARGIN + BAR / 2 if side == "top" else self.y[-1] + BAR / 2
            return Node((left + right) / 2, y, right - left, BAR)
        x = MARGIN + BAR / 2 if side == "left" else self.x[-1] + BAR / 2
        return Node(x, (top + bottom) / 2, BAR, bottom - top)

    def _straight(self, first: str, second: str, paths: list[Path]) -> None:
        """Draw parallel arrows between two tiles, or to the bar at the side of one."""
        a = self.outline[first]
        side = self.side[first] if second == self.external else ""
        b = a if side else self.outline[second]
        paths.sort(key=lambda path: self._begins(path, first))
        for number, path in enumerate(paths):
            shortest = min(a.width, a.height, b.width, b.height)
            away = lane(number, len(paths), min(2 * self.half, shortest - 2 * LEAST))
            ends: tuple[Point, Point]
            if side:
                edge = self._edge(side)
                ends = {
                    "top": ((a.x + away, a.top), (a.x + away, edge)),
                    "bottom": ((a.x + away, a.bottom), (a.x + away, edge)),
                    "left": ((a.left, a.y + away), (edge, a.y + away)),
                    "right": ((a.right, a.y + away), (edge, a.y + away)),
                }[side]
            elif abs(a.y - b.y) < 1:
                ends = (a.right, a.y + away), (b.left, b.y + away)
            elif abs(a.x - b.x) < 1:
                ends = (a.x + away, a.bottom), (b.x + away, b.top)
            else:
                ends = _corners(a, b, away)
            self._add(path, ends if self._begins(path, first) else ends[::-1])

    def _begins(self, path: Path, name: str) -> bool:
        link = self.tiles.link(path)
        return link is not None and link[0] == name

    def _add(self, path: Path, points: Sequence[Point], end: str = "") -> None:
        self.made.wires[path.name].append(self.tiles.wire(path, self.left, points, end))


def _corners(a: Node, b: Node, away: float) -> tuple[Point, Point]:
    """Return a line from a lower corner of `a` to the upper one of `b`, `away` beside these."""
    turn = 1 if a.x < b.x else -1
    over, under = 2 * max(away, 0.0), 2 * max(-away, 0.0)
    one, other = (a.right, b.left) if turn == 1 else (a.left, b.right)
    return (one - turn * under, a.bottom - over), (other + turn * over, b.top + under)


def _distinct(points: Sequence[Point]) -> list[Point]:
    return [p for n, p in enumerate(points) if n == 0 or dist(p, points[n - 1]) > 0.01]
