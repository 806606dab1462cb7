"""A mapping as a standalone SVG picture: a row for each tile, a column for each context or cycle.

Boxes are operations, coloured by operator; labels are values that are held at the end of the cycle,
outlined ones arrive. Columns that do not fit the width of the page continue below. Text that had to
be cut has the whole of it as a tooltip.
"""

from __future__ import annotations

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import counted, n_cycles
from views.drawing import (
    FACTS_ROW,
    box_drawn,
    colours,
    fitted,
    framed,
    group,
    in_lines,
    ink,
    least_width,
    legend_drawn,
    sample_box,
    text_drawn,
    text_width,
)
from views.mapping.fold import Entry, Fold, fold_of, fold_of_issues
from views.mapping.schedule import Schedule
from views.style import (
    BRIGHT,
    EDGE,
    FAINT,
    HELD,
    OUTLINE,
    PAGE,
    PRINTED,
    SHADES,
    TEXT,
    Page,
)

TOP, HEAD, LINE, GAP, PAD = 66.0, 20.0, 17.0, 3.0, 4.0
SIDE = 10.0
NARROWEST, WIDEST, MOST = 30.0, 130.0, 360.0
"""Widths of columns: the least, the most of names, and the most of expressions."""
LABELS = 3
"""The most labels beside each other, where the column is not wider anyway."""


def mapping_svg(
    problem: Problem, mapping: Mapping, page: Page = PAGE, *, whole: bool = False
) -> str:
    """Return the picture as the text of an SVG file; `whole` shows every component and cycle."""
    schedule = Schedule(problem, mapping)
    picture = _Picture(fold_of(schedule, whole), page, colours(schedule.operators))
    name = f"{mapping.dfg} on {mapping.architecture}"
    return picture.text(schedule.title, name, schedule.facts())


def issues_svg(mapping: Mapping) -> str:
    """Return a picture of a mapping without graph and array: operations by component, cycle."""
    facts = [n_cycles(mapping.horizon), counted(len(mapping.issues), "operation")]
    if mapping.contexts is not None:
        facts.append(f"II = {mapping.contexts}")
    name = f"{mapping.dfg} on {mapping.architecture}"
    return _Picture(fold_of_issues(mapping), PAGE, {}).text(name, name, facts)


