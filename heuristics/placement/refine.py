"""Placements by the length of wires whose places and cycles are annealed with their routes.

Modulo scheduling ejects operations that block another one, and leaves dozens of hundreds when an
array is nearly full. Annealing from start times with the least lifetimes ends with a few units
overused, and modulo scheduling resolves these.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from heuristics.anneal.guide import guide_of
from heuristics.anneal.parameters import PLAIN
from heuristics.anneal.search import state_mapping
from heuristics.anneal.tables import Tables, tabulate
from heuristics.finished import finished
from heuristics.modulo.order import downwards, outwards
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.placement.attempts import Placed, placements
from heuristics.placement.times import due_times, least_held, room
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget

if TYPE_CHECKING:
    from heuristics.anneal.state import AnnealState

ROUNDS, MOVEMENTS = 228, 5
"""Temperatures, at most, and movements at each of them for each operation."""

CHUNK = 1000
"""Movements between looks at the clock."""

HOT, COLD = 2.0, 0.2
"""The first and the last temperature, in units of cost."""

GRUDGE, DECAY = 10.0, 0.995
"""Growth of the price of faults at each temperature, and the share kept at the next one."""

UNTIMELY = 400.0
"""Additional cost of an operand that does not arrive: few are missing when annealing ends, since
later on only movements of many operations at once would give them time.
"""

NEAR = 13
"""Number of the nearest components for a movement: those of two steps in a mesh."""

SHARE = 0.8
"""The share of the time for annealing, if it is limited."""

SPACIOUS = 0.4
"""Share of registers that values take at least, below which registers count as abundant."""

WRONG = 20
"""The fewest operations per fault at which modulo scheduling is tried to resolve the faults."""

ENDINGS = 3
"""Number of its attempts."""

EFFORT = 8
"""Placements per operation of each."""


def refined_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, budget: Budget = UNLIMITED
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    The arguments are those of `placements`. Raises `ValueError` like it.
    """
    for placed in placements(problem, seed, attempts, budget):
        try:
            found = _Refinement(problem, placed, budget).run()
        except (InfeasibleError, MemoryError):
            return None
        if found is not None:
            return found
    return None


class _Refinement:
    def __init__(self, problem: Problem, placed: Placed, budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        self.shared, self.away, self.number, self.chance, self.site = placed

    def run(self) -> Mapping | None:
        """Refine the placement by annealing, then resolve the remaining faults."""
        shared, site = self.shared, self.site
        part = shared.partial(self.number)
        times, held = due_times(shared, site, int(self.is_spacious))
        if held > room(shared):
            return None
        due = times + part.lead + 1
        most = int(due.max()) + (part.width if part.bounded_end else 2 * part.width)
        part.end = max(part.end, most) if part.bounded_end else most
        tables = tabulate(part)
        if (tables.issue_place[np.arange(len(site)), site] < 0).any():
            return None
        state = self._annealed(tables, site, due)
        if not state.faults.any():
            found = finished(self.problem, state_mapping(self.problem, part, state))
            if found is not None:
                return found
        if WRONG * state.faults.sum() > len(site):
            return None
        return self._resolved(state.at, state.when)

    @cached_property
    def is_spacious(self) -> bool:
        """Whether values take so few registers that routes can be longer than necessary."""
        parts = self.shared.index.problem.arch.components
        used = np.flatnonzero((np.array(self.shared.latency) > 0).any(axis=0))
        if any(parts[j].capacity is None for j in used):
            return True
        registers = sum(part.capacity or 0 for part in parts)
        return least_held(self.shared) < SPACIOUS * registers * self.shared.interval

    def _annealed(self, tables: Tables, site: IntArray, due: IntArray) -> AnnealState:
        """Anneal from operations on components `site` [O] in cycles `due` [O]."""
        from heuristics.anneal.moves import Start, adopt, sweep
        from heuristics.anneal.state import add_grudges, fresh_state, is_complete

        shared, operations = self.shared, len(site)
        state = fresh_state(tables)
        state.lack[:] = UNTIMELY
        able = (np.array(shared.latency) > 0).any(axis=0)
        order = np.argsort(np.where(able, self.away, self.away.max() + 1), axis=1, kind="stable")
        near = np.ascontiguousarray(order[:, : min(NEAR, int(able.sum()))], dtype=np.int64)
        guide = guide_of(shared.index, shared.loop, None, PLAIN)._replace(near=near)
        seed = self.chance.randrange(1 << 30)
        adopt(tables, state, guide, site.astype(np.int64), due.astype(np.int64), seed)
        start = Start(np.zeros(0, dtype=np.int64), False, -1)
        done, movements, budget = 0.0, MOVEMENTS * operations, self.budget.part(SHARE)
        share = max(budget.left(), 1e-3)
        for number in range(ROUNDS):
            heat = HOT * (COLD / HOT) ** max(done, number / ROUNDS)
            for made in range(0, movements, CHUNK):
                sweep(tables, state, guide, start, heat, min(CHUNK, movements - made))
                if budget.limited:
                    done = 1.0 - budget.left() / share
                if done >= 1.0 or is_complete(state):
                    return state
            add_grudges(tables, state, GRUDGE, DECAY)
        return state

    def _resolved(self, at: IntArray, when: IntArray) -> Mapping | None:
        """Schedule again from components `at` and cycles `when`, ejecting conflicting
        operations.
        """
        shared = self.shared
        for ending in range(ENDINGS):
            if self.budget.over():
                return None
            part = shared.partial(self.number)
            assert shared.when is not None
            if not part.bounded_end:
                part.end = max(part.end, int(when.max()) + 4 * part.width)
            if ending > 1:
                part.pulled = (0.5 + ending % 3) * self.away[at].astype(np.float64)
                part.due = when.tolist()
            order = (downwards, outwards)[ending % 2](part.loop, shared.when, self.chance, 0.0)
            schedule = Schedule(part, order, self.chance.randrange(1 << 30))
            schedule.adopt(at.tolist(), when.tolist())
            if schedule.run(EFFORT * len(at), self.budget):
                found = finished(self.problem, mapping_of(part))
                if found is not None:
                    return found
        return None
