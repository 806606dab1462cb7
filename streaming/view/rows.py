"""The contents of the spoke RAM and instruction RAM of each tile for a mapping.

Tile 0 is at the top, so an operand that comes from a tile with a higher number comes from below:
`down1` and `down2` are the inputs from the next tiles below, and the outputs to them; `feedback` is
the tile's own result. An operand of tile memory has no input, nor does a message, which is in tile
memory before its flow is launched.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from models.errors import InputError
from models.text import counted
from streaming.model.program import Program
from streaming.model.schedule import Placement, Schedule

BASE, FEEDBACK, MESSAGE, MEMORY, IMMEDIATE = "base", "feedback", "message", "memory", "immediate"


class Read(NamedTuple):
    """An operand: its input port, and its delay in cycles if it comes over the fabric."""

    word: str
    port: str
    delay: int | None = None

    @property
    def shown(self) -> str:
        """The operand as text of the instruction RAM."""
        return f"[{self.word}]" if self.port == MEMORY else self.word


class Entry(NamedTuple):
    """A spoke of a tile: its instruction, the input that starts it, and the outputs of its result.

    `code` is the number of its entry in the tile's instruction RAM.
    """

    tile: int
    spoke: int
    start: int
    instruction: str
    op: str
    master: str
    reads: tuple[Read, ...]
    outputs: tuple[str, ...]
    code: int = 0


class Transfer(NamedTuple):
    """A result that goes to a reader: ready, arriving and read in these cycles."""

    source: str
    reader: str
    ready: int
    arrives: int
    read: int
    message: bool


@dataclass(frozen=True)
class Rows:
    """A mapping by tile and spoke.

    Raises `InputError` if it does not fit the program or uses tiles beyond the engine's.
    """

    program: Program
    schedule: Schedule

    def __post_init__(self) -> None:
        names = [p.instruction for p in self.schedule.placements]
        if sorted(names) != sorted(self.program.number):
            what = f"the mapping of '{self.schedule.program}' does not place the instructions of"
            raise InputError(f"{what} '{self.program.name}', each once")
        if self.schedule.ii < 1:
            raise InputError(f"initiation interval {self.schedule.ii} must be at least 1")
        for p in self.schedule.placements:
            if not 0 <= p.tile < self.schedule.engine.tiles or p.start < 0:
                where = f"tile {p.tile} of {self.schedule.engine.tiles} in cycle {p.start}"
                raise InputError(f"'{p.instruction}' is on {where}")

    @cached_property
    def at(self) -> dict[str, Placement]:
        """The placements by instruction."""
        return {p.instruction: p for p in self.schedule.placements}

    @cached_property
    def tiles(self) -> range:
        """The tiles from the first to the last tile with instructions."""
        used = [p.tile for p in self.schedule.placements]
        return range(min(used), max(used) + 1)

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        """All transfers, in the order of their readers."""
        posts, engine, found = set(self.program.posts), self.schedule.engine, []
        latency = engine.latencies()
        for edge in self.program.transfers:
            source, reader = (self.program.instructions[n].name for n in edge)
            a, b = self.at[source], self.at[reader]
            ready, far = a.start + engine.pipeline, abs(a.tile - b.tile)
            # `check` reports hops that the fabric does not have; here they take no time.
            cycles = latency[far] if far < len(latency) else 0
            message = edge in posts
            arrives = ready + (engine.message if message else cycles)
            found.append(Transfer(source, reader, ready, arrives, b.start, message))
        return tuple(found)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All entries of the spoke RAMs, by tile and spoke."""
        outputs: dict[str, dict[str, None]] = {}
        arrived: dict[tuple[str, str], Transfer] = {}
        for t in self.transfers:
            offset = self.at[t.reader].tile - self.at[t.source].tile
            port = MESSAGE if t.message else _port(offset)
            outputs.setdefault(t.source, {})[port] = None
            arrived[t.source, t.reader] = t
        made = []
        for x in self.program.instructions:
            p, reads = self.at[x.name], []
            for o in x.operands:
                found = arrived.get((str(o), x.name))
                if not isinstance(o, str):
                    reads.append(Read(f"{o:g}" if isinstance(o, float) else str(o), IMMEDIATE))
                elif found is None:
                    reads.append(Read(o, MEMORY))
                elif found.message:
                    reads.append(Read(o, MESSAGE))
                else:
                    delay = found.read - found.arrives
                    reads.append(Read(o, _port(self.at[o].tile - p.tile), delay))
            awaited = [(r.delay, n) for n, r in enumerate(reads) if r.delay is not None]
            # The last operand to arrive starts the instruction.
            master = reads[min(awaited)[1]].port if awaited else BASE
            made.append(
                Entry(p.tile, p.start % self.schedule.ii, p.start, x.name, x.op, master,
                      tuple(reads), tuple(outputs.get(x.name, {})))
            )  # fmt: skip
        codes = {tile: {word: n for n, word in enumerate(words)} for tile, words in _codes(made)}
        return tuple(
            e._replace(code=codes[e.tile][code_of(e)])
            for e in sorted(made, key=lambda e: (e.tile, e.spoke))
        )

    @cached_property
    def codes(self) -> dict[int, tuple[str, ...]]:
        """The instruction RAM of each used tile: its entries in the order of spokes."""
        return dict(_codes(self.entries))

    @property
    def title(self) -> str:
        """The program and the engine in one line."""
        return f"{self.schedule.program} on {counted(self.schedule.engine.tiles, 'tile')}"

    def facts(self) -> list[str]:
        """Return the key figures of the mapping as short phrases."""
        used = {p.tile for p in self.schedule.placements}
        held = [t.read - t.arrives for t in self.transfers if not t.message]
        found = [
            f"II {self.schedule.ii}",
            counted(self.schedule.cycles, "cycle"),
            counted(len(self.at), "instruction"),
            f"{counted(len(used), 'tile')} in use",
            f"delays of {counted(sum(held), 'cycle')}, {max(held, default=0)} at the most",
        ]
        posts = len(self.program.posts)
        return [*found, counted(posts, "message")] if posts else found


def code_of(entry: Entry) -> str:
    """Return an entry of the instruction RAM: the opcode, and the sources of its operands."""
    words = [r.shown if r.port in (MEMORY, IMMEDIATE) else r.port for r in entry.reads]
    return f"{entry.op} {', '.join(words)}".rstrip()


def _codes(entries: tuple[Entry, ...] | list[Entry]) -> list[tuple[int, tuple[str, ...]]]:
    found: dict[int, dict[str, None]] = {}
    for entry in sorted(entries, key=lambda e: (e.tile, e.spoke)):
        found.setdefault(entry.tile, {})[code_of(entry)] = None
    return [(tile, tuple(words)) for tile, words in found.items()]


def _port(offset: int) -> str:
    return FEEDBACK if offset == 0 else f"up{-offset}" if offset < 0 else f"down{offset}"
