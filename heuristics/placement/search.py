"""Placements by the length of wires, each completed by modulo scheduling that is pulled to it."""

from __future__ import annotations

import random
import time
from itertools import count

import numpy as np

from heuristics.modulo.order import downwards, outwards
from heuristics.modulo.partial import Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from heuristics.modulo.search import FEW, PATIENCE
from heuristics.placement.kernel import anneal, begin
from heuristics.placement.layout import Layout, hops, layout_of, state_of
from heuristics.placement.times import due_times
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.index_array import IntArray

MOVEMENTS = 4_000
"""Per operation, of a placement."""

HOT, COLD = 4.0, 0.05
"""The first and the last temperature, in paths."""

CHUNK = 400_000
"""Movements between looks at the clock."""

PULLS = (1.0, 2.0)
"""What modulo scheduling pays for each path away from the place."""

ORDERS = (downwards, outwards)
"""Transforms are mapped by the first, random loops by the second (`docs/decisions.md`)."""


def placed_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, deadline: float | None = None
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as the DFG has it. There are so many `attempts`, or as many as there
    is time for until `deadline`, a time of `time.perf_counter`; one of the two has to be given, and
    without a deadline the same arguments give the same answer.
    Raises `ValueError` if neither is given.
    """
    if attempts is None and deadline is None:
        raise ValueError("attempts or a deadline have to be given")
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None or not shared.loop.operations:
        return None
    away = hops(shared)
    layout = layout_of(shared, away)
    for number in count() if attempts is None else range(attempts):
        chance = random.Random(f"{seed} {number}")
        site = placement(layout, chance, deadline)
        if site is None:
            return None
        part = shared.partial(number)
        # Each order with each pull; other seeds begin with another one.
        way = number + seed
        part.pulled = PULLS[way // 2 % 2] * away[site].astype(np.float64)
        part.due = (due_times(shared, site) + part.lead + 1).tolist()
        if not part.bounded_end:
            part.end = max(part.end, max(part.due) + 4 * part.width)
        order = ORDERS[way % 2](part.loop, part.when, chance, 0.0)
        budget = PATIENCE * (shared.loop.operations + FEW)
        if Schedule(part, order, chance.randrange(1 << 30)).run(budget, deadline):
            return prune_unused(problem, mapping_of(part))
        if is_late(deadline):
            return None
    return None


def placement(layout: Layout, chance: random.Random, deadline: float | None) -> IntArray | None:
    """Return the components of operations [O], annealed; None where there are none, or no time."""
    state = state_of(layout)
    if not begin(layout, state, chance.randrange(1 << 31)):
        return None
    movements = MOVEMENTS * len(state.site)
    chunks = -(-movements // CHUNK)
    cooling = (COLD / HOT) ** (1 / chunks)
    for n in range(chunks):
        hot = HOT * cooling**n
        anneal(layout, state, movements // chunks, hot, hot * cooling)
        if is_late(deadline):
            return None
    return state.site


def is_late(deadline: float | None) -> bool:
    """Return whether a time of `time.perf_counter`, if any, is over."""
    return deadline is not None and time.perf_counter() > deadline
