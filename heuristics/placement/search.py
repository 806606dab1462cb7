"""Placements by the length of wires, each completed by modulo scheduling that is pulled to it."""

from __future__ import annotations

import numpy as np

from heuristics.finished import finished
from heuristics.modulo.order import downwards, outwards
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.modulo.search import FEW, PATIENCE
from heuristics.placement.attempts import placements
from heuristics.placement.times import due_times, room
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget

PULLS = (1.0, 2.0)
"""Price of modulo scheduling for each path away from the place."""

ORDERS = (downwards, outwards)
"""Transforms are mapped by the first, random loops by the second (`docs/decisions.md`)."""


def placed_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, budget: Budget = UNLIMITED
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    The arguments are those of `placements`. Raises `ValueError` like it.
    """
    for shared, away, number, chance, site in placements(problem, seed, attempts, budget):
        times, held = due_times(shared, site)
        if held > room(shared):
            return None
        part = shared.partial(number)
        # Each order with each pull; other seeds begin with another one.
        way = number + seed
        part.pulled = PULLS[way // 2 % 2] * away[site].astype(np.float64)
        due = times + part.lead + 1
        # Start times ignore shared resources: on an array that is short of anything but issue slots
        # they would crowd into a part of the II.
        part.due, part.untimely = due.tolist(), min(1.0, np.ptp(due) / shared.interval) ** 2
        if not part.bounded_end:
            part.end = max(part.end, int(due.max()) + 4 * part.width)
        order = ORDERS[way % 2](part.loop, part.when, chance, 0.0)
        most = PATIENCE * (shared.loop.operations + FEW)
        if Schedule(part, order, chance.randrange(1 << 30)).run(most, budget):
            found = finished(problem, mapping_of(part))
            if found is not None:
                return found
    return None
