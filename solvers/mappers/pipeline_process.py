"""The process that executes a pipeline of heuristics, one II after the other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from models.counting.arithmetic import Arithmetic, first_interval
from models.data.problem import Problem
from models.space_time.adjacency import is_adjacent
from models.space_time.index import Index
from models.transform.loaded import invariants_as_constants
from models.transform.shapes import Shape
from shell.budget import Budget, Stopwatch
from solvers.mappers.named import able_heuristics, has_few_wires, named_heuristic
from solvers.mappers.pipelines import Pipeline
from solvers.mappers.process import HopelessError
from solvers.mappers.schedule import SEQUENTIAL, Left, schedule
from solvers.tasks.mappings import is_suitable
from solvers.tasks.messages import IntervalTried, Message, Proposal, Send, Task
from solvers.tasks.names import LABELS

if TYPE_CHECKING:
    from heuristics.labels.labels import Guess


class Ceiling(Protocol):
    """The largest II that is still of use, shared by several processes."""

    value: int


def pipeline_task(
    pipeline: Pipeline,
    problem: Problem,
    first: int,
    most: int,
    seed: int,
    shapes: tuple[Shape, ...] = (),
    ceiling: Ceiling | None = None,
    guess: Guess | None = None,
) -> Task[Message]:
    """Return the task of a process that executes a pipeline from `first` to `most` contexts."""
    return partial(run_pipeline, pipeline, problem, first, most, seed, shapes, ceiling, guess)


def run_pipeline(
    pipeline: Pipeline,
    problem: Problem,
    first: int,
    most: int,
    seed: int,
    shapes: tuple[Shape, ...],
    ceiling: Ceiling | None,
    guess: Guess | None,
    send: Send[Message],
) -> None:
    """Send the result of each step, until a mapping has `first` contexts or the pipeline ends.

    No II above `most` is tried, and after a mapping only smaller ones. Mappings of `shapes`
    are sent as those of the problem. Mappings of other processes lower the `ceiling`. With `guess`
    its labels guide annealing, and else those of the shipped weights.
    """
    free = problem.unconstrained
    forms = [free, *(_formed(free, shape) for shape in shapes)]
    plain = invariants_as_constants(free).problem
    left = Left(first, most, len(problem.dfg.operations), adjacent=is_adjacent(Index(plain)))
    left.few_wires = has_few_wires(problem)
    if shapes:
        left.floors = tuple(_floor(form, first, most) for form in forms)
    able = able_heuristics(problem)
    for step in schedule(pipeline, left):
        if ceiling is not None and ceiling.value < left.last:
            left.last, left.mapped = ceiling.value, True
        if step.contexts <= left.last and step.by in able:
            engine = named_heuristic(step.by)
            if step.by == LABELS and guess is not None:
                engine = partial(engine, guess=guess)
            attempt = invariants_as_constants(forms[step.form].at(step.contexts))
            mapping, by, watch = None, step.by, Stopwatch()
            try:
                budget = Budget.of_work(step.seconds)
                mapping = engine(attempt.problem, seed + step.change, budget=budget)
            except HopelessError:
                left.hopeless.add((step.by, step.contexts))
            mapping = mapping and attempt.lifted(mapping)
            if mapping is not None and step.form:
                shape = shapes[step.form - 1]
                mapping, by = shape.lifted(mapping), f"{by}, {shape.name}"
            if mapping is None or not is_suitable(problem, mapping):
                send(IntervalTried(step.contexts, step.by, watch.seconds))
            else:
                # A sequential one may have fewer contexts than it was given.
                sequential = step.by in SEQUENTIAL
                contexts = (sequential and mapping.contexts) or step.contexts
                left.last, left.mapped = contexts - 1, left.mapped or not sequential
                send(Proposal(mapping, by, watch.seconds))
        if left.last < first:
            return


def _formed(problem: Problem, shape: Shape) -> Problem:
    changed: Problem = msgspec.structs.replace(problem, dfg=shape.mapped, transform="none")
    return changed


def _floor(problem: Problem, first: int, most: int) -> int:
    """Return the smallest II that arithmetic leaves to a graph as written."""

    def possible(contexts: int) -> object:
        attempt = problem.as_written.at(contexts)
        return Arithmetic(attempt).first_horizon()

    return first_interval(possible, first, most)
