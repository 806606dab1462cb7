"""A grid of elements: how large rows, columns and the channels between them must be.

A channel runs above each row and on the left of each column, and one more below and on the right
of all. It has a track for each path in it; paths that do not meet share a track. Paths enter a
channel at the slots of an element, beside the arrows that go straight to its neighbours.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from models.data.architecture import Architecture, Path
from views.array.layout import (
    MEMORY_HEIGHT,
    SIDE,
    Cell,
    Node,
    Point,
    Span,
    is_bus,
    lane,
    spacing,
    track_taken,
)

GAP = 54.0  # the least between neighbours
TRACK, FIRST_TRACK = 11.0, 20.0  # arrow heads have the room before the first track
SLOT = 11.0
TAG = 76.0  # for an arrow that is only labelled
BAR = 42.0
ROM_WIDTH, ROM_HEIGHT, ROM_LEFT, ROM_GAP = 76.0, 36.0, 46.0, 28.0
MARGIN = 22.0
ENTRIES, EXITS = ("top", "left", "right", "bottom"), ("bottom", "right", "left", "top")


class Grid:
    """The elements' cells; once all slots and tracks are taken, `settle` gives every place."""

    def __init__(self, arch: Architecture, cells: dict[str, Cell]) -> None:
        self.external = arch.external
        self.cell = dict(cells)
        self.rom_of: dict[str, str] = {}
        self.rows = 1 + max(row for row, _ in cells.values())
        self.columns = 1 + max(column for _, column in cells.values())
        self._add_memories(arch, cells)
        inner = [path for path in arch.paths if not is_bus(path)]
        self.entry_sides = self._sides(_joined(inner, cells, arch.external, True), ENTRIES)
        self.exit_sides = self._sides(_joined(inner, cells, arch.external, False), EXITS)
        self.bars = [
            side
            for side in ENTRIES
            if side in {*self.entry_sides.values(), *self.exit_sides.values()}
        ] or ["top"]
        self.lanes = 1  # the most arrows straight from one node to another
        self._slots: Counter[tuple[str, str]] = Counter()
        self._tracks: dict[tuple[str, int], list[list[Span]]] = defaultdict(list)
        self._tagged: set[int] = set()
        self._sizes = {c.name: SIDE if c.issue else MEMORY_HEIGHT for c in arch.components}
        self.nodes: dict[str, Node] = {}
        self.width = self.height = 0.0

    def _add_memories(self, arch: Architecture, cells: dict[str, Cell]) -> None:
        """Place each `rom_R_C` at its element, and other components in columns on the right."""
        at = {name.removeprefix("pe"): name for name in cells}
        first, others = self.columns, 0
        for name in (c.name for c in arch.components):
            if name in cells or name == arch.external:
                continue
            beside = at.get(name.removeprefix("rom")) if re.match(r"rom_\d", name) else None
            if beside is not None:
                self.rom_of[name] = beside
                self.cell[name] = cells[beside]
                continue
            self.cell[name] = (others % self.rows, first + others // self.rows)
            others += 1
        self.columns += -(-others // self.rows)

    def _sides(self, names: set[str], order: tuple[str, ...]) -> dict[str, str]:
        """Return the side at which the external memory reaches each element, if it is at one.

        One side if it will do, or else two opposite ones, or else any.
        """
        for sides in ((s,) for s in order), (("top", "bottom"), ("left", "right"), order):
            for some in sides:
                found = {n: s for s in reversed(some) for n in names if self.is_at(n, s)}
                if len(found) == len(names):
                    return found
        return found

    def is_at(self, name: str, side: str) -> bool:
        """Whether the element is in the outermost row or column at this side."""
        row, column = self.cell[name]
        return {
            "top": row == 0,
            "bottom": row == self.rows - 1,
            "left": column == 0,
            "right": column == self.columns - 1,
        }[side]

    def slot(self, name: str, side: str) -> int:
        """Take a slot at this side of a node."""
        self._slots[name, side] += 1
        return self._slots[name, side] - 1

    def track(self, along: str, channel: int, ends: Iterable[float]) -> int:
        """Take a track of a `row` or `column` channel that is free between the extreme `ends`.

        `ends` are numbers of columns or rows; halves lie in the channel before them.
        """
        return track_taken(self._tracks[along, channel], ends)

    def tag(self, column: int) -> None:
        """Make room on the right of a column for an arrow that is only labelled."""
        self._tagged.add(column)

    def settle(self) -> None:
        """Place rows, columns, nodes and the bars of the external memory."""
        self._half = (self.lanes - 1) / 2 * spacing(self.lanes)
        most = max(self._slots.values(), default=0)
        self._side = max(SIDE, 2 * (self._half + SLOT * most + 14))
        left, top = (ROM_LEFT, ROM_HEIGHT + ROM_GAP) if self.rom_of else (0.0, 0.0)
        self._x = self._offsets("column", self.columns, left, MARGIN)
        self._y = self._offsets("row", self.rows, top, 8.0)
        for name, (row, column) in self.cell.items():
            x, y = self._x[column], self._y[row]
            if name in self.rom_of:
                node = Node(x + ROM_WIDTH / 2, y + ROM_HEIGHT / 2, ROM_WIDTH, ROM_HEIGHT)
            else:
                height = MEMORY_HEIGHT if self._sizes[name] == MEMORY_HEIGHT else self._side
                x, y = x + left + self._side / 2, y + top + self._side / 2
                node = Node(x, y, self._side, height)
            self.nodes[name] = node
        self.width = self._x[-1] + (BAR if "right" in self.bars else 0.0) + MARGIN
        self.height = self._y[-1] + (BAR if "bottom" in self.bars else 0.0) + 8
        if self.external is not None:
            bars = [self._bar(side) for side in self.bars]
            first = bars[0]
            self.nodes[self.external] = Node(
                first.x, first.y, first.width, first.height, more=tuple(bars[1:])
            )

    def _offsets(self, kind: str, count: int, before: float, margin: float) -> list[float]:
        """Return where each row or column begins, and where the channel after the last one ends."""
        sides = ("left", "right") if kind == "column" else ("top", "bottom")
        at, found = margin + (BAR if sides[0] in self.bars else 0.0), []
        for number in range(count + 1):
            edge = number in (0, count)
            bar = sides[0 if number == 0 else 1] in self.bars
            gap = GAP if bar or not edge else 0.0
            if kind == "column" and number - 1 in self._tagged:
                gap += TAG
            tracks = len(self._tracks[kind, number])
            if tracks:
                gap = max(gap, FIRST_TRACK) + TRACK * tracks
            at += gap
            found.append(at)
            at += before + self._side
        return found

    def _bar(self, side: str) -> Node:
        left, top = (
            min(n.left for n in self.nodes.values()),
            min(n.top for n in self.nodes.values()),
        )
        right = max(n.right for n in self.nodes.values())
        bottom = max(n.bottom for n in self.nodes.values())
        if side in ("top", "bottom"):
            y = self._y[-1] + BAR / 2 if side == "bottom" else 8.0 + BAR / 2
            return Node((left + right) / 2, y, right - left, BAR)
        x = self._x[-1] + BAR / 2 if side == "right" else MARGIN + BAR / 2
        return Node(x, (top + bottom) / 2, BAR, bottom - top)

    def bar(self, side: str) -> Node:
        """Return the bar of the external memory at this side."""
        assert self.external is not None
        first = self.nodes[self.external]
        return (first, *first.more)[self.bars.index(side)]

    def row_track(self, channel: int, track: int) -> float:
        """Return the y of a track above a row."""
        return self._y[channel] - FIRST_TRACK - TRACK * track

    def column_track(self, channel: int, track: int) -> float:
        """Return the x of a track on the left of a column."""
        return self._x[channel] - FIRST_TRACK - TRACK * track

    def at_slot(self, name: str, side: str, number: int) -> Point:
        """Return where a slot is: right of the middle at the top, and so on."""
        node = self.nodes[name]
        beside = self._half + SLOT * (number + 1) + 2
        if name in self.rom_of:
            beside = SLOT * (number - 1)
        elif node.height < self._side and side in ("left", "right"):
            beside = min(12.0 + 6 * number, node.height / 2 - 3)
        return {
            "top": (node.x + beside, node.top),
            "bottom": (node.x - beside, node.bottom),
            "left": (node.left, node.y + beside),
            "right": (node.right, node.y - beside - 3),
        }[side]

    def straight(self, first: str, second: str, side: str, lanes: int) -> list[tuple[Point, Point]]:
        """Return parallel lines from one node to the next, or to the bar at a side of it."""
        if self.external in (first, second):
            node, bar = self.nodes[second if first == self.external else first], self.bar(side)
            a, b = (bar, node) if side in ("top", "left") else (node, bar)
            upright, x, y = side in ("top", "bottom"), node.x, node.y
        else:
            a, b = self.nodes[first], self.nodes[second]
            upright, x, y = side == "top", b.x, b.y
            if first in self.rom_of:
                x = (a.right + b.left) / 2
        shifts = [lane(number, lanes) for number in range(lanes)]
        if upright:
            return [((x - shift, a.bottom), (x - shift, b.top)) for shift in shifts]
        return [((a.right, y + shift), (b.left, y + shift)) for shift in shifts]


def _joined(
    paths: list[Path], cells: dict[str, Cell], external: str | None, entering: bool
) -> set[str]:
    found = set()
    for path in paths:
        near, far = path.sources[0], path.targets[0]
        if not entering:
            near, far = far, near
        if near == external and far in cells:
            found.add(far)
    return found
