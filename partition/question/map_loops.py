"""Many loops mapped by heuristics, several at a time: for parts, and for kernels of programs.

The caller decides which loop comes next and when one has had its share; the pool starts processes,
hears them, judges their mappings and ends them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, TypeVar

from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import Pipeline
from solvers.search.portfolio import Portfolio, Try
from solvers.tasks.mappings import judge
from solvers.tasks.messages import Finished, IntervalTried, Proposal
from solvers.tasks.solver_options import SolverOptions

__all__ = ["Heard", "IntervalTried", "LoopPool", "Proposal"]

K = TypeVar("K", bound=Hashable)
"""The name of a loop."""


@dataclass(frozen=True)
class Heard:
    """News of a loop, in their order: judged mappings, and IIs without a mapping.

    `seconds` are those since it was begun. It is `complete` where its pipeline
    was executed to the end.
    """

    news: tuple[Proposal | IntervalTried, ...]
    seconds: float
    done: bool
    complete: bool


class LoopPool(Generic[K]):
    """At most `jobs` processes, each of which executes a pipeline of heuristics for one loop."""

    def __init__(self, jobs: int, options: SolverOptions) -> None:
        self._jobs, self._options = jobs, options
        self._portfolio = Portfolio()
        self._running: dict[K, tuple[Try, Problem]] = {}
        self._begun = 0

    def __enter__(self) -> LoopPool[K]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __len__(self) -> int:
        return len(self._running)

    def __contains__(self, name: K) -> bool:
        return name in self._running

    @property
    def full(self) -> bool:
        """Whether no further loop can begin."""
        return len(self._running) >= self._jobs

    def begin(self, name: K, problem: Problem, pipeline: Pipeline, least: int, most: int) -> None:
        """Begin to map a loop with `least` to `most` contexts; the pool must not be full."""
        task = pipeline_task(pipeline, problem, least, most, self._options.seed)
        self._begun += 1
        attempt = Try(("loop", self._begun), task, self._options.memory_limit)
        self._portfolio.start(attempt)
        self._running[name] = attempt, problem

    def poll(self, budget: Budget = UNLIMITED) -> Iterator[tuple[K, Heard]]:
        """Wait a moment; yield the news of each loop. One that is done has left the pool."""
        self._portfolio.budget = budget
        runs = dict(self._portfolio.runs)
        heard = self._portfolio.hear()
        for name, (attempt, problem) in list(self._running.items()):
            seconds, message = runs[attempt].seconds, None
            if heard is not None and heard.attempt == attempt:
                message = heard.message
            news: tuple[Proposal | IntervalTried, ...] = ()
            if isinstance(message, Proposal):
                judge(problem.at(message.mapping.contexts), message.mapping)
            if isinstance(message, Proposal | IntervalTried):
                news = (message,)
            done = self._portfolio.has_ended(attempt)
            if done:
                del self._running[name]
            yield name, Heard(news, seconds, done, isinstance(message, Finished))

    def end(self, name: K) -> None:
        """End the mapping of a loop."""
        attempt, _ = self._running.pop(name)
        self._portfolio.stop(attempt)

    def stop(self) -> None:
        """End all of them."""
        self._running.clear()
        self._portfolio.close()
