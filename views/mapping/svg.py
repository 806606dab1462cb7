"""A mapping as a standalone SVG picture: time runs downward, components are columns.

Boxes are operations, coloured by operator; outlined labels are values that arrive, filled labels
values that are held at the end of the cycle; arrows are transfers. Of a memory without limit only
the values that are about to leave are shown. With contexts, rows of one context share a shade.
Text that had to be cut has the whole of it as a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.data.mapping import Mapping
from models.data.problem import Problem
from views.drawing import (
    arrow_head,
    box_drawn,
    colours,
    framed,
    group,
    ink,
    legend_drawn,
    sample_box,
    text_drawn,
)
from views.mapping.layout import BOX_SIZE, LABEL_SIZE, Box, ScheduleLayout
from views.mapping.schedule import Schedule
from views.style import ARROW, BRIGHT, EDGE, FAINT, HELD, OUTLINE, SHADES, TEXT

NOTE_HEIGHT = 10.5
CARRIED_ON = "carried on"  # values that later iterations read, beyond the horizon


def mapping_svg(problem: Problem, mapping: Mapping) -> str:
    """Return the picture as the text of an SVG file."""
    schedule = Schedule(problem, mapping)
    layout = ScheduleLayout(schedule)
    fill = colours(schedule.operators)
    legend, height = _legend(fill, layout)
    return framed(
        (layout.width, height),
        schedule.title,
        f"{mapping.dfg} on {mapping.architecture}",
        [" · ".join(schedule.facts())],
        [
            *_grid(schedule, layout),
            *_arrows(schedule, layout),
            *_cells(schedule, layout, fill),
            *legend,
        ],
    )


def _grid(schedule: Schedule, layout: ScheduleLayout) -> Iterator[str]:
    contexts = schedule.mapping.contexts
    width = layout.width - 20
    for name in layout.columns:
        x, size = layout.column_x[name], layout.column_width[name]
        middle = x + size / 2
        yield text_drawn(middle, 78, name, 12, TEXT, "middle", 600, size)
    for cycle in range(schedule.cycles):
        y, height = layout.row_y[cycle], layout.row_height[cycle]
        shade = SHADES[cycle % contexts % len(SHADES)] if contexts else SHADES[0]
        yield box_drawn(10, y, width, height, f'fill="{shade}"', 6)
        notes = [f"context {cycle % contexts}"] if contexts else []
        if schedule.is_late(cycle):
            notes.append(CARRIED_ON)
        yield from _row_head(y + height / 2, cycle, notes)
        if contexts and cycle and cycle % contexts == 0:
            line = y - 15
            yield (
                f'<path d="M10 {line:.1f}H{layout.width - 10:.1f}" stroke="{FAINT}"'
                ' stroke-dasharray="2 4" opacity="0.6"/>'
            )
        for name in layout.columns:
            x, size = layout.column_x[name], layout.column_width[name]
            yield box_drawn(x, y, size, height, f'fill="{BRIGHT}" fill-opacity="0.7"', 5)


def _row_head(centre: float, cycle: int, notes: list[str]) -> Iterator[str]:
    """The number of a row with the notes below it, a line each."""
    y = centre + 5 - 6 * len(notes)
    yield text_drawn(38, y, str(cycle), 14, TEXT, "middle", 600)
    for note in notes:
        y += NOTE_HEIGHT + (2 if note is notes[0] else 0)
        yield text_drawn(38, y, note, 8, FAINT, "middle", room=54)


def _arrows(schedule: Schedule, layout: ScheduleLayout) -> Iterator[str]:
    """Arrows lie under labels and boxes; they leave a held label and end at an arrival label."""
    for (name, cycle), place in layout.places.items():
        for arrival in schedule.at(name, cycle).arrivals:
            origin = layout.places.get((arrival.source, arrival.left))
            start = origin.held.get(arrival.value) if origin else None
            if start is None:
                continue
            end = place.arrivals[arrival.value]
            x1, y1, x2, y2 = start.middle, start.y + start.height, end.middle, end.y - 1.5
            bend = max(14.0, (y2 - y1) * 0.55)
            words = f"{arrival.value}: {arrival.source} to {name} over {arrival.path}"
            line = (
                f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f}'
                f' {x2:.1f} {y2 - 3:.1f}"/>'
            )
            look = f'fill="none" stroke="{ARROW}" stroke-width="1.1" stroke-opacity="0.75"'
            head = arrow_head(x2, y2, ARROW)
            yield group(f"{words}, cycle {cycle}", line + head, look)


def _cells(schedule: Schedule, layout: ScheduleLayout, colour: dict[str, str]) -> Iterator[str]:
    for (name, cycle), place in layout.places.items():
        for value, box in place.arrivals.items():
            title = f"{value} arrives in {name} in cycle {cycle}"
            yield _box(box, BRIGHT, OUTLINE, LABEL_SIZE, FAINT, title, rounding=7)
        for operation, box in place.issues.items():
            fill = colour[schedule.operator(operation, name, cycle)]
            title = f"{box.full}, issued on {name} in cycle {cycle}"
            yield _box(box, fill, EDGE, BOX_SIZE, ink(fill), title, rounding=4)
        for value, box in place.held.items():
            title = f"{value} is held in {name} at the end of cycle {cycle}"
            yield _box(box, HELD, "", LABEL_SIZE, TEXT, title, rounding=3)


def _legend(fill: dict[str, str], layout: ScheduleLayout) -> tuple[list[str], float]:
    """Return the legend, and the height of the picture."""
    entries = [(name, colour, OUTLINE, 2) for name, colour in fill.items()]
    entries += [("arrives", BRIGHT, OUTLINE, 6), ("held at the end", HELD, "none", 2)]
    samples = [
        (sample_box(f'fill="{colour}" stroke="{stroke}"', corner), words)
        for words, colour, stroke, corner in entries
    ]
    return legend_drawn(samples, layout.bottom + 24, layout.width)


def _box(
    box: Box, fill: str, stroke: str, size: float, colour: str, title: str, rounding: float
) -> str:
    outline = f' stroke="{stroke}" stroke-opacity="0.7"' if stroke else ""
    shape = box_drawn(box.x, box.y, box.width, box.height, f'fill="{fill}"{outline}', rounding)
    y = box.y + box.height / 2 + size * 0.36
    return group(title, shape + text_drawn(box.middle, y, box.text, size, colour, "middle"))
