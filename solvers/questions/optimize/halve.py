"""Smaller intervals of one kernel by halving what is open between a bound and a mapping."""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.data.problem import Problem
from solvers.search.modulo_process import NAME
from solvers.search.worker import SolverOptions

FIRST_SECONDS = 2.0
"""How long an interval is tried first; twice as long each time that nothing is left to halve."""

ROUNDS = 10


@dataclass(frozen=True)
class Halve:
    """The task of a process: send a `proposal` for ever smaller intervals down to `horizon`.

    The first ones tried are in the middle of what is left up to `most`.
    """

    most: int

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Try until the least interval is reached, or the last round is over."""
        from heuristics.modulo import modulo_schedule

        most = self.most
        for n in range(ROUNDS):
            least = horizon
            while least <= most:
                middle = (least + most) // 2
                attempt = msgspec.structs.replace(problem, contexts=middle)
                deadline = time.perf_counter() + FIRST_SECONDS * 2**n
                mapping = modulo_schedule(attempt, options.seed + n, deadline=deadline)
                if mapping is None:
                    least = middle + 1
                else:
                    messages.send({"kind": "proposal", "mapping": mapping, "by": NAME})
                    most = middle - 1
            if most < horizon:
                break
        messages.send({"kind": "finished"})
