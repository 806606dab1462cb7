"""Annealing at one interval, guided by labels: of networks, where there are weights, or of levels.

`heuristics.anneal` anneals, `learn.labels` predicts. Labels without learning, which are levels and
constants, serve every array.
"""

from __future__ import annotations

import time
from functools import lru_cache

from heuristics.anneal import Annealing, anneal
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels, trivial_labels
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from solvers.search.heuristic_process import HopelessError

STRIDE = 1_000
"""Between the seeds of two attempts."""


def annealed_by_labels(
    problem: Problem, seed: int, deadline: float, labels: Labels | None = None
) -> Mapping | None:
    """Anneal with `labels`, or predicted ones, until `deadline`, a time of `time.perf_counter`.

    Raises `HopelessError` where no weights are shipped for the array, or for an operator.
    """
    labels = labels or _predicted(problem.dfg, problem.arch)
    if labels is None:
        raise HopelessError
    return annealed(problem, labels, seed, deadline)


def annealed_by_levels(problem: Problem, seed: int, deadline: float) -> Mapping | None:
    """Anneal with labels that need no learning until `deadline`."""
    return annealed(problem, trivial_labels(Flow.of(problem.dfg)), seed, deadline)


def annealed(problem: Problem, labels: Labels | None, seed: int, deadline: float) -> Mapping | None:
    """Anneal again and again until there is a mapping, or until `deadline`."""
    how, attempt = Annealing(guided="none" if labels is None else "always"), 0
    while time.perf_counter() < deadline:
        found = anneal(problem, how, labels, seed + STRIDE * attempt, deadline)
        if found is not None:
            return found.mapping
        attempt += 1
    return None


@lru_cache(maxsize=1)
def _predicted(dfg: Dfg, arch: Architecture) -> Labels | None:
    from learn.labels.predict import predict_labels
    from learn.labels.weights import load_weights

    try:
        return predict_labels(Flow.of(dfg), load_weights(arch))
    except InputError:
        return None
