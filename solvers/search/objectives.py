"""Objectives of a user, one after the other: the least of each with so many contexts and cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial

from msgspec.structs import replace

from models.counting.packing import least_value
from models.data.constraints import Minimize
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.own_rules import objective_value
from shell.budget import Budget
from solvers.search.answer import Reached
from solvers.search.portfolio import messages_of
from solvers.tasks.least import improve
from solvers.tasks.mappings import judge
from solvers.tasks.messages import BoundFound, Proposal
from solvers.tasks.solver_options import SolverOptions

SECONDS = 60.0
"""Seconds for each objective without a time limit."""


def minimise_in_turn(
    problem: Problem,
    mapping: Mapping,
    objectives: Iterable[Minimize],
    options: SolverOptions,
    budget: Budget,
    tell: Callable[[str], None],
) -> tuple[Mapping, list[Reached]]:
    """Return a mapping of the same contexts and cycles, and the values of all objectives.

    Each is minimised among the mappings with the least known values of those before it.
    """
    found: list[Reached] = []
    for objective in objectives:
        tell(f"the least {objective.name}")
        best = Reached(objective.name, objective_value(problem, mapping, objective))
        if objective.is_positive:
            best.least = least_value(problem, objective, best.value)
        task = partial(improve, problem, mapping.horizon, options, objective, best.value)
        within = budget if budget.limited else Budget.of(SECONDS)
        if not best.proven and not budget.over():
            with closing(messages_of(task, within, options.memory_limit)) as messages:
                for message in messages:
                    match message:
                        case Proposal(mapping=other):
                            judge(problem, other, options.pins)
                            value = objective_value(problem, other, objective)
                            if value < best.value:
                                mapping, best.value = other, value
                        case BoundFound(lower=least):
                            best.least = max(least, best.least or least)
                        case _:
                            break
        found.append(best)
        fixed = (*problem.constraints, objective.at_most(best.value))
        problem = replace(problem, constraints=fixed)
    return mapping, found
