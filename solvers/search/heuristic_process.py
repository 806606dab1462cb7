"""A heuristic in a process of its own, beside solvers or alone: it tries interval after interval.

Its task sends a `proposal` with every mapping that it finds, `tried` for an interval at which it
found none, and at last `finished`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.record import judge
from solvers.search.worker import Job, SolverOptions, Task, start


@dataclass(frozen=True)
class Report:
    """What came of an interval: a mapping, or none has been found; `by` says which heuristic."""

    contexts: int
    mapping: Mapping | None
    seconds: float
    by: str


class Climb:
    """The process, while it runs; what it finds is judged before anybody hears of it.

    `by` names the heuristic; `failed` says why it ended where it did not finish.
    """

    def __init__(self, problem: Problem, options: SolverOptions, task: Task, by: str) -> None:
        self._problem, self._options, self._task = problem, options, task
        self.by = by
        self.failed: str | None = None
        self.job: Job | None = None

    def begin(self, contexts: int) -> None:
        """Start with so many contexts."""
        self.job = start(self._problem, contexts, self._options, task=self._task)

    def wait(self, seconds: float) -> None:
        """Wait so long, or until there is something to hear."""
        if self.job is not None:
            wait([self.job.messages], timeout=seconds)

    def heard(self) -> Iterator[Report]:
        """Yield what the heuristic has said since the last call."""
        while self.job is not None and self.job.messages.poll():
            try:
                message = self.job.messages.recv()
            except (EOFError, OSError):
                message = {"kind": "failed", "reason": self.job.last_words()}
            seconds = message.get("seconds", 0.0)
            if message["kind"] == "proposal":
                mapping: Mapping = message["mapping"]
                judge(msgspec.structs.replace(self._problem, contexts=mapping.contexts), mapping)
                yield Report(mapping.contexts or 0, mapping, seconds, message.get("by", self.by))
            elif message["kind"] == "tried":
                yield Report(message["contexts"], None, seconds, self.by)
            else:
                self.failed = message.get("reason")
                self.stop()

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.job is not None:
            self.job.stop()
            self.job = None
