"""`--method` of `min_ii`: solvers, annealing, or annealing first and solvers then."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from models.command import Parser, positive

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels
    from models.problem import Problem
    from solvers.anneal_climb import Annealer

METHODS = ("exact", "sa", "lisa", "auto")

ALONE = ("sa", "lisa")
"""The methods that ask no solver."""

SOLVERS_ONLY = ("slack", "shortest", "fewest")


def factor(text: str) -> float:
    """Return a number of at least 0, for argparse."""
    value = float(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} must be a number of at least 0")
    return value


factor.__name__ = "number"


def add_method_options(parser: Parser) -> None:
    """Add who looks for mappings, and how annealing does it."""
    how = parser.add_argument_group("method")
    how.add_argument(
        "--method",
        choices=METHODS,
        default="exact",
        help="exact: solvers beside modulo scheduling (default); sa: simulated annealing alone;"
        " lisa: annealing guided by predicted labels alone; auto: annealing first, guided where"
        " there are weights for the array, then solvers from its mapping on",
    )
    how.add_argument(
        "--weights",
        metavar="FILE",
        help="predict labels with these weights, of `python -m learn.labels train` (default: the"
        " shipped ones of the array)",
    )
    how.add_argument(
        "--movements",
        type=positive,
        metavar="M",
        help="movements of annealing per temperature, for each operation",
    )
    how.add_argument(
        "--alpha",
        type=factor,
        metavar="A",
        help="how fast placements that labels guide narrow: their deviation is"
        " max(1, A * attempted - accepted movements)",
    )


def require_sound(options: argparse.Namespace) -> None:
    """Raise `InputError` for options that this method has no use for."""
    from models.errors import InputError

    method = options.method
    if options.weights is not None and method not in ("lisa", "auto"):
        raise InputError("--weights goes with --method lisa or auto")
    for name in ("movements", "alpha"):
        if getattr(options, name) is not None and method == "exact":
            raise InputError(f"--{name} goes with --method sa, lisa or auto")
    for name in SOLVERS_ONLY:
        given = getattr(options, name)
        if given is not None and given is not False and method in ALONE:
            raise InputError(f"--{name} goes with --method exact or auto")


def annealer(
    options: argparse.Namespace, problem: Problem, *, pinned: bool, tell: Callable[[str], None]
) -> Annealer | None:
    """Return how annealing looks for mappings, None where it does not.

    What is missing for it is told where `auto` can do without, and else raises `InputError`.
    """
    from models.errors import InputError
    from solvers.anneal_climb import COMPILING, Annealer, is_compiled

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
