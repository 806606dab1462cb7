"""Many loops mapped by heuristics, several at a time: for parts, and for kernels of programs.

The caller decides which loop comes next and when one has had its share; the pool starts processes,
hears them, judges their mappings and ends them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, TypeVar

import msgspec

from models.data.problem import Problem
from shell.budget import UNLIMITED, Budget, Stopwatch
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import Pipeline
from solvers.mappers.process import HeuristicProcess
from solvers.search.messages import IntervalTried, Proposal
from solvers.search.solver_options import SolverOptions
from solvers.search.supervisor import ready

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


@dataclass
class LoopPool(Generic[K]):
    """At most `jobs` processes, each of which executes a pipeline of heuristics for one loop."""

    jobs: int
    options: SolverOptions
    _running: dict[K, tuple[HeuristicProcess, Stopwatch]] = field(default_factory=dict, repr=False)

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
        return len(self._running) >= self.jobs

    def begin(self, name: K, problem: Problem, pipeline: Pipeline, least: int, most: int) -> None:
        """Begin to map a loop with `least` to `most` contexts; the pool must not be full."""
        filed = msgspec.structs.replace(problem, files=self.options.files)
        task = pipeline_task(pipeline, filed, least, most, self.options.seed)
        process = HeuristicProcess(problem, task, self.options.memory_limit)
        self._running[name] = process, Stopwatch()

    def poll(self, budget: Budget = UNLIMITED) -> Iterator[tuple[K, Heard]]:
        """Wait a moment; yield the news of each loop. One that is done has left the pool."""
        ready([process for process, _ in self._running.values()], budget)
        for name, (process, watch) in list(self._running.items()):
            news = tuple(process.heard())
            if not process.running:
                self.end(name)
            yield (
                name,
                Heard(
                    news,
                    watch.seconds,
                    name not in self._running,
                    name not in self._running and process.failed is None,
                ),
            )

    def end(self, name: K) -> None:
        """End the mapping of a loop."""
        process, _ = self._running.pop(name)
        process.stop()

    def stop(self) -> None:
        """End all of them."""
        for name in list(self._running):
            self.end(name)
