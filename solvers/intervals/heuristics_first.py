"""Mappings by heuristics alone, in two processes, before solvers begin.

A loop in any order of computation has many shapes, and one of hundreds of operations no model that
could be built soon: solvers would keep both from being mapped at all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable

import msgspec

from shell.budget import Budget
from solvers.intervals.question import IntervalQuestion
from solvers.mappers.choices import HUNDREDS as HUNDREDS
from solvers.mappers.choices import first_pipelines
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.process import HeuristicProcess, listen
from solvers.search.messages import IntervalTried, Proposal

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

    pipelines = first_pipelines(problem, shapes, first=question.first)
    filed = msgspec.structs.replace(problem, files=options.files)
    processes: list[HeuristicProcess] = []
    try:
        for n, pipeline in enumerate(pipelines):
            given = filed, first, most, options.seed + n * OTHER
            task = pipeline_task(pipeline, *given, shapes, ceiling)
            processes.append(HeuristicProcess(problem, task, options.memory_limit))
        listen(processes, budget, hear)
    finally:
        for process in processes:
            process.stop()
