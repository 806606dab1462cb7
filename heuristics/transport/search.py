"""Placements annealed by price, then routed, at one interval."""

from __future__ import annotations

import random
import time
from itertools import count

import numpy as np

from heuristics.modulo.loop import Loop
from heuristics.modulo.machine import Machine
from heuristics.modulo.order import Times, outwards, times
from heuristics.modulo.partial import Partial
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.modulo.search import MOST_CONTEXTS
from heuristics.transport.layout import LONGEST, Layout, layout_of
from heuristics.transport.state import state_of
from heuristics.transport.ways import RARE, USUAL, Pricing
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.process.packages import require_package
from models.space_time.index import Index
from models.space_time.index_array import IntArray

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

MOST_WAYS = 100_000
"""Larger tables, with a way between every two units for every time, take too long to fill."""

WORTH = 8
"""Without a route for more edges than that, and for more than a tenth of them, nothing is tried."""


def transport_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, deadline: float | None = None
) -> Mapping | None:
    """Return a tidy mapping of a pipelined problem, or None if none has been found.

    Every operation is executed as the DFG has it. There are `attempts`, ever longer ones, or
    as many as there is time for until `deadline`, a time of `time.perf_counter`; one of the two has
    to be given, and without a deadline the same arguments give the same answer.
    Raises `ValueError` if neither is given, and `InputError` if numba is not installed.
    """
    if attempts is None and deadline is None:
        raise ValueError("attempts or a deadline have to be given")
    require_package("numba", "placement by transport", "anneal")
    most = min(MOST_CONTEXTS, problem.arch.max_contexts or MOST_CONTEXTS)
    if problem.contexts is None or problem.contexts > most:
        return None
    try:
        index = Index(problem.as_written)
    except InfeasibleError:
        return None
    return _Search(index, problem.contexts, seed, deadline).run(problem, attempts)


class _Search:
    def __init__(self, index: Index, interval: int, seed: int, deadline: float | None) -> None:
        self.interval, self.seed, self.deadline = interval, seed, deadline
        self.index, self.machine = index, Machine(index)
        self.loop = Loop.of(index)
        self.when: Times | None = None

    def run(self, problem: Problem, attempts: int | None) -> Mapping | None:
        loop = self.loop
        latency = [self.index.candidate_latency[w] for w in loop.way]
        if not latency or any(not (row > 0).any() for row in latency):
            return None
        if not self._has_room(np.array(latency)):
            return None
        self.when = times(loop, [int(row[row > 0].min()) for row in latency], self.interval)
        if self.when is None:
            return None
        layouts: dict[Pricing, Layout] = {}
        for number in count() if attempts is None else range(attempts):
            if self._late():
                return None
            part, pricing = self._partial(number), (RARE, USUAL)[number % 2]
            if pricing not in layouts:
                layouts[pricing] = layout_of(self._partial(0), pricing)
                if self._late():
                    return None
            if self._attempt(layouts[pricing], pricing.cold, part, number):
                return prune_unused(problem, mapping_of(part))
        return None

    def _has_room(self, latency: IntArray) -> bool:
        """Whether there are slots for all operations of these latencies [O, J].

        Arrays with too many units for a table of all ways between two of them have no room either.
        """
        parts = self.index.problem.arch.components
        issue = np.array([min(part.issue, len(latency)) for part in parts])
        able = (latency > 0).any(axis=0)
        ways = int(able.sum()) ** 2 * LONGEST * self.interval
        return len(latency) <= issue[able].sum() * self.interval and ways <= MOST_WAYS

    def _late(self) -> bool:
        return self.deadline is not None and time.perf_counter() > self.deadline

    def _partial(self, number: int) -> Partial:
        assert self.when is not None
        return Partial(self.loop, self.machine, self.interval, self.when, number)

    def _attempt(self, layout: Layout, cold: float, part: Partial, number: int) -> bool:
        """Anneal, route, and repair."""
        from heuristics.transport.kernel import begin, sweep

        chance = random.Random(f"{self.seed} {number}")
        state = state_of(layout)
        if not begin(layout, state, chance.randrange(1 << 31)):
            return False
        movements = min(FIRST << min(number // 2, 20), MOST) * self.loop.operations
        chunks = -(-movements // CHUNK)
        cooling = (cold / HOT) ** (1 / chunks)
        for n in range(chunks):
            hot = HOT * cooling**n
            if sweep(layout, state, CHUNK, hot, hot * cooling) or self._late():
                break
        order = outwards(self.loop, part.when, chance, 0.0)
        schedule = Schedule(part, order, chance.randrange(1 << 30))
        sites = layout.component[layout.unit[state.best_site]]
        left = schedule.adopt(sites.tolist(), state.best_cycle.tolist())
        if left > max(WORTH, len(self.loop.edges) // 10):
            return False
        return schedule.run(REPAIR * self.loop.operations, self.deadline)
