"""The routes of all paths on a grid.

Neighbours are joined straight. All other paths, such as the wrapped ones of a torus, and buses run
through the channels between rows and columns. Where the external memory joins an element that is
not at a side, the arrow is only labelled with its name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import ceil

from models.data.architecture import Architecture, Path
from views.array.grid import Grid
from views.array.layout import Cell, Picture, Point, Wire, is_bus, joins, loop

STUB = 24.0
Drawn = tuple[tuple[Point, ...], Point | None]  # the points of a wire, and where its tag is


class Routes:
    """Takes slots and tracks for every path; draws them when the grid has settled."""

    def __init__(self, arch: Architecture, left: Architecture, cells: dict[str, Cell]) -> None:
        self.grid = Grid(arch, cells)
        self.arch, self.left = arch, left
        self.bundles: dict[tuple[str, str, str], list[Path]] = defaultdict(list)
        self.later: list[Callable[[], None]] = []
        self.loops: dict[str, int] = defaultdict(int)
        self.made = Picture(wires={path.name: [] for path in arch.paths})

    def picture(self) -> Picture:
        """Return the places of everything."""
        for path in self.arch.paths:
            if is_bus(path):
                self._bus(path)
            else:
                self._single(path, path.sources[0], path.targets[0])
        self.grid.lanes = max(map(len, self.bundles.values()), default=1)
        self.grid.settle()
        for draw in self.later:
            draw()
        for (first, second, side), paths in self.bundles.items():
            self._bundle(first, second, side, paths)
        made = self.made
        made.nodes = {c.name: self.grid.nodes[c.name] for c in self.arch.components}
        made.width, made.height = self.grid.width, self.grid.height
        return made

    def _single(self, path: Path, source: str, target: str) -> None:
        grid = self.grid
        if source == target:
            self.loops[source] += 1
            number = self.loops[source] - 1
            self._draw(path, lambda: (loop(grid.nodes[source], number), None))
        elif grid.external in (source, target):
            self._port(path, source, target)
        else:
            self._between(path, source, target)

    def _port(self, path: Path, source: str, target: str) -> None:
        grid, entering = self.grid, source == self.grid.external
        name = target if entering else source
        side = (grid.entry_sides if entering else grid.exit_sides).get(name)
        if side is not None:
            ends = (source, target) if (side in ("top", "left")) == entering else (target, source)
            self.bundles[ends[0], ends[1], side].append(path)
            return
        slot = grid.slot(name, "right")
        grid.tag(grid.cell[name][1])

        def stub() -> Drawn:
            x, y = grid.at_slot(name, "right", slot)
            points = ((x + STUB, y), (x, y))
            return points if entering else points[::-1], (x + STUB + 3, y)

        self._draw(path, stub)

    def _between(self, path: Path, source: str, target: str) -> None:
        grid = self.grid
        (row, column), (to_row, to_column) = grid.cell[source], grid.cell[target]
        first, second = sorted((source, target), key=lambda n: (grid.cell[n], n not in grid.rom_of))
        steps = (abs(to_row - row), abs(to_column - column))
        if steps == (0, 0):
            self.bundles[first, second, "top"].append(path)
        elif sum(steps) == 1 and source not in grid.rom_of and target not in grid.rom_of:
            self.bundles[first, second, "top" if steps[0] else "left"].append(path)
        else:
            self._through_channels(path, source, target)

    def _through_channels(self, path: Path, source: str, target: str) -> None:
        """Lead a path along the channel above its row, that beside its target's column, or both."""
        grid = self.grid
        (row, column), (to_row, to_column) = grid.cell[source], grid.cell[target]
        sides = "left" if column == to_column else "top", "top" if row == to_row else "left"
        a, b = grid.slot(source, sides[0]), grid.slot(target, sides[1])
        corner = 0.5 * (row != to_row and column != to_column)
        across = down = None
        if column != to_column:
            across = grid.track("row", row, (column, to_column - corner))
        if row != to_row:
            down = grid.track("column", to_column, (row - corner, to_row))

        def drawn() -> Drawn:
            start, end = grid.at_slot(source, sides[0], a), grid.at_slot(target, sides[1], b)
            y = start[1] if across is None else grid.row_track(row, across)
            x = end[0] if down is None else grid.column_track(to_column, down)
            points = start, (start[0], y), (x, y), (x, end[1]), end
            return tuple(dict.fromkeys(points)), None

        self._draw(path, drawn)

    def _bus(self, path: Path) -> None:
        """A trunk above one row, and one beside each column with ends in rows further away."""
        grid = self.grid
        ends = [(name, False) for name in path.sources] + [(name, True) for name in path.targets]
        inner = [(name, head) for name, head in ends if name != grid.external]
        cells = [grid.cell[name] for name, _ in inner]
        rows, columns = sorted(row for row, _ in cells), {column for _, column in cells}
        channel = rows[len(rows) // 2]
        outer = len(inner) < len(ends)
        at_bar = ""
        if outer and rows[0] == 0 and "top" in grid.bars:
            channel, at_bar = 0, "top"
        elif outer and rows[-1] == grid.rows - 1 and "bottom" in grid.bars:
            channel, at_bar = grid.rows, "bottom"
        upright = not outer and len(columns) == 1 and rows[0] != rows[-1]
        spokes: list[tuple[str, bool, str, int]] = []
        down: dict[int, list[int]] = defaultdict(list)
        for name, head in inner:
            row, column = grid.cell[name]
            side = "left"
            if not upright and row == channel:
                side = "top"
            elif not upright and row == channel - 1 and name not in grid.rom_of:
                side = "bottom"
            else:
                down[column].append(row)
            spokes.append((name, head, side, grid.slot(name, side)))
        level = channel - 0.5
        trunks = {
            column: grid.track("column", column, (*at, *(() if upright else (level,))))
            for column, at in down.items()
        }
        places = [grid.cell[name][1] - 0.5 * (side == "left") for name, _, side, _ in spokes]
        if outer and not at_bar:
            grid.tag(ceil(min(places)) - 1)
            places.append(min(places) - 0.5)
        across = 0 if upright else grid.track("row", channel, places)

        def draw() -> None:
            y = grid.row_track(channel, across)
            beside: dict[int, list[tuple[float, bool]]] = defaultdict(list)
            along: list[tuple[float, bool]] = []
            hubs, wires = [], []
            for name, head, side, slot in spokes:
                point, kept = grid.at_slot(name, side, slot), joins(self.left, path, name, head)
                meet = (point[0], y)
                if side == "left":
                    column = grid.cell[name][1]
                    meet = (grid.column_track(column, trunks[column]), point[1])
                    beside[column].append((point[1], kept))
                else:
                    along.append((point[0], kept))
                hubs.append((meet, kept))
                wires.append(Wire((meet, point) if head else (point, meet), kept, head))
            for column, meetings in beside.items():
                x = grid.column_track(column, trunks[column])
                if not upright:
                    kept = any(kept for _, kept in meetings)
                    meetings.append((y, kept))
                    along.append((x, kept))
                    hubs.append(((x, y), kept))
                wires += [Wire(((x, a), (x, b)), kept, False) for a, b, kept in _trunk(meetings)]
            middle = (min(along)[0] + max(along)[0]) / 2 if along else 0.0
            start = min(along)[0] if along else 0.0
            for name, head in ends:
                if name != grid.external:
                    continue
                kept, tag = joins(self.left, path, name, head), None
                if at_bar:
                    x, bar = middle + (5.0 if head else -5.0), grid.bar(at_bar)
                    points = ((x, y), (x, bar.bottom if at_bar == "top" else bar.top))
                else:
                    x = start
                    points, tag = ((x, y), (x - STUB, y)), (x - STUB - 3, y)
                along.append((x, kept))
                hubs.append(((x, y), kept))
                wires.append(Wire(points if head else points[::-1], kept, head, tag=tag))
            wires += [Wire(((a, y), (b, y)), kept, False) for a, b, kept in _trunk(along)]
            self.made.wires[path.name] = sorted(wires, key=lambda wire: wire.kept)
            self.made.hubs[path.name] = hubs

        self.later.append(draw)

    def _bundle(self, first: str, second: str, side: str, paths: list[Path]) -> None:
        """Draw parallel arrows; they keep to the right of the middle."""
        paths = sorted(paths, key=lambda path: path.sources[0] == first)
        lanes = self.grid.straight(first, second, side, len(paths))
        for path, (a, b) in zip(paths, lanes, strict=True):
            points = (a, b) if path.sources[0] == first else (b, a)
            self.made.wires[path.name].append(Wire(points, path.name in self.left.path_by_name))

    def _draw(self, path: Path, drawn: Callable[[], Drawn]) -> None:
        def draw() -> None:
            points, tag = drawn()
            kept = path.name in self.left.path_by_name
            self.made.wires[path.name].append(Wire(points, kept, tag=tag))

        self.later.append(draw)


def _trunk(meetings: list[tuple[float, bool]]) -> Iterator[tuple[float, float, bool]]:
    """Yield the parts of a trunk: all of it, and the part between those meetings that are kept."""
    if not meetings:
        return
    everywhere = [place for place, _ in meetings]
    left = [place for place, kept in meetings if kept] or everywhere[:1]
    solid, ends = (min(left), max(left)), (min(everywhere), max(everywhere))
    if solid != ends:
        yield *ends, False
    if solid[0] < solid[1]:
        yield *solid, True
