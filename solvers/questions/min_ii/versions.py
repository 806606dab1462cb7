"""The search for the smallest II of any of several graphs that compute the same.

The graph with the least bound of arithmetic is searched first, and the next one where that is not
proven within its share of the work, as long as its bound is below the II that was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, inf

from shell.budget import Budget
from solvers.questions.versions import Bounded
from solvers.search.interval_answer import MinIi, Searched

SHARE = 0.5
"""Of the time that is left, which a graph gets in seconds of work while there is another one."""

SECONDS = 20.0
"""Of work for a graph while there is another one, without a time limit."""

NOT_SEARCHED = "not searched"
UNDECIDED = (NOT_SEARCHED, "unknown")

Search = Callable[[Bounded, float, int | None], MinIi]
"""Searches one graph, with at most so many seconds of work, for IIs up to a limit."""


def best_of(found: Sequence[Bounded], search: Search, budget: Budget) -> MinIi:
    """Return the answer with the least II per iteration of the loop; it tells of all graphs.

    Raises `InputError` for a graph that does not compute the same.
    """
    best: MinIi | None = None
    value: Fraction | None = None
    rows = {one.version.path: Searched(*_named(one), NOT_SEARCHED) for one in found}
    able = [one for one in found if one.each is not None] or found[:1]
    for number, one in enumerate(able):
        if best is not None and (budget.over() or (value and (one.each or 0) >= value)):
            break
        work = inf
        if number + 1 < len(able):
            work = SHARE * budget.left() if budget.limited else SECONDS
        one.version.require()
        # A mapping that is not better is of no use.
        most = None if value is None else ceil(value * one.version.iterations) - 1
        answer = search(one, work, most)
        rows[one.version.path] = Searched(*_named(one), answer.status, answer.contexts)
        if answer.contexts is not None:
            value = Fraction(answer.contexts, one.version.iterations)
        if best is None or answer.contexts is not None:
            best, best.graph = answer, one.version.path
            best.iterations = one.version.iterations
    assert best is not None
    undecided = [one for one in able if rows[one.version.path].status in UNDECIDED]
    if best.status == "infeasible" and undecided:
        # One graph without a mapping says nothing about the others.
        best.status = "unknown"
        best.stopped = best.stopped or f"graph {undecided[0].version.path} is not decided"
    best.searched = tuple(rows.values())
    return best


def _named(one: Bounded) -> tuple[str, int, int, int | None]:
    return one.version.path, len(one.version.dfg.operations), one.version.iterations, one.bound
