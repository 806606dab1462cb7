"""Routes one edge: finds a route that does not overuse a resource on its own, and reserves it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from heuristics.array import SPAN
from heuristics.modulo.flood import Flood, Trace
from heuristics.modulo.loop import RESULT, Edge
from heuristics.modulo.partial import Partial, Route

RETRIES = 4
"""Number of searches for a route that does not overuse a resource on its own, and that does not
join stays of its net to one that is too long."""


@dataclass
class Claims:
    """Cells claimed by the operation that is being placed, and the overused resources."""

    fresh: dict[tuple[int, int], None] = field(default_factory=dict)
    crowded: dict[int, None] = field(default_factory=dict)


class Router:
    """Routes edges in a partial schedule."""

    def __init__(self, part: Partial) -> None:
        self.part, self.table = part, part.table

    def connect(self, e: int, claims: Claims, hard: bool, flood: Flood | None = None) -> bool:
        """Route an edge whose ends are placed; return False if it has no route.

        With `hard` no resource is overused. `flood` is one of the net that is up to date except for
        `claims`.
        """
        part, table, edge = self.part, self.table, self.part.loop.edges[e]
        j, cycle = part.read_at(e) if edge.reader != RESULT else (-1, self._collected_until(edge))
        surcharged: dict[int, None] = {}
        try:
            for attempt in range(RETRIES):
                if flood is None or attempt:
                    flood = part.flood(edge.net, cycle, cycle, hard)
                trace = None if flood is None else self._trace(edge, flood, j, cycle)
                if trace is None:
                    return False
                cells = self._complete(edge.net, trace)
                outlasting, crowded = table.outlasting(edge.net, cells), dict[int, None]()
                table.add(edge.net, cells, crowded)
                own = [u for u in crowded if hard or self._own_fault(u, edge.net, cells, claims)]
                own += [unit for cell in outlasting for unit in table.resources(cell)]
                if not own or (attempt == RETRIES - 1 and not hard and not outlasting):
                    part.route[e] = Route(trace.component, trace.cycle, cells)
                    claims.crowded.update(crowded)
                    claims.fresh.update(((edge.net, cell), None) for cell in cells)
                    return True
                table.remove(edge.net, cells)
                table.surcharge(own)
                surcharged.update(dict.fromkeys(own))
            return False
        finally:
            table.settle(surcharged)

    def disconnect(self, e: int) -> None:
        """Remove the route of an edge, if it has one."""
        route = self.part.route[e]
        if route is not None:
            self.table.remove(self.part.loop.edges[e].net, route.cells)
            self.part.route[e] = None

    def _collected_until(self, edge: Edge) -> int:
        """The last cycle in which a result may get to the external component."""
        part = self.part
        if part.bounded_end:
            return part.end - 1
        since = part.done(edge.net) if part.is_placed(edge.net) else 0
        return min(part.end - 1, since + 2 * (part.reach + part.interval) + 4)

    def _trace(self, edge: Edge, flood: Flood, j: int, cycle: int) -> Trace | None:
        """Return the cheapest route to the reader, or None."""
        if edge.reader != RESULT:
            return flood.trace(j, cycle) if np.isfinite(flood.cost(j, cycle)) else None
        external = self.part.external
        assert external is not None
        ends = flood.held[:, external]
        if not self.part.bounded_end:
            cycle = flood.first + int(np.argmin(ends + 1e-6 * np.arange(len(ends))))
        if not np.isfinite(ends[cycle - flood.first]):
            return None
        return flood.trace(external, cycle, end_held=True)

    def _own_fault(self, unit: int, net: int, cells: list[int], claims: Claims) -> bool:
        """Whether only the operation that is being placed takes units of a resource."""
        own = set(cells)
        return all(
            user in claims.fresh or (user[0] == net and user[1] in own)
            for user in self.table.users[unit]
        )

    def _complete(self, net: int, trace: Trace) -> list[int]:
        """The cells of a route, with those of ports and of the start."""
        part, cells = self.part, trace.cells
        if part.machine.ported:
            for e, cycle in trace.steps:
                cells += self.table.port_cells(e, cycle)
        if net < part.loop.operations:
            cells.append(trace.component * SPAN + trace.cycle)
            return cells
        value = part.loop.value[net]
        if not dict(part.homes[value])[trace.component]:
            cells.append(trace.component * SPAN)
        choice = self.table.places.choices.get((value, trace.component))
        if choice is not None:
            cells.append(choice * SPAN)
        return cells
