"""From a complete schedule to the mapping that it stands for."""

from __future__ import annotations

from heuristics.array import SPAN, Cell
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Partial
from models.data.mapping import Mapping


def mapping_of(part: Partial) -> Mapping:
    """Return the mapping of a complete schedule, begun as early as it can be."""
    return _Assembly(part).mapping()


class _Assembly:
    def __init__(self, part: Partial) -> None:
        self.part, self.loop = part, part.loop
        self.index = part.index
        self.held: set[Cell] = set()
        self.moved: set[Cell] = set()
        self.issued: set[Cell] = set()
        self.waits: dict[tuple[int, int], int] = {}
        self.collected: dict[int, int] = {}

    def mapping(self) -> Mapping:
        self._collect()
        early = self._shift()
        horizon = self._horizon() - early
        held = {(i, j, k - early) for i, j, k in self.held if k - early >= 0}
        for (i, j), until in self.waits.items():
            held |= {(i, j, k) for k in range(max(until - early, 0) + 1)}
        if self.index.external is not None:
            for i, since in self.collected.items():
                held |= {(i, self.index.external, k) for k in range(since - early, horizon)}
        moved = {(i, h, k - early) for i, h, k in self.moved}
        issued = {(i, j, k - early) for i, j, k in self.issued}
        contexts = self.index.problem.contexts
        return self.part.machine.mapping(horizon, contexts, held, moved, issued)

    def _collect(self) -> None:
        part, loop, places = self.part, self.loop, self.part.table.places
        self.issued = {(loop.value[o], *part.site(o)) for o in range(loop.operations)}
        for e, edge in enumerate(loop.edges):
            route = part.route[e]
            assert route is not None
            i = loop.value[edge.net]
            last = route.since
            for cell in route.cells:
                place, k = divmod(int(cell), SPAN)
                if place < places.first_path:
                    self.held.add((i, place, k))
                    last = max(last, k)
                elif place < places.first_store:
                    self.moved.add((i, place - places.first_path, k))
            if edge.net >= loop.operations:
                home = (i, route.start)
                self.waits[home] = max(self.waits.get(home, 0), route.since)
            if edge.reader == RESULT:
                self.collected[i] = last

    def _shift(self) -> int:
        """Return the number of cycles by which all cycles can be moved earlier."""
        part = self.part
        delay = self.index.path_latency
        cycles = [k for _, _, k in self.issued] + [k - int(delay[h]) for _, h, k in self.moved]
        if part.bounded_end or not part.waits_free or not cycles:
            return 0
        return max(min(cycles) - 1, 0)

    def _horizon(self) -> int:
        part = self.part
        if part.bounded_end:
            return part.end
        ends = [1, *(k + 1 for k in self.collected.values())]
        ends += [part.done(o) + 1 for o in range(self.loop.operations)]
        return max(ends)
