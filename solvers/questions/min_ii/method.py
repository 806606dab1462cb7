"""The annealing that `method` of `min_ii` asks for, with the labels that guide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.data.problem import Problem
from models.errors import InputError
from shell.guests import labelling
from solvers.mappers.anneal_process import Annealer
from solvers.questions.min_ii.min_ii_options import MinIiOptions

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess


def annealer(options: MinIiOptions, problem: Problem, *, pinned: bool) -> Annealer:
    """Return how annealing looks for mappings.

    Raises `InputError` where something is missing for it.
    """
    if options.method == "exact" and options.weights is None:
        return Annealer()
    if pinned:
        raise InputError("annealing keeps no pins; --method exact does, without --weights")
    guess = None if options.method == "sa" else _predicted(problem, options.weights)
    return Annealer(guess, options.movements, options.alpha)


def _predicted(problem: Problem, path: str | None) -> Guess:
    """The labels that networks predict. Raises `InputError`."""
    guess: Guess = labelling()(problem.arch, path)
    guess(problem)
    return guess
