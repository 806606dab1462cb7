"""The interval that the toolkit's mapper reaches for a graph on an array, with a short budget.

Modulo scheduling tries one interval after the other, from the least that arithmetic allows on.
Budgets are in placements, so that equal arguments give equal answers; only what takes very long is
given up, by the time that the processor spent on it, so that other work on the machine makes no
difference. The tables of the array are shared by all attempts, which is most of the work for small
graphs.
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
from programs.dataflow.properties import properties
from programs.intervals.facts import Fitted

LARGEST = 16
"""The largest interval that is tried; context buffers hold fewer."""

SECONDS = 3.0
"""Of the processor: after so long no further attempt begins."""

SHORTER = 2
"""So many more schedules are made where one is longer than the critical path; the shortest counts.
"""


FIRST, AGAIN = 3, 6
"""Placements per operation: of an attempt, and of the one at the interval below the first that was
reached.
"""


@dataclass(frozen=True)
class Label:
    """What was found: `ii`, and `filling`, the length of an iteration beyond it, both in cycles.

    `mii` is the least interval that arithmetic allows, `seconds` the time of the processor. None
    where nothing was found, and then `why` tells it: `infeasible` (no component executes some
    operator), `large` (the least interval is), `unmapped` (up to the largest interval) or `time`.
    """

    mii: int | None = None
    ii: int | None = None
    filling: int | None = None
    seconds: float = 0.0
    why: str = ""


def label(dfg: Dfg, arch: Architecture, limit: float = SECONDS) -> Label:
    """Return the interval that modulo scheduling reaches, with `limit` seconds of the processor."""
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
    """Return the cycles of an iteration in the shortest schedule that some attempts find.

    None where none of them is complete within `limit` seconds.
    """
    search = _Search(dfg, Fitted(arch).to(dfg), time.process_time() + limit)
    found = [search.length(ii, number, FIRST) for number in range(attempts)]
    return min((length for length in found if length is not None), default=None)


class _Search:
    """Attempts at ever larger intervals, with one set of tables."""

    def __init__(self, dfg: Dfg, arch: Architecture, deadline: float) -> None:
        self.index = Index(Problem(dfg, arch, 1).as_written)
        self.machine, self.loop = Machine(self.index), Loop.of(self.index)
        latency = [self.index.candidate_latency[n] for n in self.loop.candidate]
        self.least = [int(row[row > 0].min()) for row in latency]
        self.path = properties(dfg, arch).critical_path
        self.deadline = deadline

    def run(self, mii: int) -> tuple[int, int] | str:
        """Return an interval and the length of an iteration, or why there is none."""
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
        """Whether it is time to stop."""
        return time.process_time() > self.deadline

    def length(self, ii: int, number: int, effort: int) -> int | None:
        """Return how many cycles an iteration takes; None where the attempt is not complete."""
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
        # In cycle 0, nothing is executed yet.
        return mapping_of(part).horizon - 1
