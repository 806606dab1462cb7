"""The best partition by a solver that minimises, with a lower bound, in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from models.data.problem import Problem
from models.partition.graph import PartitionGraph
from models.partition.limits import Limits
from models.partition.model import Asked, build, decode, literals_of
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.search.answer import Status
from solvers.search.worker import SolverOptions, start

SOLVER = "cp-sat:linearization=2"
"""One worker with the whole linear relaxation: that proves cuts soonest."""

POLL_SECONDS = 0.1


@dataclass
class Optimum:
    """The best answer so far: `part` of every block, its `value`, and what none is below."""

    asked: Asked
    part: list[int] | None = None
    value: int | None = None
    bound: int = 0
    status: Status = "unknown"
    stopped: str | None = None
    seconds: float = 0.0


class Improvement(NamedTuple):
    """A better partition or a better bound, and after how many seconds it came."""

    value: int | None
    bound: int
    seconds: float


Observer = Callable[[Improvement], object]


@dataclass(frozen=True)
class _Task:
    """The task of the process: send partitions and bounds as they are found."""

    graph: PartitionGraph
    limits: Limits
    asked: Asked
    hint: Sequence[int] | None

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Minimise; the last message is `answer`."""
        model = build(self.graph, self.limits, self.asked)
        hint = () if self.hint is None else tuple(literals_of(model, self.hint))
        settings = Settings(options.encodings, options.seed, start=hint)
        session = open_session(options.solver, model.constraints, settings)
        session.load()

        def improved(true: list[int] | None, bound: int | None) -> None:
            if true is not None:
                cost = len({*true} & objective)
                messages.send({"kind": "found", "part": decode(model, true), "value": cost})
            if bound is not None:
                messages.send({"kind": "bound", "bound": bound})

        objective = {variable for _, variable in model.constraints.objective}
        outcome = session.solve(improved=improved)
        if outcome.satisfiable:
            improved(outcome.model, outcome.bound)
        messages.send({"kind": "answer", "satisfiable": outcome.satisfiable})


def optimum(
    graph: PartitionGraph,
    limits: Limits,
    asked: Asked,
    options: SolverOptions | None = None,
    deadline: float | None = None,
    hint: Sequence[int] | None = None,
    observer: Observer | None = None,
    answer: Optimum | None = None,
) -> Optimum:
    """Return the best partition that is found until `deadline` (of `time.perf_counter`).

    `hint` is the part of every block to start from. Whatever ends the search early, a signal
    included, `answer` keeps what was found.
    """
    answer = answer or Optimum(asked)
    options = options or SolverOptions(solver=SOLVER)
    clock = time.perf_counter()
    # The process reads the task only; the problem stands for what is asked about.
    problem = Problem(graph.dfg, limits.arch, 1)
    job = start(problem, 0, options, task=_Task(graph, limits, asked, hint))
    try:
        while answer.stopped is None and answer.status not in ("optimal", "infeasible"):
            left = None if deadline is None else deadline - time.perf_counter()
            if left is not None and left <= 0:
                answer.stopped = "time limit"
                break
            if not wait([job.messages], POLL_SECONDS if left is None else min(left, POLL_SECONDS)):
                continue
            _take(answer, job.messages, time.perf_counter() - clock, observer)
            if answer.stopped == "ended":
                answer.stopped = job.last_words()
    finally:
        job.stop()
        answer.seconds += time.perf_counter() - clock
    return answer


def _take(answer: Optimum, messages: Connection, seconds: float, observer: Observer | None) -> None:
    try:
        message = messages.recv()
    except EOFError:
        answer.stopped = "ended"
        return
    kind = message["kind"]
    better = False
    if kind == "found" and (answer.value is None or message["value"] < answer.value):
        answer.part, answer.value, better = message["part"], message["value"], True
        answer.status = "feasible"
    elif kind == "bound" and message["bound"] > answer.bound:
        answer.bound, better = message["bound"], True
    elif kind == "answer":
        satisfiable = message["satisfiable"]
        if satisfiable is False:
            answer.status = "infeasible"
        elif satisfiable is None:
            answer.stopped = "the solver gave up"
    elif kind in ("failed", "infeasible"):
        answer.stopped = message["reason"]
    if answer.asked.objective == "none" and answer.part is not None:
        answer.bound = 0
    if answer.value is not None and answer.bound >= answer.value:
        answer.status = "optimal"
    if better and observer is not None:
        observer(Improvement(answer.value, answer.bound, seconds))
