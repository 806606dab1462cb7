"""The rules of the compiler's importer, checked on an answer.

The check reads the document and the answer only, independent of the solvers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ecosystems.neura.document import Document, Edge, Op
from ecosystems.neura.timing import Timing
from ecosystems.neura.written import Placement, Route, Written


class Run(NamedTuple):
    """A register of a tile keeps the value of an operation from cycle `first` up to `last`."""

    tile: int
    value: int
    first: int
    last: int


def faults(document: Document, written: Written, timing: Timing) -> list[str]:
    """Return the faults that the importer would refuse, a line each; empty for a valid answer."""
    found = list(_header(document, written)) or list(_placed(document, written))
    if found:
        return found
    found = list(_stages(document, written))
    if written.routes is None:
        return found
    broken = list(_routed(document, written, timing))
    return found + (broken or list(_shared(document, written, written.routes)))


def _header(document: Document, written: Written) -> Iterator[str]:
    most = document.arch.ctrl_mem_items
    if not 1 <= written.compiled_ii <= most:
        yield f"compiled_ii {written.compiled_ii} is not from 1 to {most}"
    if written.num_tiles != document.arch.num_tiles:
        yield f"num_tiles {written.num_tiles} is not {document.arch.num_tiles}"
    if sorted(place.id for place in written.placements) != list(range(len(document.ops))):
        yield f"the placements are not of each of the {len(document.ops)} operations, once"


def _placed(document: Document, written: Written) -> Iterator[str]:
    ii = written.compiled_ii
    for place in written.placements:
        op, tile = document.ops[place.id], document.arch.tile_by_id.get(place.tile)
        name = f"operation {place.id}"
        if place.op_class != op.op_class:
            yield f"{name} has the class '{place.op_class}', not '{op.op_class}'"
        if tile is None or place.tile not in document.arch.fu_class_tiles[op.op_class]:
            yield f"{name}: tile {place.tile} does not execute '{op.op_class}'"
        elif (place.x, place.y) != (tile.x, tile.y):
            yield f"{name}: tile {place.tile} is not at {place.x}, {place.y}"
        if place.time_step < 0:
            yield f"{name} starts before cycle 0"
        if (place.invalid_iterations, place.index_per_ii) != divmod(place.time_step, ii):
            yield f"{name}: cycle {place.time_step} is another one modulo {ii}"


def _stages(document: Document, written: Written) -> Iterator[str]:
    """Check the operations of each tile and slot.

    Operations of one cycle are alone there; of longer ones, no two begin and no two end there.
    """
    taken: dict[tuple[int, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place in written.placements:
        cycles = max(1, document.ops[place.id].latency)
        for n in range(cycles):
            kind = "single" if cycles == 1 else {0: "start", cycles - 1: "end"}.get(n, "inner")
            slot = (place.tile, (place.time_step + n) % written.compiled_ii)
            taken[slot][kind].append(place.id)
    for (number, index), kinds in sorted(taken.items()):
        where = f"tile {number}, slot {index}"
        several = [id_ for kind, ids in kinds.items() if kind != "single" for id_ in ids]
        for kind in ("single", "start", "end"):
            if len(kinds[kind]) > 1:
                yield f"{where}: operations {_listed(kinds[kind])} meet"
        if kinds["single"] and several:
            yield f"{where}: operations {_listed(kinds['single'] + several)} meet"


def _listed(ids: list[int]) -> str:
    return ", ".join(map(str, sorted(set(ids))))


def _routed(document: Document, written: Written, timing: Timing) -> Iterator[str]:
    """Check that each edge has one route, from its producer to its consumer, at their times."""
    routes = written.routes or ()
    places = {place.id: place for place in written.placements}
    edges = {(edge.s, edge.d): edge for edge in document.edges}
    seen: set[tuple[int, int]] = set()
    for route in routes:
        ends = (route.s, route.d)
        if ends in seen:
            yield f"two routes from {route.s} to {route.d}"
        seen.add(ends)
        if ends not in edges:
            yield f"a route from {route.s} to {route.d}, between which there is no edge"
            continue
        op, start, end = document.ops[route.s], places[route.s], places[route.d]
        yield from _ends(route, edges[ends], op, start, end, written.compiled_ii, timing)
        yield from _steps(document, route)
    for s, d in sorted(edges.keys() - seen):
        yield f"no route from {s} to {d}"


def _ends(
    route: Route, edge: Edge, op: Op, start: Placement, end: Placement, ii: int, timing: Timing
) -> Iterator[str]:
    name = f"route from {route.s} to {route.d}"
    if not route.path:
        yield f"{name} is empty"
        return
    begin = (start.tile, timing.appears(op, start.time_step))
    if route.path[0] != begin:
        yield f"{name} begins at {_entry(route.path[0])}, must be {_entry(begin)}"
    last = (end.tile, end.time_step + edge.w * ii)
    if route.path[-1] != last:
        yield f"{name} ends at {_entry(route.path[-1])}, must be {_entry(last)}"
    elif len(route.path) == 1 and not timing.delay:
        yield f"{name} ends at {_entry(begin)}, in the last cycle of {route.s}, not after it"


def _steps(document: Document, route: Route) -> Iterator[str]:
    for before, after in zip(route.path, route.path[1:], strict=False):
        step = f"route from {route.s} to {route.d}: {_entry(before)} to {_entry(after)}"
        spent = after[1] - before[1]
        if before[0] == after[0]:
            if spent != 1:
                yield f"{step} is no step of one cycle"
            continue
        link = document.arch.link_by_ends.get((before[0], after[0]))
        if link is None:
            yield f"{step} has no link"
        elif spent != link.latency:
            yield f"{step} takes {spent} cycles, the link takes {link.latency}"


def _entry(entry: tuple[int, int]) -> str:
    return f"[{entry[0]}, {entry[1]}]"


def _shared(document: Document, written: Written, routes: tuple[Route, ...]) -> Iterator[str]:
    """Check links and registers: one value per link and slot, and the limits of register files."""
    ii = written.compiled_ii
    links: dict[tuple[int, int, int], set[tuple[int, int]]] = defaultdict(set)
    for route in routes:
        for before, after in zip(route.path, route.path[1:], strict=False):
            if before[0] != after[0]:
                sent = (route.s, before[1])
                links[before[0], after[0], before[1] % ii].add(sent)
    for (source, target, slot), values in sorted(links.items()):
        if len(values) > 1:
            ids = [value for value, _ in values]
            yield f"link {source} to {target}, slot {slot}: values of operations {_listed(ids)}"
    found = runs(routes)
    for run in found:
        if run.last - run.first > ii:
            where = f"tile {run.tile} keeps the value of {run.value}"
            yield f"{where} from cycle {run.first} to {run.last}, longer than {ii}"
    yield from _files(document, found, ii)


def runs(routes: tuple[Route, ...]) -> list[Run]:
    """Return the runs of registers, each of one value in one tile without a gap.

    A value that its own tile reads at once, by a route of one entry, is kept for a cycle.
    """
    kept: dict[tuple[int, int], set[int]] = defaultdict(set)
    for route in routes:
        if len(route.path) == 1:
            kept[route.path[0][0], route.s].add(route.path[0][1])
        for before, after in zip(route.path, route.path[1:], strict=False):
            if before[0] == after[0]:
                kept[before[0], route.s].update(range(before[1], after[1]))
    found = []
    for (tile, value), cycles in sorted(kept.items()):
        begins = sorted(cycle for cycle in cycles if cycle - 1 not in cycles)
        ends = sorted(cycle + 1 for cycle in cycles if cycle + 1 not in cycles)
        found += [Run(tile, value, *ends) for ends in zip(begins, ends, strict=True)]
    return found


def _files(document: Document, found: list[Run], ii: int) -> Iterator[str]:
    """Check that the files have room for the values kept, written and read in each slot."""
    uses: dict[tuple[str, int, int], int] = defaultdict(int)
    for run in found:
        uses["written", run.tile, run.first % ii] += 1
        uses["read", run.tile, (run.last - 1) % ii] += 1
        for cycle in range(run.first, run.last):
            uses["kept", run.tile, cycle % ii] += 1
    for (what, tile, slot), count in sorted(uses.items()):
        own = document.arch.tile_by_id[tile]
        most = own.regs if what == "kept" else own.files
        if count > most:
            yield f"tile {tile}, slot {slot}: {count} values are {what} in registers, not {most}"
