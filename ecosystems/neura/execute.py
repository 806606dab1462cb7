"""Executes an answer as the array does: control words, registers and links, cycle by cycle.

Values are hashes of the operation, the iteration and its operands, so that two are equal only for
equal computations. It finds answers that compute something else than the graph, whatever rule is
broken.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from typing import NamedTuple

from ecosystems.neura.check import runs
from ecosystems.neura.document import Document, Edge
from ecosystems.neura.timing import Timing
from ecosystems.neura.written import Entry, Route, Written

Value = int
BEFORE = -1
"""The iteration before the first, whose values are none of the loop."""


class Source(NamedTuple):
    """The source of a value in a tile: its `unit`, a register, or a link from a tile."""

    kind: str
    number: int


@dataclass
class Word:
    """The control word of a tile in a slot; its first `rounds` rounds are left out.

    `ops` are operations with the source of each operand, by its producer; `sends` are links with
    their source, `stores` registers with theirs.
    """

    ops: dict[int, dict[int, Source]] = field(default_factory=dict)
    sends: dict[int, Source] = field(default_factory=dict)
    stores: dict[int, Source] = field(default_factory=dict)


def difference(
    document: Document, written: Written, timing: Timing, iterations: int | None = None
) -> str | None:
    """Return the first operand that differs from the graph, or None.

    The default is twice as many iterations as overlap, and two. The answer must have routes.
    Registers of a value outside all files raise no error here: words have as many registers as
    needed.
    """
    machine = _Machine(document, written, timing)
    last = max(place.invalid_iterations for place in written.placements)
    return machine.run(2 * last + 4 if iterations is None else iterations)


class _Machine:
    """The words of all tiles, and the contents of registers and links during execution."""

    def __init__(self, document: Document, written: Written, timing: Timing) -> None:
        assert written.routes is not None, "an answer without routes cannot be executed"
        self._document, self._written, self._timing = document, written, timing
        self._ii, self._routes = written.compiled_ii, written.routes
        self._edges: dict[int, list[Edge]] = defaultdict(list)
        for edge in document.edges:
            self._edges[edge.d].append(edge)
        self._places = {place.id: place for place in written.placements}
        self._register = _registers(self._routes, self._ii)
        self._words: dict[Entry, Word] = defaultdict(Word)
        self._stages: dict[tuple[str, int, int, int], int] = {}
        for route in self._routes:
            self._add(route)

    def _add(self, route: Route) -> None:
        """Add the steps of a route to the words; the cycle of each step sets its first round."""
        here = Source("unit", route.s)
        for before, after in zip(route.path, route.path[1:], strict=False):
            tile, cycle = before
            word = self._words[tile, cycle % self._ii]
            if before[0] != after[0]:
                word.sends[after[0]] = here
                self._stages["send", tile, cycle % self._ii, after[0]] = cycle // self._ii
                here = Source("link", tile)
            elif here.kind != "register":
                number = self._register[tile, route.s, cycle]
                word.stores[number] = here
                self._stages["store", tile, cycle % self._ii, number] = cycle // self._ii
                here = Source("register", number)
        place = self._places[route.d]
        word = self._words[place.tile, place.time_step % self._ii]
        word.ops.setdefault(route.d, {})[route.s] = here

    def run(self, iterations: int) -> str | None:
        """Execute the iterations; return the first difference."""
        ii = self._ii
        registers: dict[Entry, Value] = {}
        links: dict[tuple[int, int, int], Value] = {}
        results: dict[tuple[int, int], Value] = {}
        wanted = _graph(self._document, iterations)
        last = max(place.time_step for place in self._places.values()) + ii * iterations
        issues: dict[Entry, list[int]] = defaultdict(list)
        for place in self._places.values():
            issues[place.tile, place.index_per_ii].append(place.id)
        tiles = [tile.id for tile in self._document.arch.tiles]
        for cycle in range(last + 1):
            slot, rounds = cycle % ii, cycle // ii
            for tile in tiles:
                for id_ in issues[tile, slot]:
                    round_ = rounds - self._places[id_].invalid_iterations
                    if not 0 <= round_ < iterations:
                        continue
                    for edge in self._edges[id_]:
                        source = self._words[tile, slot].ops.get(id_, {}).get(edge.s)
                        found = self._value(source, tile, cycle, registers, links, results)
                        expected = wanted.get((edge.s, round_ - edge.w))
                        if expected is not None and found != expected:
                            what = f"operation {id_} in tile {tile}, cycle {cycle}, does not read"
                            return f"{what} the value of {edge.s} of iteration {round_ - edge.w}"
                    # What it reads is right, and so is what it computes.
                    due = cycle + self._timing.appears(self._document.ops[id_], 0)
                    results[id_, due] = wanted[id_, round_]
            self._move(cycle, tiles, registers, links, results)
        return None

    def _move(
        self,
        cycle: int,
        tiles: list[int],
        registers: dict[Entry, Value],
        links: dict[tuple[int, int, int], Value],
        results: dict[tuple[int, int], Value],
    ) -> None:
        """Send and store values; registers change at the end of the cycle."""
        slot, rounds = cycle % self._ii, cycle // self._ii
        stored: dict[Entry, Value] = {}
        for tile in tiles:
            word = self._words.get((tile, slot))
            if word is None:
                continue
            for target, source in word.sends.items():
                value = self._value(source, tile, cycle, registers, links, results)
                if value is not None and rounds >= self._stages["send", tile, slot, target]:
                    latency = self._document.arch.link_by_ends[tile, target].latency
                    links[tile, target, cycle + latency] = value
            for number, source in word.stores.items():
                value = self._value(source, tile, cycle, registers, links, results)
                if value is not None and rounds >= self._stages["store", tile, slot, number]:
                    stored[tile, number] = value
        registers.update(stored)

    def _value(
        self,
        source: Source | None,
        tile: int,
        cycle: int,
        registers: dict[Entry, Value],
        links: dict[tuple[int, int, int], Value],
        results: dict[tuple[int, int], Value],
    ) -> Value | None:
        if source is None:
            return None
        if source.kind == "unit":
            placed = self._places[source.number].tile == tile
            return results.get((source.number, cycle)) if placed else None
        if source.kind == "link":
            return links.get((source.number, tile, cycle))
        return registers.get((tile, source.number))


def _graph(document: Document, iterations: int) -> dict[tuple[int, int], Value]:
    """Return the value of each operation in each iteration."""
    reads: dict[int, list[Edge]] = defaultdict(list)
    for edge in sorted(document.edges):
        reads[edge.d].append(edge)
    found: dict[tuple[int, int], Value] = {}
    waiting = {op.id: sum(1 for edge in reads[op.id] if edge.w == 0) for op in document.ops}
    readers: dict[int, list[int]] = defaultdict(list)
    for edge in document.edges:
        if edge.w == 0:
            readers[edge.s].append(edge.d)
    order = [id_ for id_, left in waiting.items() if left == 0]
    for id_ in order:
        for reader in readers[id_]:
            waiting[reader] -= 1
            if waiting[reader] == 0:
                order.append(reader)
    for iteration in range(iterations):
        for id_ in order:
            operands = [found.get((edge.s, iteration - edge.w), BEFORE) for edge in reads[id_]]
            text = repr((id_, iteration, operands)).encode()
            found[id_, iteration] = int.from_bytes(blake2b(text, digest_size=8).digest())
    return found


def _registers(routes: tuple[Route, ...], ii: int) -> dict[tuple[int, int, int], int]:
    """Return the register of each value by tile, operation and cycle: the first free one."""
    taken: dict[tuple[int, int], set[int]] = defaultdict(set)
    found: dict[tuple[int, int, int], int] = {}
    for run in sorted(runs(routes), key=lambda run: (run.tile, run.first, run.value)):
        cycles = range(run.first, run.last)
        slots = {(run.tile, cycle % ii) for cycle in cycles}
        number = next(n for n in count() if all(n not in taken[slot] for slot in slots))
        for slot in slots:
            taken[slot].add(number)
        found |= {(run.tile, run.value, cycle): number for cycle in cycles}
    return found
