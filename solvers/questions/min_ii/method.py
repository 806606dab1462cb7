"""The annealing that `method` of `min_ii` asks for, with the labels that guide it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels
    from models.data.problem import Problem
    from solvers.questions.min_ii.options import MinIiOptions
    from solvers.search.anneal_process import Annealer


def annealer(
    options: MinIiOptions, problem: Problem, *, pinned: bool, tell: Callable[[str], None]
) -> Annealer | None:
    """Return how annealing looks for mappings, None where it does not.

    What is missing for it is told where `auto` can do without, and else raises `InputError`.
    """
    from models.errors import InputError
    from solvers.search.anneal_process import COMPILING, Annealer, is_compiled

    method = options.method
    if method == "exact":
        return None
    given = (options.weights, options.movements, options.alpha)
    wanted = method != "auto" or any(option is not None for option in given)
    if pinned:
        fault = "annealing keeps no pins; --method exact does"
        if wanted:
            raise InputError(fault)
        tell(f"no annealing: {fault}")
        return None
    labels = None
    if method != "sa":
        try:
            labels = _predicted(problem, options.weights)
        except InputError as error:
            if method == "lisa" or options.weights is not None:
                raise
            tell(f"no labels: {error}")
    ready = is_compiled()
    if not ready:
        tell(COMPILING)
    return Annealer(labels, options.movements, options.alpha, ready)


def _predicted(problem: Problem, path: str | None) -> Labels:
    """The labels that networks predict. Raises `InputError`."""
    from heuristics.labels.flow import Flow
    from learn.labels.predict import predict_labels
    from learn.labels.weights import load_weights

    return predict_labels(Flow.of(problem.dfg), load_weights(problem.arch, path))
