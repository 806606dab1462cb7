"""Solving a trade-off: from kernels and the whole array to a curve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from pruning.question.first import first_kernels, with_contexts
from pruning.question.setup import Setup, each, read_setup, solver_options
from pruning.trade_off.curve import Curve, Point, Sweep
from pruning.trade_off.trade_off_options import TradeOffOptions
from shell.budget import Budget
from shell.events import Observer, lines_to
from solvers.questions.ask import answer_of
from solvers.questions.store import MEMORY, Store
from solvers.tasks.solver_options import SolverOptions


@dataclass(frozen=True)
class Asked:
    """The setup of all points, the SAT options, and the weight of each kernel's slack."""

    setup: Setup
    engine: SolverOptions
    weights: tuple[int, ...]


def read(inputs: Mapping[str, Sequence[object]], options: TradeOffOptions) -> Asked:
    """Read the question. Raises `InputError`."""
    engine = solver_options(options)
    setup = read_setup(
        inputs["inputs"], options, options.contexts[:1] if options.contexts else None
    )
    setup.parts()  # rejects unprunable arrays before the search
    weights = each(options.kernel_weights or (1,), len(setup.problems), "--kernel-weights")
    return Asked(setup, engine, tuple(weight or 1 for weight in weights))


def solve(problem: Asked, options: TradeOffOptions, observer: Observer, budget: Budget) -> Curve:
    """Return the curve, with the points decided in time.

    For a sweep of slack, the fewest cycles of each kernel are found first.
    """
    tell = lines_to(observer)
    free = (None,) * len(problem.setup.problems)
    known = with_contexts(problem.setup, free, problem.engine, tell, budget)
    problem = replace(problem, setup=known)
    with closing(Store(options.store or MEMORY)) as store:
        points = _points(problem, options, tell, budget)
        curve = Curve(options.axis, problem.setup, points)
        answer: Curve = answer_of(
            Sweep(curve, problem.engine, store, tell, options.point_limit, budget)
        )
    answer.notes += problem.setup.notes
    return answer


def _points(
    problem: Asked, options: TradeOffOptions, tell: Callable[[str], None], budget: Budget
) -> tuple[Point, ...]:
    """Return the points, the slowest first."""
    setup = problem.setup
    count = len(setup.problems)
    contexts = tuple(each.contexts for each in setup.problems)
    if options.slack is not None:
        kernels = first_kernels(setup, [None] * count, problem.engine, tell, budget)
        fewest = [kernel.horizon for kernel in kernels]
        return tuple(
            Point(
                slack,
                tuple(n + slack // w for n, w in zip(fewest, problem.weights, strict=True)),
                contexts,
            )
            for slack in reversed(options.slack)
        )
    assert options.cycles is not None, "checked by the options"
    if options.axis == "contexts":
        assert options.contexts is not None
        cycles = (options.cycles[0],) * count
        return tuple(Point(t, cycles, (t,) * count) for t in reversed(options.contexts))
    return tuple(Point(n, (n,) * count, contexts) for n in reversed(options.cycles))
