"""A mapping in the compiler's terms: the start of each operation, and the route of each edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ecosystems.neura.document import Document, Edge
from ecosystems.neura.model import link_name, op_name, registers, unit
from ecosystems.neura.timing import Timing
from ecosystems.neura.written import Entry, Placement, Route, Written
from models.data.mapping import Mapping


def written_of(document: Document, mapping: Mapping, timing: Timing) -> Written:
    """Return the compiler's answer for a mapping of the document's problem."""
    ii = mapping.contexts
    assert ii is not None, "a mapping of a loop has contexts"
    numbers = {op_name(op): op.id for op in document.ops}
    tiles = {unit(tile.id, timing.convention): tile for tile in document.arch.tiles}
    first = min(issue.cycle for issue in mapping.issues)
    placements: dict[int, Placement] = {}
    for issue in mapping.issues:
        id_, tile, cycle = numbers[issue.operation], tiles[issue.component], issue.cycle - first
        op_class, (rounds, index) = document.ops[id_].op_class, divmod(cycle, ii)
        placements[id_] = Placement(id_, op_class, tile.id, tile.x, tile.y, cycle, index, rounds)
    ways = _Ways(document, mapping, timing, first)
    routes = [
        Route(edge.s, edge.d, ways.route(edge, placements[edge.s], placements[edge.d], ii))
        for edge in sorted(document.edges)
    ]
    order = tuple(placements[op.id] for op in document.ops)
    return Written(ii, document.arch.num_tiles, order, tuple(routes))


class _Ways:
    """Registers and links of each value in a mapping, in cycles from the `first` one on."""

    def __init__(self, document: Document, mapping: Mapping, timing: Timing, first: int) -> None:
        self._document, self._timing = document, timing
        tiles = {registers(tile.id): tile.id for tile in document.arch.tiles}
        links = {link_name(link.source, link.target): link for link in document.arch.links}
        self._kept: dict[str, set[Entry]] = defaultdict(set)
        for held in mapping.holds:
            if held.component in tiles:
                self._kept[held.value].add((tiles[held.component], held.cycle - first))
        self._sent: dict[str, dict[Entry, list[Entry]]] = defaultdict(lambda: defaultdict(list))
        for sent in mapping.transfers:
            link = links.get(sent.path)
            if link is not None:
                there = sent.cycle - first + timing.delay
                source = (link.source, there - link.latency)
                self._sent[sent.value][link.target, there].append(source)

    def route(self, edge: Edge, start: Placement, end: Placement, ii: int) -> tuple[Entry, ...]:
        """Return the entries of an edge's route: one for each cycle outside links."""
        op = self._document.ops[edge.s]
        begin = (start.tile, self._timing.appears(op, start.time_step))
        back = self._back(op_name(op), begin, (end.tile, end.time_step + edge.w * ii))
        return tuple(reversed(back))

    def _back(self, value: str, begin: Entry, end: Entry) -> list[Entry]:
        """Return the entries from `end` back to `begin`; depth-first search."""
        way, seen = [end], {end}
        steps = [self._before(value, begin, end)]
        while way[-1] != begin:
            entry = next((each for each in steps[-1] if each not in seen), None)
            if entry is None:
                way.pop()
                steps.pop()
                assert way, f"no way of {value} from {begin} to {end}"
                continue
            seen.add(entry)
            way.append(entry)
            steps.append(self._before(value, begin, entry))
        return way

    def _before(self, value: str, begin: Entry, entry: Entry) -> Iterator[Entry]:
        """Yield possible previous places of a value: links first, then registers."""
        tile, cycle = entry
        if cycle <= begin[1]:
            return
        yield from self._sent[value].get(entry, ())
        if (tile, cycle - 1) in self._kept[value]:
            yield tile, cycle - 1
