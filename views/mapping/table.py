"""A mapping as a table: a row per cycle, a column per component.

The full form has a line for every arriving value (`< x from pe0`), every operation, and for the
values held at the end (`[x s]`). The compact form has one line per cycle: the issues, or else the
arrivals. The brief form is the same with names only. The folded form has a row per tile in use and
a column per context, or per cycle without pipelining. `auto` takes the first of full, compact and
folded that is short and narrow enough. A table wider than the terminal is cut into blocks of
columns. Cycles beyond the horizon are marked, as `5+`: they only carry values on for later
iterations.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import GAP, truncated
from views.mapping.fold import fold_of
from views.mapping.schedule import Schedule

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

Mode = Literal["auto", "full", "compact", "brief", "folded"]

FULL_LINES = 48  # a longer full table no longer fits a screen
MAX_WIDTH = {"full": 30, "compact": 28, "brief": 14, "folded": 20}
MIN_WIDTH = 6
LATE = "+: beyond the horizon, carried on for later iterations"

Cell = list[tuple[str, str]]  # lines of (kind, text); the kind decides the style
STYLES = {"issue": "bold", "arrive": "cyan", "hold": "dim", "cycle": "dim"}


def mapping_table(
    problem: Problem,
    mapping: Mapping,
    *,
    mode: Mode = "auto",
) -> MappingTable:
    """Return the table as a rich renderable that adapts to the width of the console.

    The columns are the components with any activity besides storing.
    """
    return MappingTable(_Request(Schedule(problem, mapping), mode))


def mapping_text(
    problem: Problem,
    mapping: Mapping,
    *,
    width: int | None = 100,
    mode: Mode = "auto",
) -> str:
    """Return the table as plain text of at most `width` characters per line.

    With None no line is cut.
    """
    if width is None:
        mode = "full" if mode == "auto" else mode
    request = _Request(Schedule(problem, mapping), mode, whole=width is None)
    width = sys.maxsize if width is None else width
    lines = [truncated(request.schedule.title, width)]
    for block in request.blocks(width, gap=len(GAP)):
        lines.append("")
        lines.append(_joined(truncated(head, size).ljust(size) for head, size in block.heads))
        lines.append(_joined("-" * size for _, size in block.heads))
        for row in block.rows:
            for position in range(max(len(cell) for cell in row)):
                words = [cell[position][1] if position < len(cell) else "" for cell in row]
                sizes = [size for _, size in block.heads]
                lines.append(
                    _joined(truncated(w, s).ljust(s) for w, s in zip(words, sizes, strict=True))
                )
    lines += [line for note in request.notes(width) for line in ("", truncated(note, width))]
    return "\n".join(lines) + "\n"


def _joined(words: Iterator[str]) -> str:
    return GAP.join(words).rstrip()


class MappingTable:
    """A rich renderable; rich itself is imported when it is rendered."""

    def __init__(self, request: _Request) -> None:
        self._request = request

    def fits(self, width: int, height: int) -> bool:
        """Whether the rows take at most `height` lines of `width` characters."""
        blocks = self._request.blocks(width - 2, gap=3)
        return len(blocks) == 1 and blocks[0].lines <= height

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        yield Text(self._request.schedule.title, style="bold", no_wrap=True, overflow="ellipsis")
        for block in self._request.blocks(options.max_width - 2, gap=3):
            table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
            for head, size in block.heads:
                header = Text(truncated(head, size))
                table.add_column(header, width=size, no_wrap=True, overflow="ellipsis")
            for row in block.rows:
                cells = []
                for cell, (_, size) in zip(row, block.heads, strict=True):
                    lines = [Text(truncated(t, size), style=STYLES[kind]) for kind, t in cell]
                    cells.append(Text("\n").join(lines))
                table.add_row(*cells)
            yield Text("")
            yield table
        for note in self._request.notes(options.max_width - 2, gap=3):
            yield Text("")
            yield Text(note, style="dim", no_wrap=True, overflow="ellipsis")


@dataclass(frozen=True)
class _Block:
    heads: list[tuple[str, int]]  # header and width of each column
    rows: list[list[Cell]]

    @property
    def lines(self) -> int:
        """Number of lines of the rows."""
        return sum(max(map(len, row)) for row in self.rows)


@dataclass(frozen=True)
class _Request:
    """The request for a table; the form is decided once the width is known."""

    schedule: Schedule
    mode: Mode
    whole: bool = False

    def notes(self, width: int, gap: int = len(GAP)) -> list[str]:
        """Return the legend of the table."""
        made = self._chosen(width, gap)
        loaded = [self.schedule.loaded] * bool(self.schedule.loaded)
        if made.form == "folded":
            return [*[made.stages] * bool(made.stages), *loaded]
        return [*[LATE] * self.schedule.is_late(self.schedule.cycles - 1), *loaded]

    def blocks(self, width: int, gap: int) -> list[_Block]:
        """Return the blocks of the asked form, or of the fullest one that fits."""
        return self._chosen(width, gap).blocks(width, gap)

    def _chosen(self, width: int, gap: int) -> _Columns:
        for form in ("full", "compact") if self.mode == "auto" else (self.mode,):
            made = _Columns(self.schedule, form, self.whole)
            few = form == "compact" or made.lines <= FULL_LINES
            if self.mode != "auto" or (few and len(made.blocks(width, gap)) == 1):
                return made
        return _Columns(self.schedule, "folded")


class _Columns:
    """All cells of the table, and their division into blocks that fit a width."""

    def __init__(self, schedule: Schedule, form: str, whole: bool = False) -> None:
        self.schedule = schedule
        self.limit = sys.maxsize if whole else MAX_WIDTH[form]
        self.form, self.stages = form, ""
        if form == "folded":
            self._fold()
            return
        names = _active(schedule)
        cycles = range(schedule.cycles)
        self.heads = ["cycle", *names]
        self.table: list[list[Cell]] = [[self._cycle(k) for k in cycles]]
        for name in names:
            self.table.append([self._cell(name, k) for k in cycles])

    def _fold(self) -> None:
        """Take tiles as rows, and contexts as columns."""
        fold = fold_of(self.schedule)
        self.stages = fold.stages
        self.heads = [fold.noun, *map(str, range(fold.columns))]
        self.table = [[[("cycle", row)] for row in fold.rows]]
        for column in range(fold.columns):
            cells = []
            for row in fold.rows:
                found = fold.cells.get((row, column), [])
                held = " ".join(entry.text for entry in found if entry.kind == "hold")
                cell = [("issue", entry.text) for entry in found if entry.kind == "issue"]
                cells.append([*cell, *[("hold", f"[{held}]")] * bool(held)] or [("hold", "")])
            self.table.append(cells)

    @property
    def lines(self) -> int:
        """Number of lines of the rows of the whole table."""
        return sum(max(map(len, row)) for row in zip(*self.table, strict=True))

    def blocks(self, width: int, gap: int) -> list[_Block]:
        """Return blocks of neighbouring columns, each at most `width` characters wide."""
        made: list[_Block] = []
        first, *sizes = [self._width(i) for i in range(len(self.heads))]
        start = 1
        while start < len(self.heads):
            room = width - first
            stop = start
            while stop < len(self.heads) and room - gap - sizes[stop - 1] >= 0:
                room -= gap + sizes[stop - 1]
                stop += 1
            if stop == start:  # a terminal too narrow for even one column gets a narrower one
                sizes[start - 1] = max(1, room - gap)
                stop += 1
            chosen = [0, *range(start, stop)]
            heads = [(self.heads[i], [first, *sizes][i]) for i in chosen]
            rows = [[self.table[i][k] for i in chosen] for k in range(len(self.table[0]))]
            made.append(_Block(heads, rows))
            start = stop
        return made

    def _width(self, position: int) -> int:
        longest = max((len(t) for cell in self.table[position] for _, t in cell), default=0)
        least = min(MIN_WIDTH, max(len(self.heads[position]), 1))
        return max(least, min(max(longest, len(self.heads[position])), self.limit))

    def _cycle(self, cycle: int) -> Cell:
        contexts = self.schedule.mapping.contexts
        suffix = f" ({cycle % contexts})" if contexts else ""
        mark = "+" if self.schedule.is_late(cycle) else ""
        return [("cycle", f"{cycle}{mark}{suffix}")]

    def _cell(self, name: str, cycle: int) -> Cell:
        cell, schedule = self.schedule.at(name, cycle), self.schedule
        brief = self.form == "brief"
        texts = [op if brief else schedule.expression(op, name, cycle) for op in cell.issues]
        issues = [("issue", text) for text in texts]
        arriving = list(dict.fromkeys(arrival.value for arrival in cell.arrivals))
        if self.form == "full":
            lines = [("arrive", f"< {a.value} from {a.source}") for a in cell.arrivals] + issues
            if cell.held and not schedule.is_memory(name):
                lines.append(("hold", f"[{' '.join(cell.held)}]"))
            return lines or [("hold", "")]
        if issues:
            return [("issue", ("," if brief else "; ").join(texts))]
        if arriving:
            return [("arrive", "<" + " ".join(arriving))]
        return [("hold", "·" if cell.held and not schedule.is_memory(name) else "")]


def _active(schedule: Schedule) -> list[str]:
    """The components that issue or receive values; memories that only feed are left out."""
    cycles = range(schedule.cycles)
    return [
        name
        for name in schedule.components
        if any(schedule.at(name, k).issues or schedule.at(name, k).arrivals for k in cycles)
    ]
