"""The II that the toolkit's mapper reaches for a graph on an array, with a short budget.

Modulo scheduling tries increasing IIs, starting at the MII. Budgets are in placements, so that
equal arguments give equal answers; only very long attempts are abandoned, by processor time, which
does not depend on the load of the machine. All attempts share the tables of the array, whose
construction dominates the work for small graphs.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from heuristics.modulo.loop import Loop
from heuristics.modulo.machine import Machine
from heuristics.modulo.order import downwards, outwards, times
from heuristics.modulo.partial import Partial
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.modulo.search import FEW
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from programs.intervals.facts import Fitted
from programs.properties import properties

LARGEST = 16
"""The largest tried II; context buffers hold fewer contexts."""

SECONDS = 3.0
"""Processor time after which no further attempt begins."""

SHORTER = 2
"""Number of additional schedules if one exceeds the critical path; the shortest one counts."""


FIRST, AGAIN = 3, 6
"""Placements per operation: of an attempt, and of the retry one II below the first success."""


@dataclass(frozen=True)
class Label:
    """The result: `ii`, and `filling`, the length of an iteration beyond it, both in cycles.

    `mii` is the arithmetic minimum II, `seconds` the processor time. Without a result, `ii` and
    `filling` are None and `why` is the reason: `infeasible` (no component executes some operator),
    `large` (the MII is too large), `unmapped` (up to the largest II) or `time`.
    """

    mii: int | None = None
    ii: int | None = None
    filling: int | None = None
    seconds: float = 0.0
    why: str = ""


def label(dfg: Dfg, arch: Architecture, limit: float = SECONDS) -> Label:
    """Return the II that modulo scheduling reaches within `limit` seconds of processor time."""
    begun = time.process_time()
    try:
        fitted = Fitted(arch)
        mii = fitted.facts(dfg).mii
        if mii > LARGEST:
            return Label(mii, why="large")
        found = _Search(dfg, fitted.to(dfg), begun + limit).run(mii)
    except InfeasibleError:
        return Label(why="infeasible")
    spent = round(time.process_time() - begun, 3)
    if isinstance(found, str):
        return Label(mii, seconds=spent, why=found)
    ii, length = found
    return Label(mii, ii, max(0, length - ii), spent)


def shortest_iteration(
    dfg: Dfg, arch: Architecture, ii: int, attempts: int, limit: float
) -> int | None:
    """Return the cycles of an iteration in the shortest schedule of `attempts` attempts.

    None if no attempt completes within `limit` seconds.
    """
    search = _Search(dfg, Fitted(arch).to(dfg), time.process_time() + limit)
    found = [search.length(ii, number, FIRST) for number in range(attempts)]
    return min((length for length in found if length is not None), default=None)


class _Search:
    """Attempts at increasing IIs, with one set of tables."""

    def __init__(self, dfg: Dfg, arch: Architecture, deadline: float) -> None:
        self.index = Index(Problem(dfg, arch, 1).as_written)
        self.machine, self.loop = Machine(self.index), Loop.of(self.index)
        latency = [self.index.candidate_latency[n] for n in self.loop.candidate]
        self.least = [int(row[row > 0].min()) for row in latency]
        self.path = properties(dfg, arch).critical_path
        self.deadline = deadline

    def run(self, mii: int) -> tuple[int, int] | str:
        """Return an II and the length of an iteration, or the reason of failure."""
        best: tuple[int, int] | None = None
        for ii in range(mii, LARGEST + 1):
            length = self.length(ii, 0, FIRST)
            if length is not None:
                best = ii, length
                break
            if self.late:
                return "time"
        if best is None:
            return "unmapped"
        if best[0] > mii:
            length = self.length(best[0] - 1, 1, AGAIN)
            if length is not None:
                best = best[0] - 1, length
        for number in range(2, 2 + SHORTER):
            if best[1] <= max(best[0], self.path):
                break
            length = self.length(best[0], number, FIRST)
            if length is not None:
                best = best[0], min(best[1], length)
        return best

    @property
    def late(self) -> bool:
        """Whether the time limit has passed."""
        return time.process_time() > self.deadline

    def length(self, ii: int, number: int, effort: int) -> int | None:
        """Return the length of an iteration in cycles; None if the attempt is incomplete."""
        when = times(self.loop, self.least, ii)
        if when is None or self.late:
            return None
        part = Partial(self.loop, self.machine, ii, when, number)
        chance = random.Random(f"label {number}")
        order = downwards if number % 3 == 1 else outwards
        found = order(self.loop, when, chance, 0.0 if number < 2 else 1.0)
        schedule = Schedule(part, found, chance.randrange(1 << 30))
        if not schedule.run(effort * (self.loop.operations + FEW)):
            return None
        # Cycle 0 is the initial state.
        return mapping_of(part).horizon - 1
