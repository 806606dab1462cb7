"""The start of a pruning: a mapping of every kernel onto the whole array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from models.data.problem import Problem, counted_contexts
from models.errors import InfeasibleError
from models.text import n_cycles
from pruning.prunable import Kernel
from pruning.question.setup import Setup
from shell.budget import Budget, Stop
from solvers.search.answer import Answer, CyclesQuestion, Status
from solvers.search.cycles import search
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks.solver_options import SolverOptions


@dataclass
class Unmapped:
    """The answer if a pruning cannot begin: a kernel has no mapping onto the whole array.

    `reason` is the reason of infeasibility, or `stopped` the reason for an unfinished search.
    `told` are notes; contexts of `open` problems were never known.
    """

    problems: tuple[Problem, ...]
    status: Status
    reason: str | None = None
    stopped: str | None = None
    told: tuple[str, ...] = ()
    open: tuple[bool, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    certificate: str | None = None

    @property
    def notes(self) -> list[str]:
        """The lines printed instead of an answer."""
        if self.reason is not None:
            return [*self.told, f"infeasible: {self.reason}"]
        return [*self.told, f"{self.stopped} before the search began"]


def with_contexts(
    setup: Setup,
    cycles: Sequence[int | None],
    options: SolverOptions,
    tell: Callable[[str], None],
    budget: Budget,
) -> Setup:
    """Return the setup with contexts for kernels that need them and were given none.

    A loop gets the fewest on the whole array, within its `cycles` if they are given. Where contexts
    are minimised, another kernel gets as many as it has cycles: more are of no use. Raises as
    `first_kernels`.
    """
    problems, notes = list(setup.problems), list(setup.notes)
    for number, (problem, horizon) in enumerate(zip(problems, cycles, strict=True)):
        if not setup.open[number]:
            continue
        name = problem.dfg.name
        if problem.dfg.max_distance == 0:
            found = _answer(problem.at(None), horizon, options, budget)
            contexts, how = found.cycles, "as many as it has cycles, or fewer"
        elif horizon is None:
            contexts, how = _smallest(problem, options, budget)
        else:
            contexts, how = _within(problem, horizon, options, budget)
        if contexts is None:
            raise Stop(f"no mapping of '{name}' onto the whole array was found; give --contexts")
        problems[number] = problem.at(contexts)
        line = f"'{name}' has {counted_contexts(contexts)}, {how}; --contexts takes others"
        notes.append(f"note: {line}")
        tell(line)
    return replace(setup, problems=tuple(problems), notes=tuple(notes), open=())


def _smallest(problem: Problem, options: SolverOptions, budget: Budget) -> tuple[int | None, str]:
    """Return the smallest II on the whole array, and whether it is proven."""
    own = replace(options, solver=SolverOptions.solver)
    most = problem.arch.max_contexts
    answer = IntervalSearch(IntervalQuestion(problem, own, most), budget).run()
    if answer.status == "infeasible":
        raise InfeasibleError(f"'{problem.dfg.name}' on the whole array: {answer.lower_reason}")
    if answer.stopped is not None and (budget.over() or answer.stopped == "interrupted"):
        raise Stop(answer.stopped)
    proof = "proven" if answer.status == "optimal" else "not proven minimal"
    return answer.contexts, f"the smallest II on the whole array ({proof})"


def _within(
    problem: Problem, cycles: int, options: SolverOptions, budget: Budget
) -> tuple[int | None, str]:
    """Return the fewest contexts with which a loop has so many cycles."""
    most = min(2 * cycles, problem.arch.max_contexts or 2 * cycles)
    for contexts in range(1, most + 1):
        answer = _answer(problem.at(contexts), cycles, options, budget)
        if answer.mapping is not None:
            return contexts, f"the fewest with which it takes {n_cycles(cycles)}"
        if answer.status != "infeasible":
            raise Stop(f"{answer.stopped}: {counted_contexts(contexts)} were not decided")
    raise InfeasibleError(
        f"'{problem.dfg.name}' has no mapping with {n_cycles(cycles)} and up to"
        f" {counted_contexts(most)} on the whole array"
    )


def first_kernels(
    setup: Setup,
    cycles: Sequence[int | None],
    options: SolverOptions,
    tell: Callable[[str], None],
    budget: Budget,
) -> tuple[Kernel, ...]:
    """Map every kernel, in the fewest cycles if `cycles` is None.

    If contexts are minimised, with the fewest contexts that suffice for these cycles. Raises
    `InfeasibleError` without a mapping, `Stop` if none is found in time.
    """
    found = []
    for problem, horizon in zip(setup.problems, cycles, strict=True):
        name = problem.dfg.name
        answer = _answer(problem, horizon, options, budget)
        if answer.status == "infeasible":
            raise InfeasibleError(f"'{name}' on the whole array: {answer.lower_reason}")
        if answer.cycles is None:
            raise Stop(f"{answer.stopped}: no mapping of '{name}' onto the whole array was found")
        how = answer.status if horizon is None else "as asked for"
        tell(f"{name}: {n_cycles(answer.cycles)} on the whole array ({how})")
        kernel = Kernel(problem, answer.cycles, answer.mapping)
        if setup.contexts:
            kernel = _fewest_contexts(kernel, options, budget)
            tell(f"{name}: {counted_contexts(kernel.problem.contexts or 0)}, and no fewer")
        found.append(kernel)
    return tuple(found)


def _fewest_contexts(kernel: Kernel, options: SolverOptions, budget: Budget) -> Kernel:
    """Return the kernel with the fewest contexts that suffice for its number of cycles."""
    most = kernel.problem.contexts
    assert most is not None
    for contexts in range(1, most):
        problem = kernel.problem.at(contexts)
        answer = _answer(problem, kernel.horizon, options, budget)
        if answer.mapping is not None:
            return Kernel(problem, kernel.horizon, answer.mapping)
        if answer.status != "infeasible":
            raise Stop(f"{answer.stopped}: {counted_contexts(contexts)} were not decided")
    return kernel


def _answer(
    problem: Problem, horizon: int | None, options: SolverOptions, budget: Budget
) -> Answer:
    own = replace(options, solver=SolverOptions.solver)
    answer = search(CyclesQuestion(problem, cycles=horizon, options=own), budget=budget)
    if answer.stopped is not None and (budget.over() or answer.stopped == "interrupted"):
        # The search swallows the signal; it must end the whole run.
        raise Stop(answer.stopped)
    return answer
