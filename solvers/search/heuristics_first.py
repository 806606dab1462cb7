"""Mappings by heuristics alone, in two processes, before solvers begin.

A loop in any order of computation has many shapes, and one of hundreds of operations no model that
could be built soon: solvers would keep both from being mapped at all.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Protocol

from models.data.problem import Problem
from solvers.mappers.named import has_few_wires
from solvers.mappers.plan_process import planned
from solvers.mappers.plans import climb, close_in, negotiate, or_roomy, turns
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.names import MODULO, PLACED, REFINED
from solvers.search.portfolio import Try

HUNDREDS = 150
"""Loops of more operations are mapped by heuristics first, even without shapes."""

STEPS = 8
"""Steps of the second process before operations are executed one after the other."""

SOON_STEPS = 2
"""The same if any mapping is enough: further steps of a few seconds seldom find one."""

FEW = (partial(turns, (PLACED, REFINED)), partial(turns, (PLACED, MODULO)))
MANY = (
    partial(turns, (PLACED,)),
    partial(or_roomy, partial(turns, (PLACED, MODULO)), failed=SOON_STEPS),
)
"""Plans of the processes: for up to `HUNDREDS` operations, and for more."""

LATER = (REFINED, PLACED)
CLIMB = partial(climb, (PLACED, REFINED), LATER)
LARGE_LOOP = (
    CLIMB,
    partial(
        or_roomy,
        partial(close_in, (PLACED, REFINED), (*LATER, MODULO)),
        failed=STEPS,
        annealed=False,
    ),
)
"""Plans for more operations without shapes, if a first mapping is not enough."""

WIDE = 500
WIDE_LOOP = (CLIMB, partial(close_in, (PLACED, REFINED), LATER))
"""The same for more than `WIDE` components, where modulo scheduling alone takes minutes, and one
operation after the other far too long.
"""

HUGE = 1500
"""For more operations, annealing places at the smallest II first takes 30 s of a minute."""

NEGOTIATED_WIDE_LOOP = (
    partial(negotiate, (PLACED,), 2.0, halving=False),
    partial(negotiate, (), 3.0),
)
NEGOTIATED_HUGE_LOOP = (partial(negotiate, (), 2.0, halving=False), partial(negotiate, (), 3.0))
NEGOTIATED_LOOP = (
    partial(negotiate, (PLACED,), 1.5, halving=False),
    partial(or_roomy, partial(negotiate, (), 2.0), failed=STEPS, annealed=False),
)
"""The same where wires are few: one mapping is found soon, one closer to the smallest II."""

OTHER = 1_000_003
"""The difference of the seeds of both processes."""

SMALL = 20
"""With no more operations, solvers begin at once."""

SECONDS, SHARE = 0.3, 0.5
"""Time for heuristics: seconds per operation, at most a share of the remaining time."""

LARGE = 50
LARGE_SECONDS, LARGE_SHARE = 2.0, 0.95
"""The same for shapes of more operations than `LARGE`, and for models too large for solvers."""


class Ceiling(Protocol):
    """The largest II that is still of use, shared by several processes."""

    value: int


def begins_alone(question: IntervalQuestion) -> bool:
    """Whether heuristics begin alone: small graphs are left to solvers, and those of up to
    `HUNDREDS` operations without shapes.
    """
    count = len(question.problem.dfg.operations)
    return question.heuristics and count > (SMALL if question.shapes else HUNDREDS)


def seconds_alone(question: IntervalQuestion, left: float, *, solvable: bool) -> float:
    """Return the seconds for heuristics alone, if so many are `left` for the whole search.

    A problem that is not `solvable` gets all the time.
    """
    count = len(question.problem.dfg.operations)
    patient = not solvable or (bool(question.shapes) and count > LARGE)
    seconds, share = (LARGE_SECONDS, LARGE_SHARE) if patient else (SECONDS, SHARE)
    return min(left * (share if solvable else 1.0), seconds * count)


def first_tries(
    question: IntervalQuestion, problem: Problem, first: int, most: int, ceiling: Ceiling | None
) -> list[Try]:
    """Return tries that map a graph as written, and its shapes, with `first` to `most` contexts.

    Where any mapping is enough, none far above the smallest II is looked for.
    """
    shapes, options, count = question.shapes, question.options, len(problem.dfg.operations)
    plans = FEW if count <= HUNDREDS else MANY
    if count > HUNDREDS and not shapes and not question.first:
        is_wide = len(problem.arch.components) > WIDE
        plans = WIDE_LOOP if is_wide else LARGE_LOOP
        if has_few_wires(problem):
            plans = NEGOTIATED_LOOP
            if is_wide:
                plans = NEGOTIATED_HUGE_LOOP if count > HUGE else NEGOTIATED_WIDE_LOOP
    found = []
    for n, plan in enumerate(plans):
        own = replace(options, seed=options.seed + n * OTHER)
        task = planned(plan, problem, first, most, own, shapes, ceiling)
        found.append(Try(("first heuristics", n), task, options.memory_limit))
    return found
