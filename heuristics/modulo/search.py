"""Attempts at a loop with different orders and seeds, until one is complete."""

from __future__ import annotations

import random
import time

from heuristics.modulo.loop import Loop
from heuristics.modulo.machine import Machine
from heuristics.modulo.order import downwards, outwards, times
from heuristics.modulo.partial import Partial
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index

EFFORT = 200
"""Placements per operation over all attempts."""

PATIENCE = 5
"""Placements per operation of one attempt."""

FEW = 3
"""So many operations are added in both, since attempts at small loops are short."""


MOST_CONTEXTS = 1000
"""Intervals beyond this are not tried: the tables have a column per cycle of the interval."""


def modulo_schedule(
    problem: Problem, seed: int = 0, effort: int = EFFORT, deadline: float | None = None
) -> Mapping | None:
    """Return a tidy mapping of a pipelined problem, or None if none has been found.

    Every operation is executed as the DFG has it, whatever may be transformed. `effort` bounds how
    often operations are placed, on average; `deadline` is a time of `time.perf_counter`. Without
    a deadline the same arguments give the same answer.
    """
    if problem.contexts is None:
        return None
    most = min(MOST_CONTEXTS, problem.arch.max_contexts or MOST_CONTEXTS)
    if problem.contexts > most:
        return None
    try:
        search = _Search(problem.as_written, seed, effort, deadline)
    except InfeasibleError:
        return None
    return search.run(problem)


class _Search:
    def __init__(self, problem: Problem, seed: int, effort: int, deadline: float | None) -> None:
        assert problem.contexts is not None
        self.interval = problem.contexts
        self.index = Index(problem)
        self.machine = Machine(self.index)
        self.seed, self.effort, self.deadline = seed, effort, deadline

    def run(self, problem: Problem) -> Mapping | None:
        loop = Loop.of(self.index)
        latency = [self.index.candidate_latency[w] for w in loop.way]
        if any(not (row > 0).any() for row in latency):
            return None
        least = [int(row[row > 0].min()) for row in latency]
        when = times(loop, least, self.interval)
        if when is None:
            return None
        budget = self.effort * (loop.operations + FEW)
        number = 0
        while budget > 0 or number == 0:
            if self.deadline is not None and time.perf_counter() > self.deadline:
                return None
            share = min(PATIENCE * (loop.operations + FEW), max(budget, 1))
            part = Partial(loop, self.machine, self.interval, when, number)
            if self._attempt(part, number).run(share, self.deadline):
                return prune_unused(problem, mapping_of(part))
            budget -= share
            number += 1
        return None

    def _attempt(self, part: Partial, number: int) -> Schedule:
        """Mostly outwards, first as the rule is, later with more or less noise."""
        chance = random.Random(f"{self.seed} {number}")
        noise = 0.0 if self.seed == 0 and number < 2 else 1.0 + number % 5
        order = downwards if number % 3 == 1 else outwards
        found = order(part.loop, part.when, chance, noise)
        return Schedule(part, found, chance.randrange(1 << 30))
