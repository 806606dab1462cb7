"""What else is asked of a mapping, at the interval that was found: fewer cycles, fewer values."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from models.data.problem import Problem
from solvers.search.answer import Question
from solvers.search.cycles import Search
from solvers.search.fewest import Fewest, Quantity, counted, search_fewest
from solvers.search.interval_answer import MinIi
from solvers.search.options import SolverOptions


def shorten(answer: MinIi, options: SolverOptions, deadline: float | None) -> None:
    """Minimise the number of cycles; raise `KeyboardInterrupt` where that is interrupted."""
    assert answer.mapping is not None
    limit = None if deadline is None else deadline - time.perf_counter()
    question = Question(
        _problem(answer),
        max_cycles=answer.mapping.horizon,
        options=options,
        time_limit=None if limit is None else max(limit, 0.01),
    )
    found = Search(question).run()
    if found.mapping is not None and found.mapping.horizon < answer.mapping.horizon:
        answer.mapping = found.mapping
    if found.stopped == "interrupted":
        raise KeyboardInterrupt(found.stopped)
    if found.status != "optimal":
        answer.stopped = f"shortest schedule: {found.stopped}, at least {found.lower_bound}"


def minimise(
    answer: MinIi,
    quantity: Quantity,
    options: SolverOptions,
    deadline: float | None,
    tell: Callable[[str], None],
) -> None:
    """Look for a better mapping with as many contexts and cycles."""
    assert answer.mapping is not None
    problem = _problem(answer)
    tell(f"II {answer.contexts}: the fewest {quantity}")
    answer.fewest = Fewest(quantity, answer.mapping, counted(problem, answer.mapping, quantity))
    try:
        search_fewest(problem, answer.fewest, options, deadline)
    finally:
        answer.mapping = answer.fewest.mapping


def _problem(answer: MinIi) -> Problem:
    changed: Problem = msgspec.structs.replace(answer.problem, contexts=answer.contexts)
    return changed
