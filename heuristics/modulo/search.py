"""Attempts at a loop with different orders and seeds, until one is complete."""

from __future__ import annotations

import random
import time

from heuristics.modulo.order import downwards, outwards
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem

EFFORT = 200
"""Placements per operation over all attempts."""

PATIENCE = 5
"""Placements per operation of one attempt."""

FEW = 3
"""So many operations are added in both, since attempts at small loops are short."""


def modulo_schedule(
    problem: Problem, seed: int = 0, effort: int = EFFORT, deadline: float | None = None
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as in the DFG, also where transformations are allowed. `effort`
    bounds the average number of placements of an operation; `deadline` is a time of
    `time.perf_counter` in seconds. Without a deadline the same arguments give the same answer.

    Iterative modulo scheduling (Rau, "Iterative Modulo Scheduling", MICRO 1994, Fig. 3) on a modulo
    routing resource graph (Mei et al., "Exploiting Loop-Level Parallelism on Coarse-Grained
    Reconfigurable Architectures Using Modulo Scheduling", DATE 2003, section 4).
    """
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None:
        return None
    budget = effort * (shared.loop.operations + FEW)
    number = 0
    while budget > 0 or number == 0:
        if deadline is not None and time.perf_counter() > deadline:
            return None
        share = min(PATIENCE * (shared.loop.operations + FEW), max(budget, 1))
        part = shared.partial(number)
        if _attempt(part, number, seed).run(share, deadline):
            return prune_unused(problem, mapping_of(part))
        budget -= share
        number += 1
    return None


def _attempt(part: Partial, number: int, seed: int) -> Schedule:
    """Return attempt `number`: mostly outwards, at first without noise, later with more or less."""
    chance = random.Random(f"{seed} {number}")
    noise = 0.0 if seed == 0 and number < 2 else 1.0 + number % 5
    order = downwards if number % 3 == 1 else outwards
    found = order(part.loop, part.when, chance, noise)
    return Schedule(part, found, chance.randrange(1 << 30))
