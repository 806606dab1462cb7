"""A mapped partition as a table of plain text: a line per part, its bar on a common time line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.text import table, truncated
from partition.view.rows import ITERATIONS, Crossed, PartRow, Timeline, listed

HEADS = ("part", "operations", "stores", "loads", "II", "cycles", "begins", "ends")
LONGEST_NAME = 24
LEAST_BAR, LONGEST_BAR = 8, 60
PAIRS = 12
"""Maximum number of pairs of parts with a line; further pairs are counted."""


def partition_text(
    rows: Sequence[PartRow],
    crossings: Sequence[Crossed] = (),
    iterations: int = ITERATIONS,
    title: str | None = None,
    width: int = 100,
) -> str:
    """Return the table, truncated to `width`; too narrow a table omits the time line.

    Operations include stores and loads; cycles are per iteration.
    """
    timeline = Timeline(rows, crossings, iterations)
    lines = [title or timeline.title, " · ".join(timeline.facts())]
    if rows:
        lines += ["", *_table(timeline, width)]
    if timeline.crossed:
        lines += ["", *_pairs(timeline)]
    return "".join(f"{truncated(line, width).rstrip()}\n" for line in lines)


def _table(timeline: Timeline, width: int) -> Iterator[str]:
    cells = []
    for row, start, end in zip(timeline.rows, timeline.starts, timeline.ends, strict=True):
        counts = (row.operations, row.stores, row.loads, row.interval, row.cycles, start, end)
        cells.append((truncated(row.name, LONGEST_NAME), *map(str, counts)))
    lines = table(HEADS, cells, right=range(1, len(HEADS)))
    room = min(width - len(lines[0]) - 2, LONGEST_BAR)
    yield from lines[:2]
    for part, line in enumerate(lines[2:]):
        yield f"{line}  {_bar(timeline, part, room)}" if room >= LEAST_BAR else line


def _bar(timeline: Timeline, part: int, room: int) -> str:
    """Return the bar of a part on the time line, at least one character long."""
    total = max(timeline.total, 1)
    first = min(timeline.starts[part] * room // total, room - 1)
    last = max(timeline.ends[part] * room // total, first + 1)
    return " " * first + "█" * (last - first)


def _pairs(timeline: Timeline) -> Iterator[str]:
    rows, pairs = timeline.rows, list(timeline.crossed.items())
    for (first, then), values in pairs[:PAIRS]:
        yield f"{rows[first].name} -> {rows[then].name}: {listed(values)}"
    if len(pairs) > PAIRS:
        values_left = sum(len(values) for _, values in pairs[PAIRS:])
        yield f"… and {len(pairs) - PAIRS} more pairs of parts with {values_left} loads"
