"""The layout of a schedule picture in pixels: columns, rows, boxes and labels.

A cell is one component in one cycle. From top to bottom it shows the arriving values, the issued
operations, and the values that are held at its end. Arrows run in the gap above a row, from a held
label of an earlier cycle to an arrival label; hence labels sit at the edges of their rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from views.drawing import fitted, text_width
from views.mapping.schedule import Schedule

LABEL_SIZE, LABEL_HEIGHT, LABEL_GAP = 9.0, 14.0, 4.0
BOX_SIZE, BOX_HEIGHT, BOX_GAP = 11.0, 22.0, 4.0
PADDING = 7.0
ROW_GAP = 30.0  # the channel in which arrows run
COLUMN_GAP = 14.0
NARROWEST, WIDEST, WIDEST_MEMORY = 76.0, 190.0, 260.0
LEFT, TOP = 74.0, 92.0
LEAST_HEIGHT, LATE_HEIGHT = 30.0, 44.0  # a cycle has two lines in the margin, a late one three


@dataclass(frozen=True)
class Box:
    """A rectangle with a text that fits it; `full` is the text before cutting."""

    x: float
    y: float
    width: float
    height: float
    text: str
    full: str

    @property
    def middle(self) -> float:
        """The horizontal centre, where text and arrows are anchored."""
        return self.x + self.width / 2


@dataclass
class Place:
    """The boxes of one cell, by their content."""

    arrivals: dict[str, Box] = field(default_factory=dict)
    issues: dict[str, Box] = field(default_factory=dict)
    held: dict[str, Box] = field(default_factory=dict)


class ScheduleLayout:
    """Positions of all cells of a schedule."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        cycles = range(schedule.cycles)
        self.columns = [
            name
            for name in _side_by_side(schedule)
            if any(self._values(name, k) != ([], [], []) for k in cycles)
        ]
        self.column_width = {name: self._column_width(name) for name in self.columns}
        self.column_x: dict[str, float] = {}
        x = LEFT
        for name in self.columns:
            self.column_x[name] = x
            x += self.column_width[name] + COLUMN_GAP
        self.width = max(x - COLUMN_GAP + 20, 540.0)
        self.row_y: list[float] = []
        self.row_height: list[float] = []
        y = TOP
        self.issue_offset: list[float] = []  # boxes of one row start at the same height
        for cycle in cycles:
            sizes = [self._heights(name, cycle) for name in self.columns]
            arriving = max((above for above, _ in sizes), default=0.0)
            rest = max((below for _, below in sizes), default=0.0)
            self.row_y.append(y)
            self.issue_offset.append(arriving)
            least = LATE_HEIGHT if schedule.is_late(cycle) else LEAST_HEIGHT
            self.row_height.append(max(arriving + rest - LABEL_GAP + 2 * PADDING, least))
            y += self.row_height[-1] + ROW_GAP
        self.bottom = y - ROW_GAP
        self.places = {(n, k): self._place(n, k) for n in self.columns for k in cycles}

    def _values(self, name: str, cycle: int) -> tuple[list[str], list[str], list[str]]:
        """Return the content of the cell: a memory without limit lists only values about to leave
        it.
        """
        cell = self.schedule.at(name, cycle)
        arriving = list(dict.fromkeys(arrival.value for arrival in cell.arrivals))
        leaving = self.schedule.leaving(name, cycle)
        held = leaving if self.schedule.is_memory(name) else cell.held
        held = list(dict.fromkeys([*held, *leaving]))
        return arriving, cell.issues, held

    def _column_width(self, name: str) -> float:
        wanted = text_width(name, 12) + 16
        for cycle in range(self.schedule.cycles):
            arriving, issues, held = self._values(name, cycle)
            for values in (arriving, held):
                sizes = [_label_width(value, WIDEST) for value in values]
                in_a_row = 5 if self.schedule.is_memory(name) else 2
                row = sum(sorted(sizes)[-in_a_row:]) + LABEL_GAP * (min(len(sizes), in_a_row) - 1)
                wanted = max(wanted, row + 2 * PADDING)
            for issue in issues:
                text = self.schedule.expression(issue, name, cycle)
                wanted = max(wanted, text_width(text, BOX_SIZE) + 12 + 2 * PADDING)
        limit = WIDEST_MEMORY if self.schedule.is_memory(name) else WIDEST
        return min(max(wanted, NARROWEST), limit)

    def _heights(self, name: str, cycle: int) -> tuple[float, float]:
        """Return the height of the arrivals, and of the boxes and held labels below them."""
        arriving, issues, held = self._values(name, cycle)
        room = self.column_width[name] - 2 * PADDING
        label = LABEL_HEIGHT + LABEL_GAP
        below = len(issues) * (BOX_HEIGHT + BOX_GAP) + len(_lines(held, room)) * label
        return len(_lines(arriving, room)) * label, below

    def _place(self, name: str, cycle: int) -> Place:
        arriving, issues, held = self._values(name, cycle)
        x, width = self.column_x[name] + PADDING, self.column_width[name] - 2 * PADDING
        y, place = self.row_y[cycle] + PADDING, Place()
        for line in _lines(arriving, width):
            place.arrivals |= _line_of_labels(line, x, y, width)
            y += LABEL_HEIGHT + LABEL_GAP
        y = self.row_y[cycle] + PADDING + self.issue_offset[cycle]
        for issue in issues:
            full = self.schedule.expression(issue, name, cycle)
            text = fitted(full, BOX_SIZE, width - 8)
            place.issues[issue] = Box(x, y, width, BOX_HEIGHT, text, full)
            y += BOX_HEIGHT + BOX_GAP
        lines = _lines(held, width)
        y = self.row_y[cycle] + self.row_height[cycle] - PADDING
        y -= len(lines) * (LABEL_HEIGHT + LABEL_GAP) - LABEL_GAP
        for line in lines:
            place.held |= _line_of_labels(line, x, y, width)
            y += LABEL_HEIGHT + LABEL_GAP
        return place


def _side_by_side(schedule: Schedule) -> list[str]:
    """Return the components, with a memory that serves only one of them placed before that one."""
    served: dict[str, set[str]] = {}
    for path in schedule.problem.arch.paths:
        for source in path.sources:
            served.setdefault(source, set()).update(path.targets)
    order = schedule.components
    for name in list(order):
        targets = served.get(name, set())
        if schedule.is_memory(name) and len(targets) == 1 and name not in targets:
            order.remove(name)
            order.insert(order.index(next(iter(targets))), name)
    return order


def _label_width(value: str, limit: float) -> float:
    return min(text_width(value, LABEL_SIZE) + 10, limit)


def _lines(values: list[str], room: float) -> list[list[str]]:
    """Break labels into lines that fit `room`."""
    lines: list[list[str]] = []
    left = 0.0
    for value in values:
        width = _label_width(value, room)
        if not lines or left < width + LABEL_GAP:
            lines.append([])
            left = room + LABEL_GAP
        lines[-1].append(value)
        left -= width + LABEL_GAP
    return lines


def _line_of_labels(values: list[str], x: float, y: float, room: float) -> dict[str, Box]:
    """Return the labels of one line, centred in `room`."""
    sizes = [_label_width(value, room) for value in values]
    x += (room - sum(sizes) - LABEL_GAP * (len(sizes) - 1)) / 2
    made = {}
    for value, width in zip(values, sizes, strict=True):
        made[value] = Box(x, y, width, LABEL_HEIGHT, fitted(value, LABEL_SIZE, width - 6), value)
        x += width + LABEL_GAP
    return made
