"""Annealing at one II, guided by labels: of the network, or of levels.

`heuristics.anneal` anneals, a guest predicts. Labels without learning, which are levels and
constants, serve every array.
"""

from __future__ import annotations

from functools import lru_cache

from heuristics.anneal import Annealing, attempted
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Guess, Labels, guessed, trivial_labels
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from shell.budget import Budget
from shell.guests import labelling
from solvers.mappers.process import HopelessError

STRIDE = 1_000
"""Between the seeds of two attempts."""


def annealed_by_labels(
    problem: Problem, seed: int, budget: Budget, guess: Guess | None = None
) -> Mapping | None:
    """Anneal with the labels of `guess`, or of the shipped network, until the budget is over.

    Raises `HopelessError` without labels, or without a predictor.
    """
    try:
        labels = guessed(guess or _predicted, problem)
    except InputError:
        raise HopelessError from None
    return annealed(problem, labels, seed, budget)


def annealed_by_levels(problem: Problem, seed: int, budget: Budget) -> Mapping | None:
    """Anneal with labels that need no learning until the budget is over."""
    return annealed(problem, trivial_labels(Flow.of(problem.dfg)), seed, budget)


def annealed(problem: Problem, labels: Labels | None, seed: int, budget: Budget) -> Mapping | None:
    """Anneal until a mapping is found, nothing is left to move, or the budget is over."""
    how, attempt = Annealing(guided="none" if labels is None else "always"), 0
    while not budget.over():
        found, moved = attempted(problem, how, labels, seed + STRIDE * attempt, budget)
        if found is not None:
            return found.mapping
        if not moved:
            return None
        attempt += 1
    return None


@lru_cache(maxsize=8)
def _predicted(problem: Problem) -> Labels:
    predict: Guess = labelling()(problem.arch)
    return predict(problem)
