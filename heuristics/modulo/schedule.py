"""One attempt: operations in an order, each where it is cheapest; conflicting ones are ejected."""

from __future__ import annotations

import random
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from heuristics.array import SPAN
from heuristics.modulo.choices import Choices, choices
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Partial
from heuristics.modulo.routes import Claims, Router
from shell.budget import UNLIMITED, Budget, Work

TRIED = 6.0
"""Cost of a position for each earlier stay of the operation there."""

DEARER = 0.4
"""Added price of a resource when a net or an operation is removed from it."""

PLACEMENT_SECONDS = 1.8e-4
"""The work of a placement on an idle machine, without that of searches."""

NOISE = 0.05
"""Amplitude of the noise on the costs of positions."""


MANY, FEW_LEFT = 150, 0.1
"""Attempts at loops of at least MANY operations stop early if more than a share FEW_LEFT is not
placed, and the present pace would not place these within the placements that are left.
"""


class Schedule:
    """Completes a partial schedule, in the given order as long as no operation is ejected."""

    def __init__(self, part: Partial, order: list[int], seed: int) -> None:
        self.part, self.loop, self.table = part, part.loop, part.table
        self.router = Router(part)
        self.random, self.noise = random.Random(seed), np.random.default_rng(seed)
        self.rank = {o: n for n, o in enumerate(order)}
        self.queue = [(rank, o) for o, rank in self.rank.items()]
        heapify(self.queue)
        self.issued: dict[int, int] = {}
        self.tried: list[dict[tuple[int, int], float]] = [{} for _ in order]

    def adopt(self, component: Sequence[int], cycle: Sequence[int]) -> int:
        """Begin with operations placed [O]; return the number of edges and operations that did not
        fit.

        Only fitting ones stay: the others are to be placed by `run`.
        """
        part, loop, claims, left = self.part, self.loop, Claims(), 0
        self.queue = []
        results: dict[int, list[int]] = {}
        for o, (j, k) in enumerate(zip(component, cycle, strict=True)):
            part.put(o, (j, k))
            self.issued[o] = self.table.issue_cell(j, k, part.limited[o])
            # No route of another value may lead through where a result is going to be.
            results[o] = [j * SPAN + part.done(o)] if loop.out_of[o] else []
            self.table.add(o, [self.issued[o], *results[o]], claims.crowded)
        for unit in claims.crowded:
            for o, _ in list(self.table.users[unit]):
                if self.table.overused(unit) and part.is_placed(o):
                    self._eject(o)
                    self.table.remove(o, results.pop(o))
                    left += 1
        for e in sorted(self._computed_edges(), key=self._waited):
            edge = loop.edges[e]
            ends = [o for o in (edge.reader, edge.net) if 0 <= o < loop.operations]
            if not all(map(part.is_placed, ends)):
                continue
            if not self.router.connect(e, Claims(), hard=True):
                self._eject(ends[0])
                left += 1
        for o, cells in results.items():
            self.table.remove(o, cells)
            self._eject_by_order(o)
        return left

    def _computed_edges(self) -> list[int]:
        """The edges that do not lead from an input straight to the results."""
        count = self.loop.operations
        return [e for e, x in enumerate(self.loop.edges) if x.net < count or x.reader != RESULT]

    def _waited(self, e: int) -> int:
        """Return the number of cycles that a value waits for its reader; results have time."""
        part, edge = self.part, self.loop.edges[e]
        if edge.reader == RESULT or not part.is_placed(edge.reader):
            return part.end
        if edge.net >= self.loop.operations or not part.is_placed(edge.net):
            return part.end
        return part.read_at(e)[1] - part.done(edge.net)

    def run(self, most: int, budget: Budget = UNLIMITED) -> bool:
        """Place operations until all are placed, or `most` placements have been made."""
        for e, edge in enumerate(self.loop.edges):
            passed_on = edge.reader == RESULT and edge.net >= self.loop.operations
            if passed_on and not self.router.connect(e, Claims(), hard=True):
                return False
        left, count = len(self.queue), self.loop.operations
        for placed in range(most):
            if not self.queue:
                return True
            if budget.over():
                return False
            if count >= MANY and placed and placed % count == 0:
                now = len(self.queue)
                if now > FEW_LEFT * count and (left - now) * (most - placed) < now * count:
                    return False
                left = now
            Work.add(PLACEMENT_SECONDS)
            if not self._place(heappop(self.queue)[1]):
                return False
        return not self.queue

    def _place(self, o: int) -> bool:
        """Give operation o the cheapest position; return False if it has none."""
        found = choices(self.part, o)
        if found is None:
            return False
        costs, first, last = found.costs, found.window.first, found.window.last
        for (j, k), much in self.tried[o].items():
            if first <= k <= last:
                costs[k - first, j] += much
        costs += NOISE * self.noise.random(costs.shape)
        best = int(np.argmin(costs))
        row, j = divmod(best, costs.shape[1])
        if not np.isfinite(costs[row, j]):
            return False
        k = first + row
        self.tried[o][j, k] = self.tried[o].get((j, k), 0.0) + TRIED
        self._commit(o, j, k, found)
        return True

    def _commit(self, o: int, j: int, k: int, found: Choices) -> None:
        """Issue o on j in cycle k, and eject operations that conflict with it."""
        part, loop, claims = self.part, self.loop, Claims()
        part.put(o, (j, k))
        cell = self.table.issue_cell(j, k, part.limited[o])
        self.issued[o] = cell
        self.table.add(o, [cell], claims.crowded)
        claims.fresh[o, cell] = None
        for other in found.window.violated(k):
            self._eject(other)
        self._eject_by_order(o)
        for e in loop.into[o]:
            net = loop.edges[e].net
            if net == o or not (net >= loop.operations or part.is_placed(net)):
                continue
            if not self.router.connect(e, claims, hard=False, flood=found.floods.get(e)):
                if net >= loop.operations:
                    self._eject(o)
                    return
                self._eject(net)
        for e in sorted(loop.out_of[o], key=self._read_cycle):
            reader = loop.edges[e].reader
            if reader != RESULT and not part.is_placed(reader):
                continue
            if not self.router.connect(e, claims, hard=False):
                if reader in (RESULT, o):
                    self._eject(o)
                    return
                self._eject(reader)
        self._make_room(o, claims)

    def _read_cycle(self, e: int) -> int:
        """When an edge is read, as far as that is known; the nearest reader is routed first."""
        part = self.part
        return part.read_at(e)[1] if part.is_placed(self.loop.edges[e].reader) else part.end

    def _eject_by_order(self, o: int) -> None:
        """Eject operations that violate an order edge with `o`."""
        part = self.part
        for order in (*self.loop.befores[o], *self.loop.afters[o]):
            if not (part.is_placed(order.before) and part.is_placed(order.after)):
                continue
            ready = part.done(order.before) + 1 + order.extra
            if part.site(order.after)[1] + order.distance * part.interval < ready:
                self._eject(order.before if order.after == o else order.after)

    def _make_room(self, o: int, claims: Claims) -> None:
        """Free overused units by removing other routes, and route those again."""
        ripped: dict[int, None] = {}
        for unit in claims.crowded:
            while self.table.overused(unit):
                self.table.add_grudge(unit, DEARER)
                victims = [user for user in self.table.users[unit] if user not in claims.fresh]
                if not victims:
                    self._eject(o)
                    break
                net, cell = self.random.choice(victims)
                if self.table.is_issue(cell):
                    self._eject(net)
                else:
                    ripped.update(dict.fromkeys(self._rip(net, cell)))
        for e in ripped:
            self._reroute(e, o)

    def _rip(self, net: int, cell: int) -> list[int]:
        """Remove the routes of a net that use a cell; return their edges."""
        found = []
        for e in self.loop.out_of[net]:
            route = self.part.route[e]
            if route is not None and cell in route.cells:
                self.router.disconnect(e)
                found.append(e)
        return found

    def _reroute(self, e: int, o: int) -> None:
        """Find an edge another route without overuse, or eject one end, rather not o."""
        part, edge = self.part, self.loop.edges[e]
        computed = edge.net < self.loop.operations
        if (computed and not part.is_placed(edge.net)) or part.route[e] is not None:
            return
        if edge.reader != RESULT and not part.is_placed(edge.reader):
            return
        if not self.router.connect(e, Claims(), hard=True):
            ends = [edge.reader] if edge.reader != RESULT else []
            ends += [edge.net] if computed else []
            self._eject(next((end for end in ends if end != o), o))

    def _eject(self, o: int) -> None:
        """Remove o and its routes, and put it back into the queue."""
        if not self.part.is_placed(o):
            return
        for e in (*self.loop.into[o], *self.loop.out_of[o]):
            self.router.disconnect(e)
        self.table.remove(o, [self.issued.pop(o)])
        self.part.put(o, None)
        heappush(self.queue, (self.rank[o], o))
