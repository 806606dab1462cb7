"""Mappings by heuristics alone, in two processes, before solvers begin.

A loop in any order of computation has many shapes, and one of hundreds of operations no model that
could be built soon: solvers would keep both from being mapped at all.
"""

from __future__ import annotations

from models.data.problem import Problem
from solvers.mappers.choices import HUNDREDS, first_pipelines
from solvers.mappers.pipeline_process import Ceiling, pipeline_task
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.portfolio import Try

OTHER = 1_000_003
"""The difference of the seeds of both processes."""

SMALL = 20
"""With no more operations, solvers begin at once."""

SECONDS, SHARE = 0.3, 0.5
"""Time for heuristics: seconds per operation, at most a share of the remaining time."""

LARGE = 50
LARGE_SECONDS, LARGE_SHARE = 2.0, 0.95
"""The same for shapes of more operations than `LARGE`, and for models too large for solvers."""


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
    return min(left * share, seconds * count) if solvable else seconds * count


def first_tries(
    question: IntervalQuestion, problem: Problem, first: int, most: int, ceiling: Ceiling | None
) -> list[Try]:
    """Return tries that map a graph as written, and its shapes, with `first` to `most` contexts.

    Where any mapping is enough, none far above the smallest II is looked for.
    """
    options = question.options
    found = []
    for n, pipeline in enumerate(first_pipelines(problem, question.shapes, first=question.first)):
        given = problem, first, most, options.seed + n * OTHER
        task = pipeline_task(pipeline, *given, question.shapes, ceiling)
        found.append(Try(("first heuristics", n), task, options.memory_limit))
    return found
