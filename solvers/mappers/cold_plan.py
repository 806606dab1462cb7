"""A plan on a new installation: a mapping before heuristics that take long to be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solvers.mappers.plans import Left, Plan, PlanStep, rising
from solvers.search.names import MODULO

COLD_SECONDS = 0.5
"""Seconds of modulo scheduling for an II."""


def before_compiling(plan: Plan, is_cold: Callable[[str], bool], left: Left) -> Iterator[PlanStep]:
    """Follow a plan; without a mapping yet, modulo scheduling tries rising IIs before the first
    step of a heuristic that `is_cold`.

    Compiling annealing or negotiation takes 10 to 30 s, once after an installation. Modulo
    scheduling is compiled in 3 s. IIs that it tried are left out.
    """
    asked, tried = False, set[int]()
    for step in plan(left):
        if not asked and step.contexts <= left.last and is_cold(step.by):
            asked = True
            for contexts in () if left.mapped else rising(left.first, left.last):
                if contexts not in tried:
                    yield PlanStep(MODULO, contexts, COLD_SECONDS)
        if step.by == MODULO:
            tried.add(step.contexts)
        yield step
