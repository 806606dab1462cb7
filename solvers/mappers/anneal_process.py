"""Simulated annealing at growing IIs, until one has a mapping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.transform.loaded import invariants_as_constants
from shell.budget import Budget
from solvers.tasks.mappings import is_suitable
from solvers.tasks.messages import IntervalTried, Message, Proposal, Send

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess


@dataclass(frozen=True)
class Annealer:
    """Annealing options, guided by labels where these are guessed.

    None for `movements` per temperature or `alpha` leaves the choice to the heuristic.
    """

    guess: Guess | None = None
    movements: int | None = None
    alpha: float | None = None

    @property
    def name(self) -> str:
        """The name in the answer."""
        return "simulated annealing" if self.guess is None else "label-guided annealing"

    def settings(self) -> dict[str, Any]:
        """The arguments of `heuristics.anneal.Annealing`."""
        given = {"movements": self.movements, "alpha": self.alpha}
        guided = "none" if self.guess is None else "always"
        return {"guided": guided} | {key: n for key, n in given.items() if n is not None}


ROUNDS = 8
"""Rounds of annealing alone without a time limit; with one they go on until it."""


def anneal(
    annealer: Annealer,
    most: int,
    budget: Budget,
    rounds: int | None,
    problem: Problem,
    first: int,
    seed: int,
    send: Send[Message],
) -> None:
    """Anneal at `first` contexts, then at more, up to `most`.

    Ends with the first mapping, with the rounds, or when the budget is over. Intervals without a
    mapping are reported in the first round only. A mapping without addresses where the
    problem asks for them does not count.
    """
    from heuristics.anneal import Annealing, search_intervals

    how, guess = Annealing(**annealer.settings()), annealer.guess
    plain = invariants_as_constants(problem.unconstrained.at(most))

    def made(mapping: Mapping) -> Mapping | None:
        lifted = plain.lifted(mapping)
        return lifted if is_suitable(problem, lifted) else None

    given = plain.problem, how, guess, seed, first, most, budget, rounds, made
    for step in search_intervals(*given):
        if step.found is not None:
            send(Proposal(step.found.mapping, annealer.name, step.seconds))
        elif step.number == 0:
            send(IntervalTried(step.contexts, annealer.name, step.seconds))
