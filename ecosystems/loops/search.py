"""The smallest interval of a loop whose mapping a machine can execute, with its bound.

A placement reports unsupported combinations of a legal mapping as sets of holds; solvers then
exclude these sets and search again. Bounds are those of `min-ii` on the same graph and array: they
hold for the machine's mappings, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from models.counting.arithmetic import Arithmetic
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.judge.checker import check
from shell.budget import Budget
from solvers.questions.inputs import read_mapping
from solvers.search.interval_answer import IntervalQuestion, MinIi
from solvers.search.interval_race import race
from solvers.search.intervals import IntervalSearch
from solvers.tasks.solver_options import SolverOptions

CONFLICTS = 10_000
"""Of solvers; then a larger interval is tried."""

MORE = 16
"""Number of intervals to try, from the first one that arithmetic leaves."""

PROOF_SECONDS = 20.0
"""Of `min-ii`, to raise the bound where the interval is larger than that of arithmetic."""

Work = TypeVar("Work")
Sets = tuple[tuple[Held, ...], ...]


class ShortageError(InputError):
    """A limit of the machine: it cannot have all of `holds`, nor all of any set of `also`."""

    def __init__(
        self, what: str, where: str = "", holds: tuple[Held, ...] = (), also: Sets = ()
    ) -> None:
        super().__init__(what, where)
        self.holds, self.also = holds, also


@dataclass(frozen=True)
class Machine(Generic[Work]):
    """Places mappings, and yields the sets of holds to avoid before a last cycle.

    No more than `stages` iterations overlap; None: any number.
    """

    place: Callable[[Problem, Mapping], Work]
    avoided: Callable[[Problem, int], Iterator[tuple[Held, ...]]]
    stages: int | None = None

    def placed(self, known: MinIi) -> Work:
        """Return the work of the mapping of an answer, which has one."""
        assert known.mapping is not None
        return self.place(known.problem.at(known.contexts), known.mapping)


def bounded(dfg: Dfg, arch: Architecture, options: SolverOptions) -> MinIi:
    """Return an answer with the arithmetic bound of the interval."""
    problem = Problem(dfg, arch, 1)
    question = IntervalQuestion(problem, options, arch.max_contexts, heuristics=False)
    return IntervalSearch(question).bound()


def find(
    machine: Machine[Work], dfg: Dfg, arch: Architecture, options: SolverOptions, budget: Budget
) -> MinIi:
    """Return an answer with a mapping of the smallest interval that the machine can execute.

    Without a mapping, the answer has the reason for the end of the search.
    """
    known = bounded(dfg, arch, options)
    last = min(known.most, known.lower + MORE - 1)
    for contexts in range(known.lower, last + 1):
        if budget.over():
            break
        problem = known.problem.at(contexts)
        try:
            begin, _ = Arithmetic(problem, budget.over).first_horizon()
        except InfeasibleError:
            continue
        longest = None if machine.stages is None else machine.stages * contexts
        # Short schedules overlap less, and make short programs.
        for slack in (contexts, 2 * contexts + 2):
            end = begin + slack if longest is None else min(begin + slack, longest)
            if begin <= end:
                mapping = _within(machine, problem, (begin, end), options, budget)
                if mapping is not None:
                    return mapped(known, mapping)
    if known.status != "infeasible":
        # Each II was given up after a number of conflicts, so none of them is refuted.
        known.stopped = budget.why or (
            f"no mapping is found with up to {last} contexts,"
            " which does not show that there is none; take a larger array"
        )
    return known


def mapped(known: MinIi, mapping: Mapping) -> MinIi:
    """Add a mapping to an answer, and set its status by the bound."""
    known.mapping, known.contexts = mapping, mapping.contexts
    known.status = "optimal" if known.lower >= (mapping.contexts or 1) else "feasible"
    return known


def prove(known: MinIi, options: SolverOptions, budget: Budget) -> MinIi:
    """Raise the bound of an answer to its interval, if `min-ii` can refute smaller intervals."""
    contexts = known.contexts
    if known.mapping is None or contexts is None or known.lower >= contexts:
        return known
    part = budget.within(PROOF_SECONDS)
    question = IntervalQuestion(known.problem, options, contexts - 1)
    other = IntervalSearch(question, part).run()
    known.lower, known.lower_reason, known.tried = other.lower, other.lower_reason, other.tried
    return mapped(known, known.mapping)


def given(
    machine: Machine[Work], dfg: Dfg, arch: Architecture, path: str, options: SolverOptions
) -> MinIi:
    """Return an answer with the mapping of a file. Raises `InputError` for one that does not fit.

    Its bound is that of arithmetic.
    """
    mapping = read_mapping(path)
    try:
        problem = Problem(dfg, arch, mapping.contexts)
        violations = check(problem, mapping)
        if violations:
            raise InputError(
                f"not a legal mapping of the machine's operations (--graph): {violations[0]}"
            )
        machine.place(problem, mapping)
    except ShortageError as error:
        hint = "min-ii has no such rule; without --mapping, a search finds another mapping"
        raise InputError(f"{error.what}: {hint}", path) from None
    except InputError as error:
        raise error.inside(path) from None
    return mapped(bounded(dfg, arch, options), mapping)


def _within(
    machine: Machine[Work],
    problem: Problem,
    span: tuple[int, int],
    options: SolverOptions,
    budget: Budget,
) -> Mapping | None:
    """Return a mapping with cycles in `span` that the machine can execute, or None."""
    contexts = problem.contexts or 1
    last = span[1] + (problem.dfg.max_distance + 1) * contexts
    avoided = tuple(machine.avoided(problem, last))
    while True:
        tried = replace(options, avoided=avoided)
        verdict = race(problem, span, tried, budget, conflicts=CONFLICTS)
        if verdict.mapping is None:
            return None
        try:
            machine.place(problem, verdict.mapping)
            return verdict.mapping
        except ShortageError as shortage:
            if shortage.holds in avoided:
                return None  # it would come again
            avoided = (*avoided, shortage.holds, *shortage.also)


def too_long(problem: Problem, last: int, lengths: dict[str, int]) -> Iterator[tuple[Held, ...]]:
    """Yield holds of values in registers for too long.

    As many cycles as contexts are too long, or as `lengths` has for a value.
    """
    for component in problem.arch.components:
        if component.name.startswith("pe"):
            continue
        for value in problem.dfg.values:
            length = lengths.get(value, problem.contexts or 1)
            for start in range(last):
                cycles = range(start, start + length)
                yield tuple(Held(value, component.name, cycle) for cycle in cycles)