class _Picture:
    """Widths of columns, then blocks of columns that fit the page, then rows."""

    def __init__(self, fold: Fold, page: Page, fill: dict[str, str]) -> None:
        self.fold, self.page, self.fill = fold, page, fill
        names = [*fold.rows, fold.noun]
        self.label = min(WIDEST, max(text_width(name, PRINTED) for name in names) + 8)
        room = page.width - 2 * SIDE - self.label
        # Expressions, then names, then names with labels below each other.
        for self.full, beside in ((True, LABELS), (False, LABELS), (False, 1)):
            self.widths = [min(width, room) for width in self._widths(beside)]
            if sum(self.widths) <= room:
                break
        self.blocks: list[list[int]] = []
        left = 0.0
        for column, width in enumerate(self.widths):
            if not self.blocks or width > left:
                self.blocks.append([])
                left = room
            self.blocks[-1].append(column)
            left -= width

    def _widths(self, beside: int) -> list[float]:
        made, full = [], self.full
        for column in range(self.fold.columns):
            wanted, most = NARROWEST, MOST if full else WIDEST
            for row in self.fold.rows:
                found = self.fold.cells.get((row, column), [])
                labels = [self._label(e) for e in found if e.kind != "issue"]
                boxes = [text_width(_words(e, full), PRINTED) + 8 for e in found if e not in labels]
                wanted = max([wanted, *boxes, *labels, sum(labels[:beside]) + GAP * (beside - 1)])
            made.append(min(wanted + 2 * PAD, most))
        return made

    def _label(self, entry: Entry) -> float:
        return text_width(_words(entry, True), PRINTED) + 6

    def text(self, title: str, name: str, facts: list[str]) -> str:
        widest = max((sum(self.widths[c] for c in b) for b in self.blocks), default=0.0)
        width = self.page.fit(2 * SIDE + self.label + widest, least_width(name, self.page))
        lines = in_lines(facts, width)
        y, body = TOP + FACTS_ROW * (len(lines) - 1), list[str]()
        top = y
        for block in self.blocks:
            y = self._block(block, y, body)
        legend, height = self._legend(y + 6, width)
        return framed((width, height), title, name, lines, [*body, *legend], self.page, top)

    def _block(self, block: list[int], y: float, body: list[str]) -> float:
        """Draw some columns from y on; return where they end."""
        left = SIDE + self.label
        right = left + sum(self.widths[column] for column in block)
        body.append(text_drawn(SIDE, y + 14, self.fold.noun, PRINTED, FAINT))
        x = left
        for column in block:
            middle = x + self.widths[column] / 2
            body.append(text_drawn(middle, y + 14, str(column), PRINTED, TEXT, "middle", 600))
            x += self.widths[column]
        y += HEAD
        for number, row in enumerate(self.fold.rows):
            cells = [self._cell(row, column) for column in block]
            height = max((lines for lines, _ in cells), default=1) * (LINE + GAP) + GAP + 2
            look = f'fill="{SHADES[number % 2]}"'
            body.append(box_drawn(SIDE - 4, y, right - SIDE + 4, height - 2, look, 3))
            middle = y + height / 2 + 3
            body.append(text_drawn(SIDE, middle, row, PRINTED, TEXT, room=self.label - 4))
            x = left
            for column, (_, parts) in zip(block, cells, strict=True):
                shift = f'transform="translate({x:.1f} {y + GAP:.1f})"'
                if parts:
                    body.append(f"<g {shift}>{''.join(parts)}</g>")
                x += self.widths[column]
            y += height
        return y + 8

    def _cell(self, row: str, column: int) -> tuple[int, list[str]]:
        """Return the number of lines of a cell, and its parts: boxes over the whole width, and
        labels beside each other.
        """
        width, lines, left = self.widths[column] - 2 * PAD, 0, 0.0
        parts = list[str]()
        for entry in self.fold.cells.get((row, column), []):
            box = entry.kind == "issue"
            wide = width if box else min(self._label(entry), width)
            if box or wide > left or not parts:
                lines, left = lines + 1, width
            parts.append(self._entry(entry, PAD + width - left, (lines - 1) * (LINE + GAP), wide))
            left = 0.0 if box else left - wide - GAP
        return max(lines, 1), parts

    def _entry(self, entry: Entry, x: float, y: float, width: float) -> str:
        fill = {"arrive": BRIGHT, "hold": HELD}.get(entry.kind, self.fill.get(entry.operator, HELD))
        stroke = {"arrive": OUTLINE, "hold": "none"}.get(entry.kind, EDGE)
        look = f'fill="{fill}" stroke="{stroke}" stroke-opacity="0.7"'
        shape = box_drawn(x, y, width, LINE, look, 8 if entry.kind == "arrive" else 3)
        words = fitted(_words(entry, self.full), PRINTED, width - 4)
        middle = x + width / 2
        return group(
            entry.about,
            shape + text_drawn(middle, y + 12.5, words, PRINTED, ink(fill), "middle"),
        )

    def _legend(self, top: float, width: float) -> tuple[list[str], float]:
        entries = [entry for cell in self.fold.cells.values() for entry in cell]
        kinds, operators = ({getattr(e, what) for e in entries} for what in ("kind", "operator"))
        samples = [
            (sample_box(f'fill="{colour}" stroke="{OUTLINE}"'), name)
            for name, colour in self.fill.items()
            if name in operators
        ]
        if "arrive" in kinds:
            samples.append((sample_box(f'fill="{BRIGHT}" stroke="{OUTLINE}"', 6), "arrives"))
        if "hold" in kinds:
            samples.append((sample_box(f'fill="{HELD}"'), "held at the end"))
        samples += [("", self.fold.stages)] * bool(self.fold.stages)
        return legend_drawn(samples, top, width)


def _words(entry: Entry, full: bool) -> str:
    return entry.full if full or entry.kind == "arrive" else entry.text
