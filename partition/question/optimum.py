"""The best partition by CP-SAT, with a lower bound, in a separate process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.model import Asked, build, decode, literals_of
from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from solvers.search.answer import Status
from solvers.search.portfolio import awaited, messages_of
from solvers.tasks.messages import (
    BoundFound,
    Decided,
    Ending,
    Failed,
    Finished,
    Infeasible,
    Send,
    Task,
)
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SolverOptions

SOLVER = "cp-sat:linearization=2"
"""One worker with the whole linear relaxation, which proves cuts fastest."""


@dataclass
class Optimum:
    """The best answer so far: the `part` of each block, its `value`, and a lower bound."""

    asked: Asked
    part: list[int] | None = None
    value: int | None = None
    bound: int = 0
    status: Status = "unknown"
    stopped: str | None = None
    seconds: float = 0.0


class Improvement(NamedTuple):
    """A better partition or bound, and the seconds since the start."""

    value: int | None
    bound: int
    seconds: float


Observer = Callable[[Improvement], object]


class PartitionFound(NamedTuple):
    """A partition, as the part of each block, and its value."""

    part: list[int]
    value: int


Message = PartitionFound | BoundFound | Decided


def _minimise(
    graph: PartitionGraph,
    limits: Limits,
    asked: Asked,
    options: SolverOptions,
    hint: Sequence[int] | None,
    send: Send[Message],
) -> None:
    """Send each improved partition and bound; the last message is `Decided`."""
    model = build(graph, limits, asked)
    start = () if hint is None else tuple(literals_of(model, hint))
    objective = {variable for _, variable in model.constraints.objective}

    def improved(true: list[int] | None, bound: int | None) -> None:
        if true is not None:
            send(PartitionFound(decode(model, true), len({*true} & objective)))
        if bound is not None:
            send(BoundFound(bound))

    reply = refute(model.constraints, options, start=start, improved=improved)
    if reply.satisfiable:
        improved(reply.model, reply.bound)
    send(Decided(reply.satisfiable))


def optimum(
    graph: PartitionGraph,
    limits: Limits,
    asked: Asked,
    options: SolverOptions | None = None,
    budget: Budget = UNLIMITED,
    hint: Sequence[int] | None = None,
    observer: Observer | None = None,
    answer: Optimum | None = None,
) -> Optimum:
    """Return the best partition found within `budget`.

    `hint` is an initial part of each block. If anything ends the search early, a signal included,
    `answer` keeps the result so far.
    """
    answer = answer or Optimum(asked)
    options = options or SolverOptions(solver=SOLVER)
    watch = Stopwatch()
    task: Task[Message] = partial(_minimise, graph, limits, asked, options, hint)
    try:
        with closing(messages_of(task, budget, options.memory_limit)) as messages:
            while answer.stopped is None and answer.status not in ("optimal", "infeasible"):
                _take(answer, awaited(messages, budget), watch.seconds, observer)
    except Stop as stop:
        answer.stopped = str(stop)
    finally:
        answer.seconds += watch.seconds
    return answer


def _take(
    answer: Optimum, message: Message | Ending, seconds: float, observer: Observer | None
) -> None:
    better = False
    match message:
        case PartitionFound() if answer.value is None or message.value < answer.value:
            answer.part, answer.value, better = message.part, message.value, True
            answer.status = "feasible"
        case BoundFound() if message.lower > answer.bound:
            answer.bound, better = message.lower, True
        case Decided(satisfiable=False):
            answer.status = "infeasible"
        case Decided(satisfiable=None) | Finished():
            answer.stopped = "the solver gave up"
        case Failed() | Infeasible():
            answer.stopped = message.reason
    if answer.asked.objective == "none" and answer.part is not None:
        answer.bound = 0
    if answer.value is not None and answer.bound >= answer.value:
        answer.status = "optimal"
    if better and observer is not None:
        observer(Improvement(answer.value, answer.bound, seconds))
