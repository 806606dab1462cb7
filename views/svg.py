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
from views.schedule import Schedule, counted
from views.svg_layout import BOX_SIZE, LABEL_SIZE, Box, Layout
from views.svg_text import colours, fitted, ink, text_width, xml

FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"
SHADES = ("#f3f6fa", "#e6edf5", "#faf5ec", "#f1ebf6", "#eaf4ee", "#f9eeee")
TEXT, FAINT = "#1f2328", "#57606a"
LEGEND_ROW = 24.0
NOTE_HEIGHT = 10.5
CARRIED_ON = "carried on"  # values that later iterations read, beyond the horizon


def mapping_svg(problem: Problem, mapping: Mapping) -> str:
    """Return the picture as the text of an SVG file."""
    schedule = Schedule(problem, mapping)
    layout = Layout(schedule)
    legend, legend_height = _legend(schedule, layout)
    height = layout.bottom + 28 + legend_height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.width:.0f}"'
        f' height="{height:.0f}" viewBox="0 0 {layout.width:.0f} {height:.0f}"'
        f' font-family="{xml(FONT)}" role="img">',
        f"<title>{xml(schedule.title)}</title>",
        f'<rect width="{layout.width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        *_heading(schedule, layout),
        *_grid(schedule, layout),
        *_arrows(schedule, layout),
        *_cells(schedule, layout, colours(schedule.operators)),
        *legend,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _heading(schedule: Schedule, layout: Layout) -> Iterator[str]:
    mapping, room = schedule.mapping, layout.width - 40
    name = f"{mapping.dfg} on {mapping.architecture}"
    facts = [counted(mapping.horizon, "cycle")]
    if mapping.contexts is not None:
        facts.append(f"{counted(mapping.contexts, 'context')} (II = {mapping.contexts})")
    else:
        facts.append("no pipelining")
    facts.append(counted(len(mapping.issues), "operation") + " issued")
    facts.append(counted(len(mapping.transfers), "transfer"))
    yield _text(20, 30, fitted(name, 17, room), 17, TEXT, weight=600, title=name)
    line = " · ".join(facts)
    yield _text(20, 50, fitted(line, 11, room), 11, FAINT, title=line)


def _grid(schedule: Schedule, layout: Layout) -> Iterator[str]:
    contexts = schedule.mapping.contexts
    width = layout.width - 20
    for name in layout.columns:
        x, size = layout.column_x[name], layout.column_width[name]
        middle = x + size / 2
        yield _text(middle, 78, fitted(name, 12, size), 12, TEXT, "middle", 600, title=name)
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
                ' fill="#ffffff" fill-opacity="0.7"/>'
            )


def _row_head(centre: float, cycle: int, notes: list[str]) -> Iterator[str]:
    """The number of a row with the notes below it, a line each."""
    y = centre + 5 - 6 * len(notes)
    yield _text(38, y, str(cycle), 14, TEXT, "middle", 600)
    for note in notes:
        y += NOTE_HEIGHT + (2 if note is notes[0] else 0)
        yield _text(38, y, fitted(note, 8, 54), 8, FAINT, "middle", title=note)


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
                f'<g fill="none" stroke="#6e7781" stroke-width="1.1" stroke-opacity="0.75">'
                f"<title>{xml(title)}</title>"
                f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f}'
                f' {x2:.1f} {y2 - 3:.1f}"/>'
                f'<path d="M{x2 - 3:.1f} {y2 - 5:.1f}L{x2:.1f} {y2:.1f}L{x2 + 3:.1f} {y2 - 5:.1f}Z"'
                ' fill="#6e7781" stroke="none"/></g>'
            )


def _cells(schedule: Schedule, layout: Layout, colour: dict[str, str]) -> Iterator[str]:
    for (name, cycle), place in layout.places.items():
        for value, box in place.arrivals.items():
            title = f"{value} arrives in {name} in cycle {cycle}"
            yield _box(box, "#ffffff", "#8c959f", LABEL_SIZE, FAINT, title, rounding=7)
        for operation, box in place.issues.items():
            fill = colour[schedule.operator(operation, name, cycle)]
            title = f"{box.full}, issued on {name} in cycle {cycle}"
            yield _box(box, fill, "#00000033", BOX_SIZE, ink(fill), title, rounding=4)
        for value, box in place.held.items():
            title = f"{value} is held in {name} at the end of cycle {cycle}"
            yield _box(box, "#dde3ea", "none", LABEL_SIZE, TEXT, title, rounding=3)


def _legend(schedule: Schedule, layout: Layout) -> tuple[list[str], float]:
    fills = colours(schedule.operators)
    entries = [(name, fill, "#8c959f", 2) for name, fill in fills.items()]
    entries.append(("arrives", "#ffffff", "#8c959f", 6))
    entries.append(("held at the end", "#dde3ea", "none", 2))
    x, y, parts = 20.0, layout.bottom + 24, []
    for name, fill, stroke, rounding in entries:
        shown = fitted(name, 11, layout.width - 70)
        width = 34 + text_width(shown, 11)
        if x > 20 and x + width > layout.width - 10:
            x, y = 20.0, y + LEGEND_ROW
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="14" height="12" rx="{rounding}" fill="{fill}"'
            f' stroke="{stroke}"/>'
        )
        parts.append(_text(x + 20, y + 10, shown, 11, TEXT, title=name))
        x += width
    return parts, y - layout.bottom


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


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    anchor: str = "start",
    weight: int = 400,
    title: str = "",
) -> str:
    tip = f"<title>{xml(title)}</title>" if title and title != text else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}"'
        f' text-anchor="{anchor}" font-weight="{weight}">{tip}{xml(text)}</text>'
    )
