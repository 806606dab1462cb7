"""A time line of the parts above their scenes; choosing a part's band shows its scene.

A row per part. Values that cross go through memory: the line leads down from the end of the band,
when all iterations are complete, and right to the part that loads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from models.text import counted, n_cycles
from partition.view.rows import Timeline, listed
from partition.view.svg import tick_step
from views.drawing import text_width, xml
from views.html.page import Overview
from views.html.shell import table_html

HEADS = ("part", "operations", "II", "at least")
COLUMNS = (8.0, 150.0, 186.0, 244.0)
LEFT, AXIS, RIGHT = 264.0, 760.0, 60.0
TOP, ROW = 26.0, 28.0
BAR = 16.0
NAMES = 40
"""Maximum number of named crossing values per pair of parts."""


def partition_overview(timeline: Timeline, bounds: list[int]) -> Overview:
    """Return the time line; scene p shows part p, whose II is at least `bounds[p]`."""
    rows = len(timeline.rows)
    width, height = LEFT + AXIS + RIGHT, TOP + rows * ROW + 24
    facts = xml(" · ".join(timeline.facts()))
    picture = "\n".join([*_axis(timeline), *_lines(timeline), *_bands(timeline, bounds)])
    return Overview(
        '<section class="card" aria-labelledby="parts-title">'
        '<h2 id="parts-title">Parts, one after another</h2>\n'
        f"<p>{facts}</p>\n"
        '<div class="scroll tall parts-scroll">'
        f'<svg id="parts" class="own-keys" data-roving role="group" width="{width:.0f}"'
        f' height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' aria-label="Time line of {counted(rows, "part")}; up and down arrow: the part before'
        f' or after, Enter: show it">\n{picture}\n</svg></div>\n'
        '<p class="key"><span class="swatch begins"></span> new iterations begin'
        ' <span class="swatch ends"></span> the last one runs out'
        ' <span class="swatch crosses"></span> values that cross, stored in memory by one part and'
        " loaded by another</p>\n"
        f"{_crossing_table(timeline)}</section>\n",
        styles=("partition.view/partition.css",),
    )


def _x(timeline: Timeline, cycle: int) -> float:
    return LEFT + AXIS * cycle / max(timeline.total, 1)


def _middle(part: int) -> float:
    return TOP + (part + 0.5) * ROW


def _axis(timeline: Timeline) -> Iterator[str]:
    bottom = TOP + len(timeline.rows) * ROW
    for column, head in zip(COLUMNS, HEADS, strict=True):
        yield _text(column, TOP - 10, head, "head")
    for cycle in range(0, timeline.total + 1, tick_step(timeline.total)):
        x = _x(timeline, cycle)
        yield f'<path d="M{x:.1f} {TOP - 4:.1f}V{bottom:.1f}" class="tick"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 15:.1f}" class="head">{cycle}</text>'
    yield f'<text x="{LEFT + AXIS + 34:.1f}" y="{bottom + 15:.1f}" class="head">cycle</text>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    side = "first" if x == COLUMNS[0] else "number"
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind} {side}">{xml(text)}</text>'


def _bands(timeline: Timeline, bounds: list[int]) -> Iterator[str]:
    """Yield a selectable band for each part."""
    times = zip(timeline.rows, bounds, timeline.starts, timeline.ends, strict=True)
    for p, (row, bound, start, end) in enumerate(times):
        x, y = _x(timeline, start), _middle(p)
        width = _x(timeline, end) - x
        drain = _x(timeline, end) - _x(timeline, max(end - row.cycles, start))
        about = (
            f"{row.name}: {counted(row.operations, 'operation')}, II {row.interval}, at least"
            f" {bound}, an iteration takes {n_cycles(row.cycles)}; {counted(row.stores, 'store')}"
            f" and {counted(row.loads, 'load')} to cross; cycles {start} to {end}"
        )
        numbers = (str(row.operations), str(row.interval), str(bound))
        cells = [_text(COLUMNS[0], y + 4, row.name, "name")]
        for column, number in zip(COLUMNS[1:], numbers, strict=True):
            cells.append(_text(column, y + 4, number, "cell"))
        label = str(end - start)
        inside = text_width(label, 10) + 8 <= width
        at = x + width / 2 if inside else x + width + 6 + text_width(label, 10) / 2
        yield (
            f'<g class="band-row" role="button" data-scene="{p}" tabindex="{-1 if p else 0}"'
            f' aria-pressed="false" aria-label="{xml(about)}"><title>{xml(about)}</title>'
            f'<rect x="2" y="{y - ROW / 2 + 1:.1f}" width="{LEFT + AXIS + RIGHT - 4:.1f}"'
            f' height="{ROW - 2:.1f}" rx="4" class="back"/>{"".join(cells)}'
            f'<rect x="{x:.2f}" y="{y - BAR / 2:.1f}" width="{max(width, 1):.2f}"'
            f' height="{BAR:.1f}" class="begins"/>'
            f'<rect x="{x + width - drain:.2f}" y="{y - BAR / 2:.1f}" width="{drain:.2f}"'
            f' height="{BAR:.1f}" class="ends"/>'
            f'<text x="{at:.1f}" y="{y + 3.6:.1f}" class="length">{label}</text></g>'
        )


def _lines(timeline: Timeline) -> Iterator[str]:
    for (first, then), values in timeline.crossed.items():
        x, end = _x(timeline, timeline.ends[first]), _x(timeline, timeline.starts[then])
        top, y = _middle(first) + BAR / 2, _middle(then) - BAR / 2 + 3
        words = f"part {first} to part {then}, {listed(values)}"
        thick = min(1 + 0.4 * sqrt(len(values)), 4)
        yield (
            f'<g class="crossing"><title>{xml(words)}</title>'
            f'<path d="M{x:.1f} {top:.1f}V{y:.1f}H{max(end, x + 1):.1f}"'
            f' stroke-width="{thick:.1f}"/></g>'
        )


def _crossing_table(timeline: Timeline) -> str:
    if not timeline.crossed:
        return ""
    rows = []
    for (first, then), values in timeline.crossed.items():
        names = ", ".join(values[:NAMES])
        more = f" and {len(values) - NAMES} more" * (len(values) > NAMES)
        cells = (str(first), str(then), str(len(values)), names + more)
        rows.append("<tr>" + "".join(f"<td>{xml(cell)}</td>" for cell in cells) + "</tr>\n")
    table = table_html(("from", "to", "values", "names"), rows)
    return f"<details><summary>Values that cross, as a table</summary>{table}</details>\n"
