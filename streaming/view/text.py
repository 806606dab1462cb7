"""A mapping on the streaming engine as plain text: tile RAMs, and tiles against cycles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.text import table, truncated
from streaming.model.program import Program
from streaming.model.schedule import Schedule
from streaming.view.rows import Rows

LONGEST = 24
"""Maximum length of a name or a cell, in characters."""
NARROW, WIDE = 3, 10
"""Least and largest width of a cycle, in characters."""
LINES = 200
"""Maximum number of printed lines of a table; further lines are counted."""


def streaming_text(program: Program, schedule: Schedule, width: int = 100) -> str:
    """Return all tables; lines are truncated to `width`. Raises `InputError` as `Rows` does."""
    rows = Rows(program, schedule)
    lines = [rows.title, " · ".join(rows.facts())]
    lines += ["", "spoke RAM", *limited(spoke_lines(rows))]
    lines += ["", "instruction RAM", *limited(instruction_lines(rows))]
    lines += ["", "one thread, from cycle 0", *limited(cycle_lines(rows, width))]
    return "".join(f"{truncated(line, width).rstrip()}\n" for line in lines)


def spoke_lines(rows: Rows) -> Iterator[str]:
    """Yield a line per used spoke.

    It has the input that starts the instruction, and for each operand over the fabric its input and
    its delay: `dx up1+2` is a delay of two cycles.
    """
    heads = (
        "tile",
        "spoke",
        "cycle",
        "instruction",
        "op",
        "entry",
        "master",
        "outputs",
        "operands",
    )
    cells = []
    for e in rows.entries:
        reads = [
            f"{r.shown} {r.port}+{r.delay}" if r.delay is not None else f"{r.shown} {r.port}"
            for r in e.reads
        ]
        numbers = (str(e.tile), str(e.spoke), str(e.start))
        outputs = " ".join(e.outputs) or "-"
        cells.append(
            (*numbers, e.instruction, e.op, str(e.code), e.master, outputs, ", ".join(reads))
        )
    return _table(heads, cells, free=1)


def instruction_lines(rows: Rows) -> Iterator[str]:
    """Yield a line per entry of every instruction RAM, with the spokes that execute it."""
    spokes: dict[tuple[int, int], list[str]] = {}
    for e in rows.entries:
        spokes.setdefault((e.tile, e.code), []).append(str(e.spoke))
    cells = [
        (str(tile), str(number), code, " ".join(spokes[tile, number]))
        for tile, codes in rows.codes.items()
        for number, code in enumerate(codes)
    ]
    return _table(("tile", "entry", "instruction", "spokes"), cells, free=2)


def cycle_lines(rows: Rows, width: int) -> Iterator[str]:
    """Yield a chart of tiles against cycles in blocks of whole IIs, with names at their starts.

    `─` marks an instruction in the pipeline if no other starts there. Idle tiles are left out.
    """
    engine, ii, total = rows.schedule.engine, rows.schedule.ii, rows.schedule.cycles
    starts = {(p.tile, p.start): p.instruction for p in rows.schedule.placements}
    tiles = sorted({tile for tile, _ in starts})
    head = max(len("cycle"), len(str(tiles[-1])))
    longest = max(len(name) for name in rows.at)
    size = min(max(NARROW, longest + 1, len(str(total)) + 1), WIDE)
    fit = max((width - head - 1) // size, 1)
    per = min(fit - fit % ii or fit, total)
    for first in range(0, total, per):
        cycles = range(first, min(first + per, total))
        if first:
            yield ""
        yield f"{'cycle':{head}} " + "".join(f"{c:<{size}}" for c in cycles)
        yield f"{'spoke':{head}} " + "".join(f"{c % ii:<{size}}" for c in cycles)
        for tile in tiles:
            words = []
            for cycle in cycles:
                name = starts.get((tile, cycle))
                busy = any((tile, cycle - k) in starts for k in range(1, engine.pipeline))
                blank = ("─" if busy else "") * size
                words.append(blank if name is None else truncated(name, size - 1) + " ")
            line = "".join(word.ljust(size, "─" if word.endswith(" ") else " ") for word in words)
            yield f"{tile:<{head}} {line}"


def limited(lines: Iterator[str]) -> Iterator[str]:
    """Yield the first `LINES` lines, then the number of the remaining ones."""
    more = 0
    for n, line in enumerate(lines):
        if n < LINES:
            yield line
        else:
            more += 1
    if more:
        yield f"… and {more} more lines"


def _table(
    heads: tuple[str, ...], cells: Sequence[tuple[str, ...]], free: int = 0
) -> Iterator[str]:
    """Yield the lines of a table; the last `free` columns are not truncated."""
    cut = len(heads) - free
    rows = [(*(truncated(word, LONGEST) for word in row[:cut]), *row[cut:]) for row in cells]
    yield from table(heads, rows)
