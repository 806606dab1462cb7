"""Pruning an array: from kernels and the whole array to the smallest sub-array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.errors import InfeasibleError
from pruning.question.facts import Facts
from pruning.question.first import Unmapped, first_kernels, with_contexts
from pruning.question.pruning_options import PruneArchOptions
from pruning.question.run import Pruned, Pruning, Removal
from pruning.question.setup import Setup, each, read_setup, solver_options
from shell.budget import Budget, Stop
from shell.events import Observer, lines_to
from solvers.questions.ask import answer_of
from solvers.tasks.solver_options import SolverOptions


@dataclass(frozen=True)
class Asked:
    """The setup, the cycles of each kernel (None: the fewest), and the SAT options."""

    setup: Setup
    cycles: tuple[int | None, ...]
    engine: SolverOptions


def read(inputs: Mapping[str, Sequence[object]], options: PruneArchOptions) -> Asked:
    """Read the question, and prepare the certificate folder. Raises `InputError`."""
    if options.certificate is not None:
        from pruning.question.certify import prepare

        prepare(options.certificate)
    setup = read_setup(inputs["inputs"], options, options.contexts)
    cycles = each(options.cycles, len(setup.problems), "--cycles")
    setup.parts()  # rejects unprunable arrays before the search
    return Asked(setup, tuple(cycles), solver_options(options))


def solve(
    problem: Asked, options: PruneArchOptions, observer: Observer, budget: Budget
) -> Pruned | Unmapped:
    """Return the smallest array found, with a lower bound."""
    setup, tell = problem.setup, lines_to(observer)
    try:
        setup = with_contexts(setup, problem.cycles, problem.engine, tell, budget)
        kernels = first_kernels(setup, problem.cycles, problem.engine, tell, budget)
        parts, scale = setup.parts(tuple(kernel.problem for kernel in kernels))
        search = Pruning(
            Facts(kernels, parts),
            scale,
            problem.engine,
            budget,
            tell,
            Removal(options.order, exact=options.method == "exact"),
        )
    except InfeasibleError as fact:
        return Unmapped(
            setup.problems, "infeasible", reason=str(fact), told=setup.notes, open=setup.open
        )
    except Stop as stop:
        return Unmapped(
            setup.problems, "unknown", stopped=str(stop), told=setup.notes, open=setup.open
        )
    answer: Pruned = answer_of(search)
    answer.notes += setup.notes
    return answer
