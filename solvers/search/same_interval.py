"""Second objectives at the II that was found: fewer cycles, fewer values."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial

from models.constraints.properties import refutes_fewer
from models.counting.arithmetic import Arithmetic
from models.data.problem import Problem
from shell.budget import Budget
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import CyclesSearch
from solvers.search.interval_answer import MinIi
from solvers.search.interval_race import race
from solvers.search.portfolio import messages_of
from solvers.search.record import shortened
from solvers.tasks.fewest import Fewest, Quantity, counted, improve
from solvers.tasks.mappings import judge
from solvers.tasks.messages import BoundFound, Proposal
from solvers.tasks.solver_options import SolverOptions

SECONDS = 60.0
"""Seconds for minimising a quantity without a time limit."""


def shorten(answer: MinIi, options: SolverOptions, budget: Budget) -> None:
    """Minimise the number of cycles; raise `KeyboardInterrupt` where that is interrupted.

    In register files of a kind, the mapping has addresses, and so have all mappings in the
    comparison.
    """
    assert answer.mapping is not None
    if answer.problem.files is not None:
        _shorten_with_addresses(answer, answer.mapping.horizon - 1, options, budget)
        return
    question = CyclesQuestion(
        answer.problem.at(answer.contexts),
        max_cycles=answer.mapping.horizon,
        options=options,
    )
    found = CyclesSearch(question, budget=budget).run()
    if found.mapping is not None and found.mapping.horizon < answer.mapping.horizon:
        answer.mapping = found.mapping
    if found.stopped == "interrupted":
        raise KeyboardInterrupt(found.stopped)
    if found.status != "optimal":
        answer.stopped = f"shortest schedule: {found.stopped}, at least {found.lower_bound}"


def _shorten_with_addresses(
    answer: MinIi, last: int, options: SolverOptions, budget: Budget
) -> None:
    """Look for schedules of up to `last` cycles, until none exists."""
    problem = answer.problem.at(answer.contexts)
    first, _ = Arithmetic(problem).first_horizon()
    # Otherwise a longer schedule need not be a shorter one that waits.
    whole = refutes_fewer(problem)
    while first <= last:
        verdict = race(problem, (first, last if whole else first), options, budget)
        if verdict.mapping is not None:
            answer.mapping = shortened(problem, verdict.mapping, options.pins)
            last = answer.mapping.horizon - 1
        elif not (verdict.refuted or verdict.impossible):
            answer.stopped = f"shortest schedule: {verdict.stopped}, at least {first}"
            return
        else:
            first = last + 1 if whole else first + 1


def minimise(
    answer: MinIi,
    quantity: Quantity,
    options: SolverOptions,
    budget: Budget,
    tell: Callable[[str], None],
) -> None:
    """Look for a better mapping with as many contexts and cycles."""
    assert answer.mapping is not None
    problem = answer.problem.at(answer.contexts)
    tell(f"II {answer.contexts}: the fewest {quantity}")
    answer.fewest = Fewest(quantity, answer.mapping, counted(problem, answer.mapping, quantity))
    try:
        search_fewest(problem, answer.fewest, options, budget)
    finally:
        answer.mapping = answer.fewest.mapping
    if not answer.fewest.proven:
        budget.check()


def search_fewest(problem: Problem, best: Fewest, options: SolverOptions, budget: Budget) -> None:
    """Improve the `best` until it is proven optimal or the budget is over.

    An unlimited one ends after `SECONDS`.
    """
    if best.proven:
        return
    horizon, quantity = best.mapping.horizon, best.quantity
    task = partial(improve, problem, horizon, options, quantity, best.count)
    within = budget if budget.limited else Budget.of(SECONDS)
    with closing(messages_of(task, within, options.memory_limit)) as messages:
        for message in messages:
            match message:
                case Proposal(mapping=found):
                    judge(problem, found, options.pins)
                    count = counted(problem, found, quantity)
                    if count < best.count:
                        best.mapping, best.count = found, count
                case BoundFound(lower=least):
                    best.least = max(best.least, least)
                case _:
                    break
            if best.proven:
                break
