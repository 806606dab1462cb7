"""A mapped partition as a standalone SVG picture: parts and crossing values on a time line.

A row per part; its bar begins when the previous part has finished, and is paler in the epilogue of
the last iteration. A line of crossing values leads down from the end of a bar, and right to the
part that loads them. Every pair of parts has a separate corner with the number of values; its
tooltip has the first names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from models.text import counted
from partition.view.rows import ITERATIONS, Crossed, PartRow, Timeline, listed
from views.drawing import (
    arrow_head,
    badge_drawn,
    box_drawn,
    framed,
    group,
    legend_drawn,
    sample_box,
    text_drawn,
    text_width,
)
from views.style import BAR_EDGE, BRIGHT, FAINT, GRID, SHARED, SKY, STRIPE, TAIL, TEXT

NAME_WIDTH, NUMBER_WIDTH = 110.0, 44.0
HEADS = ("ops", "II", "stores", "loads")
LEFT = 20 + NAME_WIDTH + NUMBER_WIDTH * len(HEADS) + 20
AXIS, RIGHT = 700.0, 70.0
"""Widths of the time line, and of the margin for numbers after the last bar."""
TOP = 104.0
ROW, LOW_ROW, MANY = 36.0, 24.0, 16
"""Heights of rows, lower for more than `MANY` parts."""
TICKS = 8
BADGE = 9.0  # font size of the numbers of values


def partition_svg(
    rows: Sequence[PartRow],
    crossings: Sequence[Crossed] = (),
    iterations: int = ITERATIONS,
    title: str | None = None,
) -> str:
    """Return the picture as the text of an SVG file.

    Raises `InputError` for values that cross to missing or earlier parts.
    """
    timeline = Timeline(rows, crossings, iterations)
    return _Picture(title or timeline.title, timeline).text()


class _Picture:
    def __init__(self, title: str, timeline: Timeline) -> None:
        self.title, self.timeline = title, timeline
        self.count = len(timeline.rows)
        self.row = ROW if self.count <= MANY else LOW_ROW
        self.bar = 0.56 * self.row
        self.bottom = TOP + self.count * self.row
        self.width, self.height = LEFT + AXIS + RIGHT, self.bottom + 64

    def text(self) -> str:
        facts = " · ".join(self.timeline.facts())
        body = [
            *self.table(),
            *self.axis(),
            *self.lines(),
            *self.bars(),
            *self.badges(),
            *self.legend(),
        ]
        return framed((self.width, self.height), self.title, self.title, [facts], body)

    def x(self, cycle: int) -> float:
        """Return the x coordinate of a cycle."""
        return LEFT + AXIS * cycle / max(self.timeline.total, 1)

    def middle(self, part: int) -> float:
        """Return the y coordinate of the middle of a row."""
        return TOP + (part + 0.5) * self.row

    def table(self) -> Iterator[str]:
        """Yield the names and numbers of the parts, on stripes that lead to their bars."""
        columns = [20 + NAME_WIDTH + NUMBER_WIDTH * (n + 1) for n in range(len(HEADS))]
        yield text_drawn(20, TOP - 12, "part", 10, FAINT)
        for x, head in zip(columns, HEADS, strict=True):
            yield text_drawn(x, TOP - 12, head, 10, FAINT, "end")
        for p, row in enumerate(self.timeline.rows):
            if p % 2 == 0:
                top = self.middle(p) - self.row / 2
                yield box_drawn(10, top, self.width - 20, self.row, f'fill="{STRIPE}"')
            y = self.middle(p) + 4
            yield text_drawn(20, y, row.name, 11, TEXT, "start", 600, NAME_WIDTH)
            numbers = (row.operations, row.interval, row.stores, row.loads)
            for x, number in zip(columns, numbers, strict=True):
                yield text_drawn(x, y, str(number), 11, TEXT, "end", 400, NUMBER_WIDTH - 4)

    def axis(self) -> Iterator[str]:
        """Yield ticks at round numbers of cycles, above and below."""
        step = tick_step(self.timeline.total)
        for cycle in range(0, self.timeline.total + 1, step):
            x = self.x(cycle)
            yield (
                f'<path d="M{x:.1f} {TOP - 6:.1f}V{self.bottom + 6:.1f}" stroke="{GRID}"'
                ' stroke-width="1"/>'
            )
            yield text_drawn(x, TOP - 12, str(cycle), 10, FAINT, "middle")
            yield text_drawn(x, self.bottom + 18, str(cycle), 10, FAINT, "middle")
        yield text_drawn(LEFT + AXIS + 24, self.bottom + 18, "cycle", 10, FAINT)

    def bars(self) -> Iterator[str]:
        """Yield a bar for each part, with its cycles inside or behind it."""
        timeline = self.timeline
        for p, (row, start, end) in enumerate(
            zip(timeline.rows, timeline.starts, timeline.ends, strict=True)
        ):
            x, y, width = self.x(start), self.middle(p) - self.bar / 2, self.x(end) - self.x(start)
            drain = self.x(end) - self.x(max(end - row.cycles, start))
            about = (
                f"{row.name}: {counted(row.operations, 'operation')}, II {row.interval},"
                f" {counted(row.stores, 'store')} and {counted(row.loads, 'load')} to cross;"
                f" cycles {start} to {end}"
            )
            label = str(end - start)
            inside = text_width(label, 10) + 8 <= width
            outline = f'fill="none" stroke="{BAR_EDGE}" stroke-width="0.8"'
            parts = [
                box_drawn(x, y, width, self.bar, f'fill="{SKY}"'),
                box_drawn(x + width - drain, y, drain, self.bar, f'fill="{TAIL}"'),
                box_drawn(x, y, width, self.bar, outline),
            ]
            at = (x + width / 2 if inside else x + width + 8), self.middle(p) + 3.6
            look = (TEXT, "middle") if inside else (FAINT, "start")
            parts.append(text_drawn(*at, label, 10, *look))
            yield group(about, "".join(parts), f'data-part="{p}"')

    def lines(self) -> Iterator[str]:
        """Yield lines below the bars, from the end of a part to the parts that load its values."""
        for (first, then), values in self.timeline.crossed.items():
            x, y = self.x(self.timeline.ends[first]), self.middle(then)
            top, end = self.middle(first) + self.bar / 2, self.x(self.timeline.starts[then])
            if then == first + 1:
                # The next part begins here: an arrow onto its upper left corner.
                y -= self.bar / 2
                end = x
            thick = min(0.8 + 0.4 * sqrt(len(values)), 4.0)
            yield (
                f'<path d="M{x:.1f} {top:.1f}V{y:.1f}H{end:.1f}" fill="none" stroke="{SHARED}"'
                f' stroke-width="{thick:.2f}" stroke-opacity="0.45"/>'
            )
            yield arrow_head(end, y, SHARED, right=then > first + 1)

    def badges(self) -> Iterator[str]:
        """Yield the number of values at the corner of each pair, or a dot if space is short."""
        taken: dict[int, float] = {}
        for (first, then), values in self.timeline.crossed.items():
            x, y = self.x(self.timeline.ends[first]), self.middle(then)
            if then == first + 1:
                y = (self.middle(first) + y) / 2
            rows = self.timeline.rows
            about = f"{rows[first].name} to {rows[then].name}, {listed(values)}"
            label, row = str(len(values)), 2 * then - (then == first + 1)
            half = text_width(label, BADGE) / 2 + 3
            # Corners of a row are in the order of their parts; labels must not overlap.
            fits = x - half >= taken.get(row, 0.0)
            if fits:
                taken[row] = x + half
            dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" fill="{SHARED}"/>'
            mark = badge_drawn(x, y, label, BADGE, SHARED) if fits else dot
            marks = f'data-crossing="{first} {then}" data-values="{len(values)}"'
            yield group(about, mark, marks)

    def legend(self) -> list[str]:
        """Return the legend of the two colours and of the numbers at corners."""
        entries = (
            ("new iterations begin", SKY, BAR_EDGE, 0),
            ("the last one runs out", TAIL, BAR_EDGE, 0),
            ("values that cross, stored by one part and loaded by another", BRIGHT, SHARED, 6),
        )
        samples = (
            (sample_box(f'fill="{fill}" stroke="{stroke}"', corner), words)
            for words, fill, stroke, corner in entries
        )
        return legend_drawn(samples, self.bottom + 36, self.width)[0]


def tick_step(total: int) -> int:
    """Return 1, 2 or 5 times a power of ten: the smallest step with at most `TICKS` steps."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if total <= TICKS * times * step:
                return times * step
        step *= 10
