"""The routes of all paths of an array in cells.

Boxes with nothing in between are joined straight. All other paths run through the channels between
rows and columns. What shares a cell with a switch and a path with it reaches the path through it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import dist

from models.data.architecture import Architecture, Path
from views.array.cells import Tiles
from views.array.layout import LANE, Cell, Picture, Point, Wire, is_bus, joins, loop

PIN, WIDE = 8.0, 28.0  # the distance of paths that leave a box, and the side that they need
Key = tuple[str, str, str]
DEPTH = 12.0  # in a switch, of what goes on through it
Channel = tuple[str, int]
Line = tuple[Point, ...]


def cell_picture(
    arch: Architecture, cells: dict[str, Cell], left: Architecture | None = None
) -> Picture:
    """Return the places of components and paths, the cells being known."""
    return CellRoutes(arch, left or arch, Tiles(arch, cells)).picture()


class CellRoutes:
    """Takes lanes, pins and tracks for every path; draws them when the cells have settled."""

    def __init__(self, arch: Architecture, left: Architecture, tiles: Tiles) -> None:
        self.arch, self.left, self.tiles = arch, left, tiles
        self.switches = {c.name for c in arch.components if c.switch}
        self.lanes: dict[Key, list[str]] = defaultdict(list)
        self.pins: dict[tuple[str, str], int] = defaultdict(int)
        # There is room for one loop around a corner of a unit, and for none of a store.
        self.cornered = {c.name for c in arch.components if not c.issue} - {arch.external}
        self.later: list[Callable[[], None]] = []
        self.made = Picture(wires={path.name: [] for path in arch.paths})
        # Where straight lines meet the sides of boxes, and the places of their pins.
        self.straight: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.places: dict[tuple[str, str], list[float]] = {}

    def picture(self) -> Picture:
        """Return the places of everything."""
        for path in self.arch.paths:
            self._take(path)
        self.tiles.settle()
        for key, names in self.lanes.items():
            for number in range(len(names)):
                for name, point in zip(key[:2], self._lane(key, number), strict=True):
                    self._meet(name, point)
        for draw in self.later:
            draw()
        made = self.made
        made.nodes = {c.name: self.tiles.nodes[c.name] for c in self.arch.components}
        made.width, made.height = self.tiles.width, self.tiles.height
        return made

    def _take(self, path: Path) -> None:
        switch = next((name for name in path.sources if name in self.switches), None)
        ways = self._through(switch, path.sources) if switch is not None else {}
        stubs = {name: (key, self._lane_taken(key, "")) for name, key in ways.items()}
        ends = [(name, False) for name in path.sources if name not in stubs]
        ends += [(name, True) for name in path.targets]
        source, target = ends[0][0], ends[-1][0]
        made: Callable[[], list[Line]]
        if len(ends) > 2:
            made = self._channelled([name for name, _ in ends])
        elif source == target and source not in self.cornered:
            if source != self.tiles.external:
                self.cornered.add(source)
            made = lambda: [loop(self.tiles.nodes[source], 0)]  # noqa: E731
        elif source != target and (key := self._straight(source, target)) is not None:
            number, turn = self._lane_taken(key, path.name), 1 if key[0] == source else -1
            made = lambda: [self._lane(key, number)[::turn]]  # noqa: E731
        else:
            made = self._channelled([source, target])
        self.later.append(lambda: self._draw(path, ends, made(), stubs))

    def _through(self, switch: str, sources: Sequence[str]) -> dict[str, Key]:
        """Return the sources that reach a path through a switch beside them, and how."""
        cell = self.tiles.cell
        same = [n for n in sources if n != switch and n in cell and cell[n] == cell.get(switch)]
        ways = ((name, self._straight(name, switch)) for name in same)
        return {name: key for name, key in ways if key is not None}

    def _straight(self, a: str, b: str) -> Key | None:
        """Return between what a straight path can be, and at which side of the array."""
        tiles = self.tiles
        if tiles.external not in (a, b):
            return (min(a, b), max(a, b), "") if tiles.corridor(a, b) else None
        name = b if a == tiles.external else a
        sides = [side for side in tiles.bars if tiles.opening(name, side, out=True)]
        side = min(sides, key=lambda side: tiles.away(name, side), default=None)
        return None if side is None else (name, tiles.external, side)

    def _lane_taken(self, key: Key, path: str) -> int:
        """Take a lane of a straight way; those without a name of a path share one."""
        lanes = self.lanes[key]
        if path or path not in lanes:
            lanes.append(path)
        return lanes.index(path)

    def _lane(self, key: Key, number: int) -> Line:
        """Return a lane from one end of a way to the other."""
        a, b, side = key
        one = self.tiles.nodes[a]
        if side:
            upright, part = side in ("top", "bottom"), self.tiles.opening(a, side, out=True)
            other = self.tiles.bar(side)
        else:
            upright, part = self.tiles.corridor(a, b) or (True, None)
            other = self.tiles.nodes[b]
        low, high = part or (one.x, one.x)
        count = len(self.lanes[key])
        at = (low + high) / 2 + (number - (count - 1) / 2) * min(LANE, (high - low) / count)
        if upright:
            down = one.y < other.y
            ends = (one.bottom, other.top) if down else (one.top, other.bottom)
            return (at, ends[0]), (at, ends[1])
        ends = (one.right, other.left) if one.x < other.x else (one.left, other.right)
        return (ends[0], at), (ends[1], at)

    def _channels(self, name: str) -> dict[Channel, str]:
        """Return the channels that a box is open to, and at which side."""
        row, column = self.tiles.cell[name]
        beside: dict[Channel, str] = {
            ("row", row): "top",
            ("row", row + 1): "bottom",
            ("column", column): "left",
            ("column", column + 1): "right",
        }
        parts = {side: self.tiles.opening(name, side) for side in beside.values()}
        wide = {side for side, part in parts.items() if part and part[1] - part[0] >= WIDE}
        return {channel: side for channel, side in beside.items() if side in wide}

    def _channelled(self, names: Sequence[str]) -> Callable[[], list[Line]]:
        """Lead a path along one channel, and from its ends to that one along others.

        Return what gives one line where there are two ends, or lines to where all ends meet.
        """
        tiles = self.tiles
        inner = [name for name in names if name != tiles.external]
        open_to = {name: self._channels(name) for name in inner}
        bar = (
            min(tiles.bars, key=lambda side: min(tiles.away(name, side) for name in inner))
            if len(inner) < len(names)
            else ""
        )
        trunk = self._trunk(open_to, bar)
        kind, _ = trunk
        ways: list[tuple[str, str, int, list[Channel]]] = []
        met: dict[Channel, list[float]] = defaultdict(list)
        for name in inner:
            way = self._way(name, open_to[name], trunk)
            side = open_to[name][way[0]]
            self.pins[name, side] += 1
            ways.append((name, side, self.pins[name, side] - 1, way))
            at = float(tiles.cell[name][way[0][0] == "row"])
            for channel, onward in zip(way, [*way[1:], None], strict=True):
                met[channel].append(at)
                at = channel[1] - 0.5
                if onward is not None:
                    met[channel].append(onward[1] - 0.5)
        if kind == "row" and bar in ("left", "right"):
            met[trunk].append(-1 if bar == "left" else tiles.columns)
        tracks = {channel: tiles.track(*channel, places) for channel, places in met.items()}

        def made() -> list[Line]:
            lines = []
            for name, side, number, way in ways:
                x, y = self._pin(name, side, number)
                points = [(x, y)]
                for channel in way:
                    place = tiles.place_of(*channel, tracks[channel])
                    x, y = (x, place) if channel[0] == "row" else (place, y)
                    points.append((x, y))
                lines.append(points)
            meetings = sorted(points[-1] for points in lines)
            hub = meetings[len(meetings) // 2]
            own = iter(lines)
            found = [next(own) if n in tiles.cell else self._to_bar(bar, hub) for n in names]
            if len(found) == 2:
                return [_without_doubles([*found[0], *found[1][::-1]])]
            return [_without_doubles([*points, hub]) for points in found]

        return made

    def _to_bar(self, bar: str, hub: Point) -> list[Point]:
        """Return where a bar of the external memory is joined with a trunk."""
        box, (x, y) = self.tiles.bar(bar), hub
        if bar in ("left", "right"):
            return [(box.right if bar == "left" else box.left, y), (x, y)]
        return [(x, box.bottom if bar == "top" else box.top), (x, y)]

    def _trunk(self, open_to: dict[str, dict[Channel, str]], bar: str) -> Channel:
        """Return the channel where all ends of a path meet."""
        tiles = self.tiles
        outer: dict[str, Channel] = {
            "top": ("row", 0), "bottom": ("row", tiles.rows),
            "left": ("column", 0), "right": ("column", tiles.columns),
        }  # fmt: skip
        counts = Counter(channel for each in open_to.values() for channel in each)
        common = [channel for channel, count in counts.items() if count == len(open_to)]
        if bar:
            common = [channel for channel in common if channel == outer[bar]]
        if common:
            return min(common, key=lambda channel: tiles.tracks(*channel))
        if bar in ("top", "bottom"):
            return outer[bar]
        rows = [tiles.cell[name][0] for name in open_to]
        levels: list[Channel] = [("row", row) for row in range(min(rows), max(rows) + 2)]

        def cost(level: Channel) -> tuple[float, ...]:
            away = sum(abs(level[1] - 0.5 - row) for row in rows)
            return -counts[level], away, tiles.tracks(*level)

        return min(levels, key=cost)

    def _way(self, name: str, open_to: dict[Channel, str], trunk: Channel) -> list[Channel]:
        """Return the channels from a box to the trunk."""
        if trunk in open_to:
            return [trunk]
        upright = [channel for channel in open_to if channel[0] == "column"]
        if upright:
            return [min(upright, key=lambda channel: self.tiles.tracks(*channel)), trunk]
        return [next(iter(open_to)), ("column", self.tiles.cell[name][1]), trunk]

    def _meet(self, name: str, point: Point) -> None:
        """Keep in mind where a straight line meets a side of a box."""
        box = self.tiles.nodes[name]
        for side, place in (("top", box.top), ("bottom", box.bottom)):
            if point[1] == place:
                self.straight[name, side].append(point[0])
        for side, place in (("left", box.left), ("right", box.right)):
            if point[0] == place:
                self.straight[name, side].append(point[1])

    def _pin(self, name: str, side: str, number: int) -> Point:
        """Return a place at a side of a box, beside the straight lines."""
        box, count = self.tiles.nodes[name], self.pins[name, side]
        if (name, side) not in self.places:
            low, high = self.tiles.opening(name, side) or (box.x, box.x)
            # Pins that face each other across a channel are not in line.
            low += PIN / 2 if side in ("bottom", "right") else 0.0
            taken, step, places = self.straight[name, side], 2 * PIN, list[float]()
            while len(places) < count:
                step /= 2
                room = int((high - low - PIN) // step) + 1
                spread = (low + PIN / 2 + step * rank for rank in range(room))
                places = [p for p in spread if all(abs(p - t) >= step * 0.9 for t in taken)]
            self.places[name, side] = places
        at = self.places[name, side][number]
        return {
            "top": (at, box.top),
            "bottom": (at, box.bottom),
            "left": (box.left, at),
            "right": (box.right, at),
        }[side]

    def _draw(
        self,
        path: Path,
        ends: Sequence[tuple[str, bool]],
        lines: list[Line],
        stubs: dict[str, tuple[Key, int]],
    ) -> None:
        wires = self.made.wires[path.name]
        if not is_bus(path):
            wires.append(Wire(lines[0], path.name in self.left.path_by_name))
            return
        onward: Line
        if len(lines) == 1:
            # All meet in the switch, below its box; from there, there is one line to see.
            switch = self.tiles.nodes[ends[0][0]]
            hub = _onward(lines[0][1], lines[0][0])
            lines, onward = [((switch.x, switch.y), hub), (*lines[0][::-1], hub)], (hub,)
        else:
            names = [name for name, head in ends if not head]
            switches = [n for n, name in enumerate(names) if name in self.switches]
            onward = lines[switches[0] if switches else 0]
            hub = lines[0][-1]
            self.made.hubs[path.name] = [(hub, path.name in self.left.path_by_name)]
        for (name, head), line in zip(ends, lines, strict=True):
            kept = joins(self.left, path, name, head)
            wires.append(Wire(line[::-1] if head else line, kept, head))
        for name, (key, number) in stubs.items():
            first, second = self._lane(key, number)[:: 1 if key[0] == name else -1]
            line = (first, _onward(first, second), *onward)
            wires.append(Wire(line, joins(self.left, path, name, False), False))
        # Marks are beside the first one.
        wires.sort(key=lambda wire: (wire.kept, bool(stubs) and not wire.head))


def _onward(a: Point, b: Point) -> Point:
    """Return the point that lies a bit behind `b`, seen from `a`."""
    part = 1 + DEPTH / (dist(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _without_doubles(points: Sequence[Point]) -> Line:
    return tuple(p for n, p in enumerate(points) if n == 0 or dist(p, points[n - 1]) > 0.01)
