"""A mapping on the streaming engine as scene data: tiles are the components.

A context of the scripts is a spoke here, and an iteration is a thread. Each link of the fabric is a
path, and so is each pair of tiles with a message. A result travels hop by hop from the cycle in
which it is ready to the cycle before its arrival; then the tile of its arrival holds it while it
waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from models.text import truncated
from streaming.model.engine import Engine
from streaming.model.program import Instruction, Program
from streaming.model.schedule import Schedule
from streaming.view.rows import Rows
from views.graph.layered import layers, placed
from views.html.mapping_data import runs

SIDE, PITCH, EDGE = 104.0, 152.0, 24.0
"""The side and the pitch of tiles, and the margin of the picture."""
LINK, MESSAGE, HIGHEST = 40.0, 70.0, 170.0
"""The height of a link per passed tile, the additional height of a message, and the maximum."""
MOST_SHOWN = 64
"""Maximum number of drawn tiles of an engine without a mapping."""
LONGEST = 120
WORDS = {
    "context": "spoke", "iteration": "thread", "element": "tile", "component": "tile",
    "value": "an instruction", "arrives": "at the end of",
}  # fmt: skip

Link = tuple[int, int, bool]  # from tile, to tile, message


class StreamingScene:
    """The data of one mapping, or of a program and an engine without one.

    Raises `InputError` as `Rows` does.
    """

    def __init__(self, program: Program, engine: Engine, schedule: Schedule | None) -> None:
        self.program, self.engine = program, engine
        self.rows = None if schedule is None else Rows(program, schedule)
        shown = range(min(engine.tiles, MOST_SHOWN))
        self.tiles = shown if self.rows is None else self.rows.tiles
        names = [*program.variables, *(x.name for x in program.instructions)]
        self.values = {name: number for number, name in enumerate(names)}

    def shape(self) -> dict[str, Any]:
        """Return tiles and links as `array_data` returns components and paths."""
        width = EDGE * 2 + PITCH * (len(self.tiles) - 1) + SIDE
        tiles = [
            {
                "name": f"tile {tile}",
                "kind": "element",
                "issue": 1,
                "capacity": None,
                "places": self._places,
                "boxes": [[self._left(tile), self._top, SIDE, SIDE]],
            }
            for tile in self.tiles
        ]
        return {
            "size": [round(width), round(2 * self._top + SIDE)],
            "components": tiles,
            "paths": [self._path(*link) for link in self.links],
        }

    def data(self) -> dict[str, Any]:
        """Return the fields of `scene_data` with the engine's terms, and the flows over time."""
        starts, sent = [0] * len(self.tiles), [0] * len(self.links)
        ii = 1
        if self.rows is not None:
            ii = self.rows.schedule.ii
            for p in self.rows.schedule.placements:
                starts[p.tile - self.tiles.start] += 1
            for transfer in self.transfers:
                sent[transfer[1]] += 1
        return {
            "graph": self.graph(),
            "mapping": None if self.rows is None else self._mapping(self.rows),
            "shares": {
                "components": [round(count / ii, 4) for count in starts],
                "paths": [
                    None if message else round(count / ii, 4)
                    for count, (_, _, message) in zip(sent, self.links, strict=True)
                ],
            },
            "notes": [],
            "gone": [[], []],
            "words": WORDS,
            "flows": [] if self.rows is None else self._flows(self.rows),
        }

    def graph(self) -> dict[str, Any]:
        """Return variables and instructions as `graph_data` returns values; messages are dotted."""
        program, first = self.program, len(self.program.variables)
        reads = [
            (self.values[variable], first + n)
            for n, x in enumerate(program.instructions)
            for variable in dict.fromkeys(x.operands)
            if isinstance(variable, str) and variable not in program.number
        ]
        pairs = [*reads, *((first + a, first + b) for a, b in program.transfers)]
        order = [first + n for n in program.order]
        layer = layers(len(self.values), [(a, b, 0) for a, b in pairs], order)
        points, bends = placed(layer, pairs)
        posts = {(first + a, first + b) for a, b in program.posts}
        nodes: list[list[Any]] = [
            [name, 0, "", *points[number], name] for number, name in enumerate(program.variables)
        ]
        for n, x in enumerate(program.instructions):
            nodes.append([x.name, 1, x.op, *points[first + n], _text(x)])
        edges = [
            [a, b, 0, int((a, b) in posts), *link]
            for (a, b), link in zip(pairs, bends, strict=True)
        ]
        return {"nodes": nodes, "edges": edges}

    @cached_property
    def links(self) -> list[Link]:
        """The links between the shown tiles, and the pairs that send messages."""
        fabric = [
            (a, a + step, False)
            for a in self.tiles
            for d in range(1, len(self.engine.hops) + 1)
            for step in (d, -d)
            if a + step in self.tiles
        ]
        posts: list[Link] = []
        if self.rows is not None:
            at = self.rows.at
            sent = [t for t in self.rows.transfers if t.message]
            posts = [(at[t.source].tile, at[t.reader].tile, True) for t in sent]
        return [*fabric, *dict.fromkeys(posts)]

    @cached_property
    def transfers(self) -> list[list[Any]]:
        """The hops of results: value, path, last cycle, source, cycle before, targets."""
        assert self.rows is not None
        number = {link: n for n, link in enumerate(self.links)}
        found: dict[tuple[int, int, int], list[Any]] = {}
        for t in self.rows.transfers:
            a, b = self.rows.at[t.source].tile, self.rows.at[t.reader].tile
            steps = [(a, b, t.arrives - t.ready)] if t.message else self._hops(a, b)
            left = t.ready - 1
            for source, target, cycles in steps:
                link = number.get((source, target, t.message))
                ends = [source - self.tiles.start, left, [target - self.tiles.start]]
                left += cycles
                if link is not None and cycles:
                    value = self.values[t.source]
                    found.setdefault((value, link, left), [value, link, left, *ends])
        return list(found.values())

    def _hops(self, a: int, b: int) -> Iterator[tuple[int, int, int]]:
        """Yield the cheapest hops from one tile to another, with the cycles of each."""
        latency, hops = self.engine.latencies(), self.engine.hops
        away = 1 if b > a else -1
        while a != b and abs(b - a) < len(latency):
            left = abs(b - a)
            step = next(
                d
                for d in range(min(len(hops), left), 0, -1)
                if hops[d - 1] + latency[left - d] == latency[left]
            )
            yield a, a + away * step, hops[step - 1]
            a += away * step

    def _mapping(self, rows: Rows) -> dict[str, Any]:
        schedule, first = rows.schedule, self.tiles.start
        return {
            "horizon": schedule.cycles,
            "contexts": schedule.ii,
            "cycles": schedule.cycles,
            "holds": [
                [value, tile - first, *run]
                for (value, tile), cycles in self._waits(rows).items()
                for run in runs(cycles)
            ],
            "transfers": self.transfers,
            "issues": [
                [
                    self.values[x.name],
                    rows.at[x.name].tile - first,
                    rows.at[x.name].start,
                    self.engine.pipeline,
                    _text(x),
                    x.op,
                ]
                for x in self.program.instructions
            ],
        }

    def _waits(self, rows: Rows) -> dict[tuple[int, int], list[int]]:
        """Return the cycles in which a result waits in the tile of a reader."""
        found: dict[tuple[int, int], list[int]] = {}
        for t in rows.transfers:
            place = (self.values[t.source], rows.at[t.reader].tile)
            found.setdefault(place, []).extend(range(t.arrives, t.read))
        return found

    @property
    def _places(self) -> int:
        """The largest number of results that wait in a tile at once, over all threads."""
        if self.rows is None:
            return 0
        waiting: dict[tuple[int, int], int] = {}
        for (_, tile), cycles in self._waits(self.rows).items():
            for cycle in set(cycles):
                at = (tile, cycle % self.rows.schedule.ii)
                waiting[at] = waiting.get(at, 0) + 1
        return max(waiting.values(), default=0)

    def _flows(self, rows: Rows) -> list[list[int]]:
        """Return each transfer: source, reader, ready, arrives, read, whether it is a message."""
        return [
            [self.values[t.source], self.values[t.reader], t.ready, t.arrives, t.read, t.message]
            for t in rows.transfers
        ]

    @cached_property
    def _top(self) -> float:
        """The height of the margin above and below the tiles: the highest link."""
        return EDGE + max((_rise(*link) for link in self.links), default=0.0)

    def _left(self, tile: int) -> float:
        return EDGE + PITCH * (tile - self.tiles.start)

    def _path(self, a: int, b: int, message: bool) -> dict[str, Any]:
        first = self.tiles.start
        return {
            "name": f"{'message' if message else 'link'} {a} to {b}",
            "sources": [a - first],
            "targets": [b - first],
            "width": None if message else 1,
            "kind": "message" if message else "link",
            "bus": 0,
            "wires": [self._wire(a, b, message)],
        }

    def _wire(self, a: int, b: int, message: bool) -> list[float]:
        """Return the curve of a link: rightward above the tiles, leftward below, else straight."""
        right = b >= a
        x, end = (self._left(tile) + SIDE / 2 for tile in (a, b))
        if abs(a - b) == 1 and not message:
            y = self._top + SIDE * (0.4 if right else 0.6)
            half = SIDE / 2 if right else -SIDE / 2
            return [1, 0, b - self.tiles.start, x + half, y, end - half, y]
        y = self._top + (0 if right else SIDE)
        out = (24 if right else -24) * (0.4 if message else 1)
        # The curve rises to three quarters of its corner.
        corner = y + _rise(a, b, message) * (-4 / 3 if right else 4 / 3)
        return [1, 1, b - self.tiles.start, x + out, y, (x + end) / 2, corner, end - out, y]


def _rise(a: int, b: int, message: bool) -> float:
    """Return the height of a curved link above or below the tiles."""
    if abs(a - b) == 1 and not message:
        return 0.0
    return min(HIGHEST, LINK * abs(a - b) + (MESSAGE if message else 0.0))


def _text(x: Instruction) -> str:
    words = ", ".join(f"{o:g}" if isinstance(o, float) else str(o) for o in x.operands)
    return f"{x.name} = {x.op} {truncated(words, LONGEST)}".rstrip()
