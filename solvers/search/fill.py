"""Schedules of one large loop: most of the time at the interval that is wanted.

The loop may nearly fill the array there. What does not succeed is tried a little above, so that
there is an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.modulo_process import DENSE, NAME
from solvers.search.worker import SolverOptions

FIRST_SECONDS = 10.0
"""How long the wanted interval is tried first, for `LARGE` operations; then twice as long."""

LARGE = 100

ABOVE = 0.4
"""The share of that for each interval above."""

SOON = 2.0
"""Modulo scheduling is to succeed soon or not at all: placement by transport comes after it."""

ROUNDS = 10
"""The last of them takes hours; where all of them fail at once, that is the end."""

REACH = 3
"""How many intervals above are tried in the first round; twice as many in each after."""


@dataclass(frozen=True)
class Fill:
    """The task of a process: send a `proposal` for ever smaller intervals, from `horizon` on.

    No interval above `most` is tried.
    """

    most: int

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Try until the wanted interval is reached, or the last round is over."""
        from heuristics.modulo import modulo_schedule
        from heuristics.transport import transport_schedule

        ways: dict[str, Callable[..., Mapping | None]] = {
            NAME: modulo_schedule,
            DENSE: transport_schedule,
        }
        smallest = self.most + 1
        for n, contexts, seconds in self._plan(horizon, len(problem.dfg.operations)):
            if contexts >= smallest:
                continue
            attempt = msgspec.structs.replace(problem, contexts=contexts)
            for by, schedule in ways.items():
                patience = min(seconds, SOON) if by == NAME else seconds
                deadline = time.perf_counter() + patience
                mapping = schedule(attempt, options.seed + n, deadline=deadline)
                if mapping is not None:
                    smallest = contexts
                    messages.send({"kind": "proposal", "mapping": mapping, "by": by})
                    break
            if smallest == horizon:
                break
        messages.send({"kind": "finished"})

    def _plan(self, horizon: int, operations: int) -> Iterator[tuple[int, int, float]]:
        """Yield the round, the interval, and for how many seconds to try it."""
        for n in range(ROUNDS):
            seconds = FIRST_SECONDS * 2**n * max(1.0, operations / LARGE)
            yield n, horizon, seconds
            for contexts in range(horizon + 1, min(self.most, horizon + REACH * 2**n) + 1):
                yield n, contexts, ABOVE * seconds
