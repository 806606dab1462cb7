"""Annealing at one interval, guided by labels: of the network, or of levels.

`heuristics.anneal` anneals, a guest predicts. Labels without learning, which are levels and
constants, serve every array.
"""

from __future__ import annotations

import time
from functools import lru_cache

from heuristics.anneal import Annealing, anneal
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Guess, Labels, trivial_labels
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from shell.guests import labelling
from solvers.search.heuristic_process import HopelessError

STRIDE = 1_000
"""Between the seeds of two attempts."""


def annealed_by_labels(
    problem: Problem, seed: int, deadline: float, guess: Guess | None = None
) -> Mapping | None:
    """Anneal with the labels of `guess`, or of the shipped network, until `deadline`, a time of
    `time.perf_counter`. Raises `HopelessError` without labels, or where nobody predicts them.
    """
    try:
        labels = _predicted(problem) if guess is None else guess(problem)
    except InputError:
        raise HopelessError from None
    return annealed(problem, labels, seed, deadline)


def annealed_by_levels(problem: Problem, seed: int, deadline: float) -> Mapping | None:
    """Anneal with labels that need no learning until `deadline`."""
    return annealed(problem, trivial_labels(Flow.of(problem.dfg)), seed, deadline)


def annealed(problem: Problem, labels: Labels | None, seed: int, deadline: float) -> Mapping | None:
    """Anneal repeatedly until a mapping is found, or until `deadline`."""
    how, attempt = Annealing(guided="none" if labels is None else "always"), 0
    while time.perf_counter() < deadline:
        found = anneal(problem, how, labels, seed + STRIDE * attempt, deadline)
        if found is not None:
            return found.mapping
        attempt += 1
    return None


@lru_cache(maxsize=8)
def _predicted(problem: Problem) -> Labels:
    predict: Guess = labelling()(problem.arch)
    return predict(problem)
