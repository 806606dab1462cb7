"""Placements annealed by price, then routed, at one interval."""

from __future__ import annotations

import random
from itertools import count

import numpy as np

from heuristics.modulo.order import outwards
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.transport.kernel import begin, sweep
from heuristics.transport.layout import LONGEST, TransportLayout, layout_of, state_of
from heuristics.transport.routes import RARE, USUAL, Pricing
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget

HOT = 0.5
"""The first temperature, in issue slots."""

FIRST, MOST = 12_000, 500_000
"""Movements per operation of the first attempt, and of the longest. Every second one has twice as
many: of attempts that nearly fit, repair completes many, but not all.
"""

CHUNK = 200_000
"""Movements between looks at the clock."""

REPAIR = 1
"""Placements per operation to place anew what has no route: what can be repaired needs few."""

MOST_ROUTES = 100_000
"""Larger tables, with a route between every two units for every time, take too long to fill."""

WORTH = 8
"""Without a route for more edges than that, and for more than a tenth of them, nothing is tried."""


def transport_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, budget: Budget = UNLIMITED
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as the DFG has it. There are `attempts`, ever longer ones, or
    as many as there is time for in a limited budget; one of the two has to be given, and in an
    unlimited budget the same arguments give the same answer. Raises `ValueError` if neither is
    given.
    """
    if attempts is None and not budget.limited:
        raise ValueError("attempts or a limited budget have to be given")
    shared = Pipelined.of(problem)
    if shared is None or not shared.latency or not _has_room(shared) or shared.when is None:
        return None
    search = _Search(shared, seed, budget)
    for number in count() if attempts is None else range(attempts):
        part = search.attempt(number)
        if part is not None:
            return prune_unused(problem, mapping_of(part))
        if budget.over():
            return None
    return None


def _has_room(shared: Pipelined) -> bool:
    """Whether there are slots for all operations.

    Arrays with too many units for a table of routes between every two have no room either.
    """
    count, parts = len(shared.latency), shared.index.problem.arch.components
    issue = np.array([min(part.issue, count) for part in parts])
    able = (np.array(shared.latency) > 0).any(axis=0)
    routes = int(able.sum()) ** 2 * LONGEST * shared.interval
    return count <= issue[able].sum() * shared.interval and routes <= MOST_ROUTES


class _Search:
    """Attempts at one loop, with tables for two prices of moves in turns."""

    def __init__(self, shared: Pipelined, seed: int, budget: Budget) -> None:
        self.shared, self.seed, self.budget = shared, seed, budget
        self.layouts: dict[Pricing, TransportLayout] = {}

    def attempt(self, number: int) -> Partial | None:
        """Anneal, route and repair; return the schedule if it is complete."""
        if self.budget.over():
            return None
        part, pricing = self.shared.partial(number), (RARE, USUAL)[number % 2]
        if pricing not in self.layouts:
            self.layouts[pricing] = layout_of(self.shared.partial(0), pricing)
            if self.budget.over():
                return None
        return part if self._maps(self.layouts[pricing], pricing.cold, part, number) else None

    def _maps(self, layout: TransportLayout, cold: float, part: Partial, number: int) -> bool:
        """Anneal a placement and complete `part` by it; return whether that succeeds."""
        loop, chance = part.loop, random.Random(f"{self.seed} {number}")
        state = state_of(layout)
        if not begin(layout, state, chance.randrange(1 << 31)):
            return False
        movements = min(FIRST << min(number // 2, 20), MOST) * loop.operations
        chunks = -(-movements // CHUNK)
        cooling = (cold / HOT) ** (1 / chunks)
        for n in range(chunks):
            hot = HOT * cooling**n
            if sweep(layout, state, CHUNK, hot, hot * cooling) or self.budget.over():
                break
        order = outwards(loop, part.when, chance, 0.0)
        schedule = Schedule(part, order, chance.randrange(1 << 30))
        sites = layout.component[layout.unit[state.best_site]]
        left = schedule.adopt(sites.tolist(), state.best_cycle.tolist())
        if left > max(WORTH, len(loop.edges) // 10):
            return False
        return schedule.run(REPAIR * loop.operations, self.budget)
