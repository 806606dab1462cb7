"""Attempts at a loop: placements by the length of wires, each from another seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from heuristics.modulo.partial import Pipelined
from heuristics.placement.kernel import anneal, begin
from heuristics.placement.layout import PlacementLayout, hops, layout_of, state_of
from models.data.problem import Problem
from models.space_time.index_array import IntArray
from shell.budget import Budget, Work

MOVEMENTS = 4_000
"""Per operation, of a placement."""

HOT, COLD = 4.0, 0.05
"""The first and the last temperature, in paths."""

CHUNK = 400_000
"""Movements between looks at the clock."""

MOVEMENT_SECONDS = 2.2e-7
"""The work of a movement on an idle machine with compiled kernels."""


class Placed(NamedTuple):
    """Attempt `number` at a loop: `site` [O] are the components, `away` [J, J] the `hops`."""

    shared: Pipelined
    away: IntArray
    number: int
    chance: random.Random
    site: IntArray


def placements(
    problem: Problem, seed: int, attempts: int | None, budget: Budget
) -> Iterator[Placed]:
    """Yield `attempts` placements of a pipelined problem, or as many as the budget allows.

    Every operation is executed as in the DFG. Attempts or a limited budget have to be given; in an
    unlimited one the same arguments give the same placements. Raises `ValueError` if neither is
    given.
    """
    if attempts is None and not budget.limited:
        raise ValueError("attempts or a limited budget have to be given")
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None or not shared.loop.operations:
        return
    away = hops(shared)
    layout = layout_of(shared, away)
    for number in count() if attempts is None else range(attempts):
        chance = random.Random(f"{seed} {number}")
        site = placement(layout, chance, budget)
        if site is None:
            return
        yield Placed(shared, away, number, chance, site)
        if budget.over():
            return


def placement(layout: PlacementLayout, chance: random.Random, budget: Budget) -> IntArray | None:
    """Return the annealed components of operations [O]; None without a placement, or
    without time.
    """
    state = state_of(layout)
    if not begin(layout, state, chance.randrange(1 << 31)):
        return None
    movements = MOVEMENTS * len(state.site)
    chunks = -(-movements // CHUNK)
    cooling = (COLD / HOT) ** (1 / chunks)
    for n in range(chunks):
        hot = HOT * cooling**n
        anneal(layout, state, movements // chunks, hot, hot * cooling)
        Work.add(MOVEMENT_SECONDS * (movements // chunks))
        if budget.over():
            return None
    return state.site
