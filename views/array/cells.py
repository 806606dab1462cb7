"""A layout of arrays whose processing elements are several components each: `fu_0_1`, `rf_0_1`.

Components that end in the same row and column share a cell: a switch lies above all others, then
come the units, side by side, and what they store in, on the right. Cells form a grid. Other
components stand around it, and the external memory is a bar at each side where it joins cells.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations

from models.data.architecture import Architecture
from views.array.layout import SIDE, Cell, Node, Span, track_taken

SMALL, FLAT = 76.0, 34.0  # width and height of what is not a unit
INNER, MARGIN = 24.0, 20.0
BESIDES = 80.0  # the side of a unit that has others beside it
BAR = 42.0
GAP, TRACK, FIRST_TRACK = 36.0, 10.0, 16.0  # arrow heads have the room before the first track
LEAST = 10.0  # width of an opening between boxes that a path can take
MOST_ORDERED = 5
BARS = ("left", "top", "right", "bottom")

Box = tuple[float, float, float, float]  # left, top, width, height


def cells_of(arch: Architecture) -> dict[str, Cell]:
    """Return row and column by component; empty where few names have any.

    It is empty, too, where no cell has several and there is not much around the cells. ROMs beside
    the elements of a systolic array have places of their own on a grid.
    """
    inside = [c.name for c in arch.components if c.name != arch.external]
    found = {name: m for name in inside if (m := re.fullmatch(r".+?_(\d{1,4})_(\d{1,4})", name))}
    cells = {name: (int(m[1]), int(m[2])) for name, m in found.items()}
    rows, columns = sorted({r for r, _ in cells.values()}), sorted({c for _, c in cells.values()})
    grid = len(rows) * len(columns)
    if 4 * len(cells) < len(inside):
        return {}
    if len(set(cells.values())) == len(cells) and 2 * len(cells) >= len(inside):
        return {}
    if any(name.startswith("rom_") for name in cells):
        return {}
    if grid > 2 * len(set(cells.values())):
        return {}
    return {name: (rows.index(r), columns.index(c)) for name, (r, c) in cells.items()}


class Tiles:
    """The boxes in each cell; once all tracks are taken, `settle` gives every place.

    A channel runs above each row and on the left of each column, and one more below and on the
    right of all.
    """

    def __init__(self, arch: Architecture, cells: dict[str, Cell]) -> None:
        self.arch, self.external = arch, arch.external
        around = _around(arch, cells)
        everywhere = [*cells.values(), *around.values()]
        up, left = (min(0, *(cell[axis] for cell in everywhere), 0) for axis in (0, 1))
        self.cell = {name: (r - up, c - left) for name, (r, c) in {**cells, **around}.items()}
        self.rows = 1 + max(row for row, _ in self.cell.values())
        self.columns = 1 + max(column for _, column in self.cell.values())
        self.bars = _bars(arch, cells) if arch.external is not None else []
        self.members: dict[Cell, list[str]] = defaultdict(list)
        for name, cell in self.cell.items():
            self.members[cell].append(name)
        self._tracks: dict[tuple[str, int], list[list[Span]]] = defaultdict(list)
        self.nodes: dict[str, Node] = {}
        self.width = self.height = 0.0
        self._inner = self._arranged()
        self.settle()

    def _arranged(self) -> dict[str, Box]:
        """Return the boxes of all components, each from the corner of its cell."""
        joined: dict[Cell, Counter[tuple[str, str]]] = defaultdict(Counter)
        for path in self.arch.paths:
            for a in path.sources:
                for b in path.targets:
                    if a in self.cell and self.cell[a] == self.cell.get(b):
                        joined[self.cell[a]][a, b] += 1
        parts = {c.name: c for c in self.arch.components}
        found: dict[str, Box] = {}
        for cell, names in self.members.items():
            units = [name for name in names if parts[name].issue > 0]
            switches = [name for name in names if parts[name].switch and name not in units]
            strip = switches[:1] if len(names) > 1 else []
            stores = [name for name in names if name not in (*units, *strip)]
            top = FLAT + INNER / 1.5 if strip else 0.0
            side = SIDE if len(units) == 1 else BESIDES
            x = 0.0
            for name in _in_order(units, stores, joined[cell]):
                found[name] = (x, top, side, side)
                x += side + INNER
            for rank, name in enumerate(stores):
                found[name] = (x, top + rank * (FLAT + INNER / 2), SMALL, FLAT)
            for name in strip:
                # Without a store, room is left for the lines to the row below.
                found[name] = (0.0, 0.0, x + SMALL if stores else max(x, SMALL), FLAT)
        return found

    def track(self, kind: str, channel: int, places: Iterable[float]) -> int:
        """Take a track of a `row` or `column` channel that is free between the extreme places.

        They are numbers of columns or rows; halves lie in the channel before them.
        """
        return track_taken(self._tracks[kind, channel], places)

    def tracks(self, kind: str, channel: int) -> int:
        """Return how many tracks of a channel are taken."""
        return len(self._tracks[kind, channel])

    def place_of(self, kind: str, channel: int, track: int) -> float:
        """Return the y of a track of a row channel, or the x of one of a column channel."""
        starts = self._y if kind == "row" else self._x
        return starts[channel] - FIRST_TRACK - TRACK * track

    def settle(self) -> None:
        """Place all rows, columns and boxes, and the bars of the external memory."""
        wide, high = [0.0] * self.columns, [0.0] * self.rows
        for name, (x, y, width, height) in self._inner.items():
            row, column = self.cell[name]
            wide[column] = max(wide[column], x + width)
            high[row] = max(high[row], y + height)
        self._x = self._offsets("column", wide, ("left", "right"))
        self._y = self._offsets("row", high, ("top", "bottom"))
        for name, (x, y, width, height) in self._inner.items():
            row, column = self.cell[name]
            left, top = self._x[column] + x, self._y[row] + y
            self.nodes[name] = Node(left + width / 2, top + height / 2, width, height)
        self.width = self._x[-1] + MARGIN + BAR * ("right" in self.bars)
        self.height = self._y[-1] + MARGIN + BAR * ("bottom" in self.bars)
        if self.external is not None:
            first, *more = map(self._bar, self.bars)
            self.nodes[self.external] = Node(
                first.x, first.y, first.width, first.height, more=tuple(more)
            )

    def _offsets(self, kind: str, sizes: Sequence[float], sides: tuple[str, str]) -> list[float]:
        """Return where each row or column begins, and where the channel after the last one ends."""
        at, found = MARGIN + BAR * (sides[0] in self.bars), []
        for number in range(len(sizes) + 1):
            tracks = len(self._tracks[kind, number])
            edge = number in (0, len(sizes)) and sides[number > 0] not in self.bars
            room = 2 * FIRST_TRACK + TRACK * (tracks - 1) if tracks else 0.0
            at += max(room, 0.0 if edge else GAP)
            found.append(at)
            at += sizes[number] if number < len(sizes) else 0.0
        return found

    def _bar(self, side: str) -> Node:
        nodes = [self.nodes[name] for name in self.cell]
        left, right = self._extent("column", (n.left for n in nodes), (n.right for n in nodes))
        top, bottom = self._extent("row", (n.top for n in nodes), (n.bottom for n in nodes))
        if side in ("top", "bottom"):
            y = MARGIN + BAR / 2 if side == "top" else self._y[-1] + BAR / 2
            return Node((left + right) / 2, y, right - left, BAR)
        x = MARGIN + BAR / 2 if side == "left" else self._x[-1] + BAR / 2
        return Node(x, (top + bottom) / 2, BAR, bottom - top)

    def _extent(self, kind: str, lows: Iterable[float], highs: Iterable[float]) -> Span:
        """Return from where to where there are boxes or tracks."""
        low, high, last = min(lows), max(highs), self.columns if kind == "column" else self.rows
        if tracks := self.tracks(kind, 0):
            low = self.place_of(kind, 0, tracks - 1) - FIRST_TRACK / 2
        if self.tracks(kind, last):
            high = self.place_of(kind, last, 0) + FIRST_TRACK / 2
        return low, high

    def bar(self, side: str) -> Node:
        """Return the bar of the external memory at this side."""
        assert self.external is not None
        first = self.nodes[self.external]
        return (first, *first.more)[self.bars.index(side)]

    def opening(self, name: str, side: str, out: bool = False) -> Span | None:
        """Return the part of a side from which a line leaves the cell, or the array if `out`.

        None where other boxes leave too little of it.
        """
        row, column = self.cell[name]
        cells = [(row, column)]
        if out and side in ("top", "bottom"):
            cells = [
                (r, column) for r in (range(row + 1) if side == "top" else range(row, self.rows))
            ]
        elif out:
            beyond = range(column + 1) if side == "left" else range(column, self.columns)
            cells = [(row, c) for c in beyond]
        node = self.nodes[name]
        ahead = [
            other
            for cell in cells
            for other in (self.nodes[each] for each in self.members.get(cell, ()) if each != name)
            if {
                "top": other.bottom <= node.top,
                "bottom": other.top >= node.bottom,
                "left": other.right <= node.left,
                "right": other.left >= node.right,
            }[side]
        ]
        return _widest(*_along(node, side in ("top", "bottom")), ahead, side in ("top", "bottom"))

    def away(self, name: str, side: str) -> int:
        """Return how many cells are between a component and a side."""
        return _away(self.cell[name], side, self.rows, self.columns)

    def corridor(self, a: str, b: str) -> tuple[bool, Span] | None:
        """Return whether straight lines between two boxes are upright, and where they can be."""
        (row, column), (other_row, other_column) = self.cell[a], self.cell[b]
        if abs(row - other_row) + abs(column - other_column) > 1:
            return None
        one, other = self.nodes[a], self.nodes[b]
        near = {*self.members[row, column], *self.members[other_row, other_column]} - {a, b}
        boxes = [self.nodes[name] for name in near]
        for upright in (True, False):
            (low, high), (low_b, high_b) = _along(one, upright), _along(other, upright)
            first, second = sorted((_along(one, not upright), _along(other, not upright)))
            between = [
                box
                for box in boxes
                if (at := _along(box, not upright))[0] < second[0] and at[1] > first[1]
            ]
            part = _widest(max(low, low_b), min(high, high_b), between, upright)
            if part is not None and first[1] <= second[0]:
                return upright, part
        return None


def _along(node: Node, x: bool) -> Span:
    return (node.left, node.right) if x else (node.top, node.bottom)


def _widest(low: float, high: float, boxes: Iterable[Node], x: bool) -> Span | None:
    """Return the widest part between two places where none of the boxes is."""
    at, parts = low, []
    for start, end in sorted(_along(box, x) for box in boxes):
        parts.append((at, min(start, high)))
        at = max(at, end)
    low, high = max([*parts, (at, high)], key=lambda part: part[1] - part[0])
    return (low, high) if high - low >= LEAST else None


def _in_order(
    units: Sequence[str], stores: Sequence[str], joined: Counter[tuple[str, str]]
) -> Sequence[str]:
    """Return the units in the order in which their paths in the cell are shortest."""
    if len(units) > MOST_ORDERED:
        return units

    def length(order: Sequence[str]) -> int:
        place = {name: rank for rank, name in enumerate(order)}
        place |= dict.fromkeys(stores, len(order))
        return sum(
            count * abs(place[a] - place[b])
            for (a, b), count in joined.items()
            if a in place and b in place
        )

    return min(permutations(units), key=length)


def _around(arch: Architecture, cells: dict[str, Cell]) -> dict[str, Cell]:
    """Return cells around the array for all other components, near those that they are joined with.

    What ends in the same way, such as `input_n_0` and `output_n_0`, stays together.
    """
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    near: dict[str, set[Cell]] = {
        c.name: set() for c in arch.components if c.name not in cells and c.name != arch.external
    }
    for path in arch.paths:
        ends = {*path.sources, *path.targets}
        for name in ends & near.keys():
            near[name] |= {cells[end] for end in ends & cells.keys()}
    groups: dict[tuple[str, tuple[Cell, ...]], list[str]] = defaultdict(list)
    for name, own in near.items():
        groups[name.partition("_")[2] or name, tuple(sorted(own))].append(name)
    options: list[tuple[list[str], dict[str, Cell]]] = []
    for rank, ((_, joined), names) in enumerate(groups.items()):
        row, column = joined[len(joined) // 2] if joined else (rows - 1, rank % columns)
        place = {
            "top": (-1, column), "bottom": (rows, column),
            "left": (row, -1), "right": (row, columns),
        }  # fmt: skip
        away = {
            side: max((_away(cell, side, rows, columns) for cell in joined), default=0)
            for side in place
        }
        sides = (
            [side for side in place if away[side] == min(away.values())] if joined else ["bottom"]
        )
        options.append((names, {side: place[side] for side in sides}))
    found: dict[str, Cell] = {}
    taken: Counter[str] = Counter()
    # Where there is a choice, a side with others is best, but no place that is taken.
    for names, places in sorted(options, key=lambda option: len(option[1])):
        side = min(places, key=lambda s: (places[s] in found.values(), -taken[s]))
        found |= dict.fromkeys(names, places[side])
        taken[side] += 1
    return found


def _away(cell: Cell, side: str, rows: int, columns: int) -> int:
    """Return how many cells are between this one and a side."""
    row, column = cell
    return {"top": row, "left": column, "bottom": rows - 1 - row, "right": columns - 1 - column}[
        side
    ]


def _bars(arch: Architecture, cells: dict[str, Cell]) -> list[str]:
    """Return sides where the external memory has all paths that it can have, few if possible."""
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    served: dict[str, set[str]] = {side: set() for side in BARS}
    for path in arch.paths:
        ends = {*path.sources, *path.targets}
        if arch.external in ends:
            for side in BARS:
                if any(not _away(cells[end], side, rows, columns) for end in ends & cells.keys()):
                    served[side].add(path.name)
    chosen: list[str] = []
    left = set().union(*served.values())
    while left:
        chosen.append(max(BARS, key=lambda side: len(served[side] & left)))
        left -= served[chosen[-1]]
    return chosen or ["top"]
