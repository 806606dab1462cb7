"""The engines of pipelines: where each is, and what it understands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import NEGOTIABLE, RESERVED, unknown_traits
from models.transform.loaded import invariants_as_constants
from solvers.tasks.names import (
    ADJACENT,
    AT_ONCE,
    IN_TURN,
    LABELS,
    LEVELS,
    MODULO,
    NEGOTIATED,
    PLACED,
    REFINED,
)
from xyzmap_packages import PREFIX

Heuristic = Callable[..., Mapping | None]
"""(problem, seed, budget) -> mapping or None."""


class Engine(NamedTuple):
    """A heuristic, loaded when it is first of use."""

    module: str
    function: str
    understands: frozenset[str] = RESERVED
    """The traits of problems that it understands."""


HEURISTICS = {
    MODULO: Engine(f"{PREFIX}heuristics.modulo", "modulo_schedule"),
    PLACED: Engine(f"{PREFIX}heuristics.placement", "placed_schedule"),
    REFINED: Engine(f"{PREFIX}heuristics.placement", "refined_schedule"),
    LABELS: Engine(f"{PREFIX}solvers.mappers.guided", "annealed_by_labels"),
    LEVELS: Engine(f"{PREFIX}solvers.mappers.guided", "annealed_by_levels"),
    NEGOTIATED: Engine(f"{PREFIX}heuristics.negotiated", "negotiated_schedule", NEGOTIABLE),
    ADJACENT: Engine(f"{PREFIX}solvers.mappers.adjacent", "adjacent_schedule"),
    IN_TURN: Engine(f"{PREFIX}solvers.mappers.adjacent_turns", "turns"),
    AT_ONCE: Engine(f"{PREFIX}solvers.mappers.first_mapping", "first_mapping"),
}


@cache
def named_heuristic(by: str) -> Heuristic:
    """Return a heuristic."""
    engine = HEURISTICS[by]
    found: Heuristic = getattr(import_module(engine.module), engine.function)
    return found


def able_heuristics(problem: Problem) -> frozenset[str]:
    """Return the names of the heuristics that understand all traits of a problem.

    Constraints of a user do not count: heuristics know none, and their mappings are judged.
    Invariants become constants before.
    """
    free = invariants_as_constants(problem.unconstrained).problem
    return frozenset(
        by for by, named in HEURISTICS.items() if not unknown_traits(free, named.understands)
    )


def has_few_wires(problem: Problem) -> bool:
    """Whether to negotiate for wires: passing values take issue slots, or paths through switches.

    Elsewhere modulo scheduling maps the same loops sooner.
    """
    parts = problem.arch.components
    is_narrow = any(part.switch or part.routing_issues for part in parts)
    return is_narrow and NEGOTIATED in able_heuristics(problem)
