"""Schedules of one large loop: most of the time at the interval that is wanted.

The loop may nearly fill the array there. What does not succeed is tried a little above, so that
there is an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import NamedTuple

import msgspec

from models.mapping import Mapping
from models.problem import Problem
from solvers.modulo_climb import DENSE, NAME
from solvers.worker import SolverOptions

FIRST_SECONDS = 10.0
"""How long the wanted interval is tried first, for `LARGE` operations; then twice as long."""

LARGE = 100

ABOVE = 0.4
"""The share of that for each interval above."""

SOON = 2.0
"""Where there is another way, modulo scheduling is to succeed soon or not at all."""

ROUNDS = 10
"""The last of them takes hours; where all of them fail at once, that is the end."""

QUICK = 5
"""At first that is all there is, for up to so many intervals more: soon there is an answer."""

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

        ways: dict[str, Callable[..., Mapping | None]] = {NAME: modulo_schedule}
        if find_spec("numba"):
            from heuristics.transport import transport_schedule

            ways[DENSE] = transport_schedule
        smallest = self.most + 1
        for n, plan in enumerate(self._plan(horizon, len(problem.dfg.operations))):
            if plan.contexts >= smallest:
                continue
            attempt = msgspec.structs.replace(problem, contexts=plan.contexts)
            for by, schedule in ways.items():
                patience = plan.seconds
                if by == NAME and len(ways) > 1:
                    patience = min(patience, SOON)
                elif plan.quick:
                    break
                deadline = time.perf_counter() + patience
                mapping = schedule(attempt, options.seed + n, deadline=deadline)
                if mapping is not None:
                    smallest = plan.contexts
                    messages.send({"kind": "proposal", "mapping": mapping, "by": by})
                    break
            if smallest == horizon:
                break
        messages.send({"kind": "finished"})

    def _plan(self, horizon: int, operations: int) -> Iterator[_Try]:
        for contexts in range(horizon, min(self.most, horizon + QUICK) + 1):
            yield _Try(contexts, SOON, True)
        for n in range(ROUNDS):
            seconds = FIRST_SECONDS * 2**n * max(1.0, operations / LARGE)
            yield _Try(horizon, seconds)
            for contexts in range(horizon + 1, min(self.most, horizon + REACH * 2**n) + 1):
                yield _Try(contexts, ABOVE * seconds)


class _Try(NamedTuple):
    """An interval to try, and for how long; `quick`: by modulo scheduling alone."""

    contexts: int
    seconds: float
    quick: bool = False
