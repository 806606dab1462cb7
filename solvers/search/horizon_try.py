"""A try of one horizon: a solver, or another task, with so many cycles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from models.data.problem import Problem
from solvers.backends.registry import chosen, goes_on
from solvers.search.portfolio import Try
from solvers.tasks.decide import decide
from solvers.tasks.messages import Message, Send
from solvers.tasks.solver_options import SolverOptions

HorizonTask = Callable[[Problem, int, SolverOptions, Send[Message]], None]
"""The task of a process for a problem and a horizon."""


@dataclass(frozen=True)
class HorizonTry(Try):
    """A try at one horizon of a problem; `variant` distinguishes those of the same horizon."""

    horizon: int = field(default=0, compare=False)
    variant: int = field(default=0, compare=False)
    options: SolverOptions = field(default_factory=SolverOptions, compare=False)

    @property
    def role(self) -> str:
        """The role of the try in its search."""
        return str(self.key[0])

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return self.options.solver


def counts_work(solver: str) -> bool:
    """Whether a solver counts the work that it does, slice by slice."""
    return goes_on(chosen(solver).backend.name)


def horizon_try(
    role: str,
    problem: Problem,
    horizon: int,
    options: SolverOptions,
    variant: int = 0,
    task: HorizonTask = decide,
) -> HorizonTry:
    """Return a try of a `role` in the search, by default one that decides the horizon."""
    given = partial(task, problem, horizon, options)
    key = (role, problem.contexts, horizon, variant)
    return HorizonTry(
        key, given, options.memory_limit, counts_work(options.solver), horizon, variant, options
    )
