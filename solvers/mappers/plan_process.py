"""TODO(merge): a name for `addressed_search`; goes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from models.data.problem import Problem
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import Pipeline
from solvers.search.messages import Message
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import Task

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess


def planned(
    plan: Callable[[], Pipeline],
    problem: Problem,
    first: int,
    most: int,
    options: SolverOptions,
    guess: Guess | None = None,
) -> Task[Message]:
    """Return the task of a process."""
    own = msgspec.structs.replace(problem, files=options.files)
    return pipeline_task(plan(), own, first, most, options.seed, guess=guess)
