"""Modulo scheduling beside the solvers, at ever smaller intervals."""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.problem import Problem
from solvers.worker import SolverOptions

NAME = "modulo scheduling"

SWEEP_SECONDS = 1.0
"""How long each interval is tried in the first sweep; in the next ones it is twice as long."""

SWEEPS, DOUBLED = 6, 2
"""Once there is a mapping, after so many sweeps solvers have better chances of a better one. Until
then only the first few are doubled: other choices are worth more than longer tries.
"""

MOST_SWEEPS = 10


@dataclass(frozen=True)
class Ascend:
    """The task of a process: send a `proposal` for ever smaller intervals that heuristics can map.

    In every sweep they are tried from `horizon` contexts on, up to the smallest one that has
    been mapped, or up to `most`; in the first sweeps not far.
    """

    most: int

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Sweep with ever more time for each interval."""
        from heuristics.modulo import modulo_schedule

        smallest = self.most + 1
        for sweep in range(MOST_SWEEPS):
            far = horizon + 2 ** (sweep + 1)
            seconds = SWEEP_SECONDS * 2 ** (min(sweep, DOUBLED) if sweep < SWEEPS else sweep)
            for contexts in range(horizon, min(smallest, far)):
                attempt = msgspec.structs.replace(problem, contexts=contexts)
                deadline = time.perf_counter() + seconds
                mapping = modulo_schedule(attempt, options.seed + sweep, deadline=deadline)
                if mapping is not None:
                    smallest = contexts
                    messages.send({"kind": "proposal", "mapping": mapping})
                    break
            if smallest == horizon or (smallest <= self.most and sweep + 1 >= SWEEPS):
                break
        messages.send({"kind": "finished"})
