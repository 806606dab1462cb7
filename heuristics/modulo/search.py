"""Attempts at a loop with different orders and seeds, until one is complete."""

from __future__ import annotations

import random

from heuristics.finished import finished
from heuristics.modulo.order import downwards, outwards
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget

EFFORT = 200
"""Placements per operation over all attempts."""

PATIENCE = 5
"""Placements per operation of one attempt."""

FEW = 3
"""Operations added to those of a loop in both limits, since attempts at small loops are short."""


def modulo_schedule(
    problem: Problem, seed: int = 0, effort: int = EFFORT, budget: Budget = UNLIMITED
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as in the DFG, also where transformations are allowed. `effort`
    bounds the average number of placements of an operation. In an unlimited budget the same
    arguments give the same answer.

    Iterative modulo scheduling (Rau, "Iterative Modulo Scheduling", MICRO 1994, Fig. 3) on a modulo
    routing resource graph (Mei et al., "Exploiting Loop-Level Parallelism on Coarse-Grained
    Reconfigurable Architectures Using Modulo Scheduling", DATE 2003, section 4).
    """
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None:
        return None
    left = effort * (shared.loop.operations + FEW)
    number = 0
    while left > 0 or number == 0:
        if budget.over():
            return None
        share = min(PATIENCE * (shared.loop.operations + FEW), max(left, 1))
        part = shared.partial(number)
        if _attempt(part, number, seed).run(share, budget):
            found = finished(problem, mapping_of(part))
            if found is not None:
                return found
        left -= share
        number += 1
    return None


def _attempt(part: Partial, number: int, seed: int) -> Schedule:
    """Return attempt `number`: mostly outwards, at first without noise, later with more or less."""
    chance = random.Random(f"{seed} {number}")
    noise = 0.0 if seed == 0 and number < 2 else 1.0 + number % 5
    order = downwards if number % 3 == 1 else outwards
    found = order(part.loop, part.when, chance, noise)
    return Schedule(part, found, chance.randrange(1 << 30))
