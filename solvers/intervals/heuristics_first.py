"""Mappings by heuristics alone, in two processes, before solvers begin.

A loop in any order of computation has many shapes, and one of hundreds of operations no model that
could be built soon: solvers would keep both from being mapped at all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from shell.budget import Budget
from solvers.intervals.question import IntervalQuestion
from solvers.mappers.named import has_few_wires
from solvers.mappers.plan_process import planned
from solvers.mappers.plans import climb, close_in, negotiate, or_roomy, turns
from solvers.mappers.process import HeuristicProcess, listen
from solvers.search.messages import IntervalTried, Proposal
from solvers.search.names import MODULO, PLACED, REFINED

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


def map_first(
    question: IntervalQuestion,
    first: int,
    most: int,
    budget: Budget,
    found: Callable[[Proposal], int | None],
    *,
    solvable: bool = True,
) -> None:
    """Map a graph as written, and its shapes, with `first` to `most` contexts.

    Small ones are left to solvers, and those of up to `HUNDREDS` operations without shapes. The
    `budget` is that of the whole search. `found` takes a judged mapping, and returns the fewest
    known contexts; with `first` of them the search ends. A problem that is not `solvable` gets all
    the time. Where any mapping is enough, none far above the smallest II is looked for.
    """
    problem, shapes, options = question.problem, question.shapes, question.options
    count = len(problem.dfg.operations)
    if count <= (SMALL if shapes else HUNDREDS):
        return
    patient = not solvable or (bool(shapes) and count > LARGE)
    seconds, share = (LARGE_SECONDS, LARGE_SHARE) if patient else (SECONDS, SHARE)
    share = share if solvable else 1.0
    budget = budget.part(share).within(seconds * count)
    ceiling = multiprocessing.RawValue("q", most)

    def hear(message: Proposal | IntervalTried) -> bool:
        if isinstance(message, Proposal):
            best = found(message)
            ceiling.value = most if best is None else best - 1
        return bool(ceiling.value < first)

    plans = FEW if count <= HUNDREDS else MANY
    if count > HUNDREDS and not shapes and not question.first:
        is_wide = len(problem.arch.components) > WIDE
        plans = WIDE_LOOP if is_wide else LARGE_LOOP
        if has_few_wires(problem):
            plans = NEGOTIATED_LOOP
            if is_wide:
                plans = NEGOTIATED_HUGE_LOOP if count > HUGE else NEGOTIATED_WIDE_LOOP
    processes: list[HeuristicProcess] = []
    try:
        for n, plan in enumerate(plans):
            own = replace(options, seed=options.seed + n * OTHER)
            task = planned(plan, problem, first, most, own, shapes, ceiling)
            processes.append(HeuristicProcess(problem, task, options.memory_limit))
        listen(processes, budget, hear)
    finally:
        for process in processes:
            process.stop()
