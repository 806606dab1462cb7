"""Heuristics in a process of their own, which try one II after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from models.data.problem import Problem
from shell.budget import Budget
from solvers.search.messages import IntervalTried, Message, Proposal
from solvers.search.record import judge
from solvers.search.supervisor import Task, Worker, ready


class HopelessError(Exception):
    """A heuristic finds no mapping at an II, with any amount of time."""


class HeuristicProcess(Worker[Message]):
    """The process, while it runs; its mappings of `problem` are judged before they are handed on.

    `failed` is the reason of a premature end.
    """

    def __init__(
        self, problem: Problem, task: Task[Message], memory_limit: int | None = None
    ) -> None:
        super().__init__(task, memory_limit)
        self._problem = problem
        self.failed: str | None = None

    def heard(self) -> Iterator[Proposal | IntervalTried]:
        """Yield the messages of the heuristic since the last call; stop the process at its end."""
        while self.running and self.messages.poll():
            message = self.hear()
            match message:
                case Proposal(mapping=mapping):
                    at = self._problem.at(mapping.contexts)
                    judge(at, mapping)
                    yield message
                case IntervalTried():
                    yield message
                case _:
                    self.failed = getattr(message, "reason", None)
                    self.stop()


def listen(
    processes: Sequence[HeuristicProcess],
    budget: Budget,
    hear: Callable[[Proposal | IntervalTried], bool],
) -> None:
    """Hear the processes until `hear` says so, all have ended, or the budget is over; stop them."""
    try:
        while not budget.over() and any(process.running for process in processes):
            for process in ready(processes, budget):
                if any([hear(message) for message in process.heard()]):
                    return
    finally:
        for process in processes:
            process.stop()
