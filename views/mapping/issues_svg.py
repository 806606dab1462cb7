"""The operations of a mapping as an SVG picture, as far as the mapping says: without its graph and
its array, operators, transfers and the ends of paths are unknown.

Cycles run downward, components are columns. Cycles of one context share a shade.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.data.mapping import Mapping
from models.text import counted, n_cycles
from views.drawing import box_drawn, framed, text_drawn, text_width
from views.style import HELD, OUTLINE, SHADES, TEXT

TOP, ROW, HEAD = 96.0, 26.0, 60.0
NARROWEST, WIDEST = 52.0, 140.0
SIZE = 11.0


def issues_svg(mapping: Mapping) -> str:
    """Return the picture as the text of an SVG file."""
    columns = sorted({issue.component for issue in mapping.issues})
    names = [name for issue in mapping.issues for name in (issue.operation, issue.component)]
    widest = max((text_width(name, SIZE) for name in names), default=0)
    width = min(WIDEST, max(NARROWEST, widest + 12))
    cycles = 1 + max([mapping.horizon - 1, *(issue.cycle for issue in mapping.issues)])
    facts = [n_cycles(mapping.horizon), counted(len(mapping.issues), "operation")]
    if mapping.contexts is not None:
        facts.append(f"II = {mapping.contexts}")
    name = f"{mapping.dfg} on {mapping.architecture}"
    size = (max(280.0, HEAD + width * len(columns) + 12), TOP + ROW * cycles + 12)
    body = [*_rows(mapping, cycles, size[0]), *_boxes(mapping, columns, width)]
    return framed(size, name, name, [" · ".join(facts)], body)


def _rows(mapping: Mapping, cycles: int, width: float) -> Iterator[str]:
    for cycle in range(cycles):
        shade = SHADES[cycle % (mapping.contexts or 1) % len(SHADES)]
        yield box_drawn(10, TOP + ROW * cycle, width - 20, ROW - 2, f'fill="{shade}"', 4)
        yield text_drawn(36, TOP + ROW * cycle + 16, str(cycle), SIZE, TEXT, "middle", 600)


def _boxes(mapping: Mapping, columns: list[str], width: float) -> Iterator[str]:
    for number, name in enumerate(columns):
        middle = HEAD + width * (number + 0.5)
        yield text_drawn(middle, TOP - 10, name, SIZE, TEXT, "middle", 600, width - 4)
    cells: dict[tuple[str, int], list[str]] = {}
    for issue in mapping.issues:
        cells.setdefault((issue.component, issue.cycle), []).append(issue.operation)
    for (component, cycle), operations in cells.items():
        x, y = HEAD + width * columns.index(component), TOP + ROW * cycle
        look = f'fill="{HELD}" stroke="{OUTLINE}"'
        yield box_drawn(x + 2, y + 2, width - 4, ROW - 6, look, 4)
        words = ", ".join(operations)
        yield text_drawn(x + width / 2, y + 16, words, SIZE, TEXT, "middle", room=width - 8)
