"""A mapping on the streaming engine as a standalone SVG picture: tiles down, cycles across.

A box is an instruction in the pipeline, coloured by opcode; boxes of one tile that overlap in time
are below each other. A result leaves the end of its box: a slanted line while it goes to another
tile, a dotted level one while it waits there, an arrow where it is read. Messages are dashed. Every
spoke, modulo the initiation interval, has its shade.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil

from models.text import truncated
from streaming.model.program import Program
from streaming.model.schedule import Schedule
from streaming.view.rows import Entry, Rows, Transfer, code_of
from views.drawing import (
    arrow_head,
    box_drawn,
    colours,
    framed,
    group,
    ink,
    legend_drawn,
    sample_box,
    sample_line,
    text_drawn,
    text_width,
    xml,
)
from views.style import BRIGHT, EDGE, FAINT, GONE, SHADES, SHARED, TEXT

LEFT, TOP, RIGHT = 64.0, 96.0, 20.0
WIDEST, NARROWEST, ROOM = 40.0, 6.0, 1600.0
"""The largest and smallest width of a cycle, and the intended total width."""
BOX, GAP, IDLE = 20.0, 5.0, 14.0
"""Heights of a box, of the gap between rows, and of a tile without instructions."""
LEAST = 360.0
LONGEST = 200
"""Maximum length of the parts of a tooltip, in characters."""


def streaming_svg(program: Program, schedule: Schedule, title: str | None = None) -> str:
    """Return the picture as the text of an SVG file. Raises `InputError` as `Rows` does."""
    rows = Rows(program, schedule)
    return _Picture(rows, title or rows.title).text()


class _Picture:
    def __init__(self, rows: Rows, title: str) -> None:
        self.rows, self.title, self.schedule = rows, title, rows.schedule
        self.pipeline = rows.schedule.engine.pipeline
        self.total = rows.schedule.cycles
        self.cycle = min(max(ROOM / self.total, NARROWEST), WIDEST)
        self.width = max(LEFT + self.cycle * self.total + RIGHT, LEAST)
        self.lane, self.lanes = self._lanes()
        self.y: dict[int, float] = {}
        y = TOP
        for tile in rows.tiles:
            self.y[tile] = y
            y += self.height(tile) + GAP
        self.bottom = y

    def _lanes(self) -> tuple[dict[str, int], dict[int, int]]:
        """Return the row of each instruction within its tile, and the rows of each tile."""
        free: dict[int, list[int]] = {}
        lane = {}
        for p in sorted(self.schedule.placements, key=lambda p: (p.tile, p.start)):
            ends = free.setdefault(p.tile, [])
            row = next((n for n, end in enumerate(ends) if end <= p.start), len(ends))
            ends[row:row + 1] = [p.start + self.pipeline]  # fmt: skip
            lane[p.instruction] = row
        return lane, {tile: len(ends) for tile, ends in free.items()}

    @cached_property
    def fill(self) -> dict[str, str]:
        """The colour of every opcode."""
        return colours(list(dict.fromkeys(x.op for x in self.rows.program.instructions)))

    def height(self, tile: int) -> float:
        """The height of a tile's row."""
        return self.lanes[tile] * BOX if tile in self.lanes else IDLE

    def x(self, cycle: int) -> float:
        """Return the x coordinate of the begin of a cycle."""
        return LEFT + self.cycle * cycle

    def middle(self, instruction: str) -> float:
        """Return the y coordinate of the middle of a box."""
        tile = self.rows.at[instruction].tile
        return self.y[tile] + (self.lane[instruction] + 0.5) * BOX

    def text(self) -> str:
        """Return the SVG document."""
        facts, (legend, height) = " · ".join(self.rows.facts()), self.legend()
        body = [
            *self.columns(),
            *self.tiles(),
            *(self.arrow(t) for t in self.rows.transfers),
            *(self.box(entry) for entry in self.rows.entries),
            *legend,
        ]
        return framed((self.width, height), self.title, self.title, [facts], body)

    def columns(self) -> Iterator[str]:
        """Yield cycle numbers and spokes, with a line at each multiple of the II."""
        ii = self.schedule.ii
        # If cycles are too narrow for numbers, only multiples of the II are numbered.
        fits = ceil(1.4 * text_width(str(self.total), 9) / self.cycle)
        every = 1 if fits <= 1 else ceil(fits / ii) * ii
        yield text_drawn(LEFT - 8, TOP - 20, "cycle", 9, FAINT, "end")
        yield text_drawn(LEFT - 8, TOP - 8, "spoke", 9, FAINT, "end")
        for cycle in range(self.total):
            x, shade = self.x(cycle), SHADES[cycle % ii % len(SHADES)]
            look = f'fill="{shade}" data-spoke="{cycle % ii}"'
            yield box_drawn(x, TOP, self.cycle, self.bottom - TOP, look)
            if cycle % every == 0:
                middle = x + self.cycle / 2
                yield text_drawn(middle, TOP - 20, str(cycle), 9, TEXT, "middle")
                yield text_drawn(middle, TOP - 8, str(cycle % ii), 9, FAINT, "middle")
            if cycle and cycle % ii == 0:
                yield f'<path d="M{x:.1f} {TOP:.1f}V{self.bottom:.1f}" stroke="{GONE}"/>'

    def tiles(self) -> Iterator[str]:
        """The numbers of the tiles, and lines between them."""
        for tile, y in self.y.items():
            yield text_drawn(
                LEFT - 8, y + self.height(tile) / 2 + 4, f"tile {tile}", 10,
                TEXT if tile in self.lanes else FAINT, "end",
            )  # fmt: skip
            line = y + self.height(tile) + GAP / 2
            yield f'<path d="M20 {line:.1f}H{self.x(self.total):.1f}" stroke="{BRIGHT}"/>'

    def box(self, entry: Entry) -> str:
        """Return the box of an instruction, with its operation as a tooltip."""
        x, y = self.x(entry.start), self.middle(entry.instruction) - BOX / 2 + 2
        width, fill = self.cycle * self.pipeline, self.fill[entry.op]
        words = ", ".join(read.shown for read in entry.reads)
        about = (
            f"{entry.instruction} = {entry.op} {truncated(words, LONGEST)}: tile {entry.tile},"
            f" cycle {entry.start}, spoke {entry.spoke}; {truncated(code_of(entry), LONGEST)};"
            f" starts by {entry.master}"
        )
        look = f'fill="{fill}" stroke="{EDGE}" stroke-opacity="0.2"'
        box = box_drawn(x + 0.5, y, width - 1, BOX - 4, look, 3)
        at = x + width / 2, y + 11.5
        words = text_drawn(*at, entry.instruction, 9, ink(fill), "middle", 400, width - 4)
        return group(about, box + words, f'data-instruction="{xml(entry.instruction)}"')

    def arrow(self, t: Transfer) -> str:
        """Return the line of a transfer: travel to the reader's tile, waiting, and the read."""
        colour = SHARED if t.message else FAINT
        x, y = self.x(t.ready), self.middle(t.source)
        across, down, end = self.x(t.arrives), self.middle(t.reader), self.x(t.read)
        dash = ' stroke-dasharray="4 2"' if t.message else ""
        late = t.read - t.arrives
        about = f"{t.source} to {t.reader}: ready {t.ready}, arrives {t.arrives}, read {t.read}"
        parts = [f'<path d="M{x:.1f} {y:.1f}L{across:.1f} {down:.1f}"{dash}/>']
        if late > 0:
            level = f"M{across:.1f} {down:.1f}H{end:.1f}"
            parts.append(f'<path d="{level}" stroke-dasharray="1 2"/>')
        parts.append(arrow_head(end + 1, down, colour, right=True))
        look = f'fill="none" stroke="{colour}" stroke-width="1" stroke-opacity="0.8"'
        kind = "message" if t.message else "fabric"
        return group(about, "".join(parts), f'{look} data-transfer="{kind}"')

    def legend(self) -> tuple[list[str], float]:
        """Return the legend of opcodes and lines, and the height of the picture."""
        lines = [(FAINT, "", "travelling"), (FAINT, "1 2", "waiting")]
        if self.rows.program.posts:
            lines.append((SHARED, "4 2", "message"))
        samples = [
            *((sample_box(f'fill="{colour}"', 0), op) for op, colour in self.fill.items()),
            *(
                (sample_line(f'stroke="{colour}" stroke-dasharray="{dash or "none"}"'), words)
                for colour, dash, words in lines
            ),
        ]
        return legend_drawn(samples, self.bottom + 20, self.width)
