"""A mapping as a standalone SVG picture: time runs downward, components are columns.

Boxes are operations, coloured by operator; outlined labels are values that arrive, filled labels
values that are held at the end of the cycle; arrows are transfers. Of a memory without limit only
the values that are about to leave are shown. With contexts, rows of one context share a shade.
Text that had to be cut has the whole of it as a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.mapping import Mapping
from models.problem import Problem
from models.text import counted
from views.mapping.layout import BOX_SIZE, LABEL_SIZE, Box, Layout
from views.mapping.schedule import Schedule
from views.style import ARROW, BRIGHT, FAINT, HELD, OUTLINE, SHADES, TEXT
from views.svg_frame import framed, legend_drawn, text_drawn
from views.svg_text import colours, ink, xml

NOTE_HEIGHT = 10.5
CARRIED_ON = "carried on"  # values that later iterations read, beyond the horizon


def mapping_svg(problem: Problem, mapping: Mapping) -> str:
    """Return the picture as the text of an SVG file."""
    schedule = Schedule(problem, mapping)
    layout = Layout(schedule)
    legend, height = _legend(schedule, layout)
    return framed(
        (layout.width, height),
        schedule.title,
        f"{mapping.dfg} on {mapping.architecture}",
        [" · ".join(_facts(mapping))],
        [
            *_grid(schedule, layout),
            *_arrows(schedule, layout),
            *_cells(schedule, layout, colours(schedule.operators)),
            *legend,
        ],
    )


def _facts(mapping: Mapping) -> list[str]:
    facts = [counted(mapping.horizon, "cycle")]
    if mapping.contexts is not None:
        facts.append(f"{counted(mapping.contexts, 'context')} (II = {mapping.contexts})")
    else:
        facts.append("no pipelining")
    facts.append(counted(len(mapping.issues), "operation") + " issued")
    facts.append(counted(len(mapping.transfers), "transfer"))
    return facts


def _grid(schedule: Schedule, layout: Layout) -> Iterator[str]:
    contexts = schedule.mapping.contexts
    width = layout.width - 20
    for name in layout.columns:
        x, size = layout.column_x[name], layout.column_width[name]
        middle = x + size / 2
        yield text_drawn(middle, 78, name, 12, TEXT, "middle", 600, size)
    for cycle in range(schedule.cycles):
        y, height = layout.row_y[cycle], layout.row_height[cycle]
        shade = SHADES[cycle % contexts % len(SHADES)] if contexts else SHADES[0]
        yield (
            f'<rect x="10" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"'
            f' fill="{shade}"/>'
        )
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
            yield (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{height:.1f}" rx="5"'
                f' fill="{BRIGHT}" fill-opacity="0.7"/>'
            )


def _row_head(centre: float, cycle: int, notes: list[str]) -> Iterator[str]:
    """The number of a row with the notes below it, a line each."""
    y = centre + 5 - 6 * len(notes)
    yield text_drawn(38, y, str(cycle), 14, TEXT, "middle", 600)
    for note in notes:
        y += NOTE_HEIGHT + (2 if note is notes[0] else 0)
        yield text_drawn(38, y, note, 8, FAINT, "middle", room=54)


def _arrows(schedule: Schedule, layout: Layout) -> Iterator[str]:
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
            way = f"{arrival.source} to {name} over {arrival.path}"
            title = f"{arrival.value}: {way}, cycle {cycle}"
            yield (
                f'<g fill="none" stroke="{ARROW}" stroke-width="1.1" stroke-opacity="0.75">'
                f"<title>{xml(title)}</title>"
                f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f}'
                f' {x2:.1f} {y2 - 3:.1f}"/>'
                f'<path d="M{x2 - 3:.1f} {y2 - 5:.1f}L{x2:.1f} {y2:.1f}L{x2 + 3:.1f} {y2 - 5:.1f}Z"'
                f' fill="{ARROW}" stroke="none"/></g>'
            )


def _cells(schedule: Schedule, layout: Layout, colour: dict[str, str]) -> Iterator[str]:
    for (name, cycle), place in layout.places.items():
        for value, box in place.arrivals.items():
            title = f"{value} arrives in {name} in cycle {cycle}"
            yield _box(box, BRIGHT, OUTLINE, LABEL_SIZE, FAINT, title, rounding=7)
        for operation, box in place.issues.items():
            fill = colour[schedule.operator(operation, name, cycle)]
            title = f"{box.full}, issued on {name} in cycle {cycle}"
            yield _box(box, fill, "#00000033", BOX_SIZE, ink(fill), title, rounding=4)
        for value, box in place.held.items():
            title = f"{value} is held in {name} at the end of cycle {cycle}"
            yield _box(box, HELD, "none", LABEL_SIZE, TEXT, title, rounding=3)


def _legend(schedule: Schedule, layout: Layout) -> tuple[list[str], float]:
    """Return the legend, and the height of the picture."""
    fills = colours(schedule.operators)
    entries = [(name, fill, OUTLINE, 2) for name, fill in fills.items()]
    entries += [("arrives", BRIGHT, OUTLINE, 6), ("held at the end", HELD, "none", 2)]
    samples = [
        (f'<rect width="14" height="12" rx="{corner}" fill="{fill}" stroke="{stroke}"/>', words)
        for words, fill, stroke, corner in entries
    ]
    return legend_drawn(samples, layout.bottom + 24, layout.width)


def _box(
    box: Box, fill: str, stroke: str, size: float, colour: str, title: str, rounding: float
) -> str:
    outline = "" if stroke == "none" else f' stroke="{stroke[:7]}" stroke-opacity="0.7"'
    return (
        f"<g><title>{xml(title)}</title>"
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
        f' rx="{rounding:.0f}" fill="{fill}"{outline}/>'
        f'<text x="{box.middle:.1f}" y="{box.y + box.height / 2 + size * 0.36:.1f}"'
        f' font-size="{size:g}" fill="{colour}" text-anchor="middle">{xml(box.text)}</text></g>'
    )
