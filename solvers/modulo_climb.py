"""Heuristics beside the solvers: modulo scheduling at ever smaller intervals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.mapping import Mapping
from models.problem import Problem
from solvers.record import judge
from solvers.worker import Job, SolverOptions, start

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


class Climb:
    """The process, while it runs; what it finds is judged before anybody hears of it."""

    def __init__(self, problem: Problem, most: int, options: SolverOptions) -> None:
        self._problem, self._most, self._options = problem, most, options
        self.job: Job | None = None

    def begin(self, contexts: int) -> None:
        """Start with so many contexts."""
        task = Ascend(self._most)
        self.job = start(self._problem, contexts, self._options, task=task)

    def heard(self) -> Iterator[Mapping]:
        """Yield the mappings that have been found since the last call."""
        while self.job is not None and self.job.messages.poll():
            try:
                message = self.job.messages.recv()
            except (EOFError, OSError):
                message = {"kind": "failed"}
            if message["kind"] == "proposal":
                mapping: Mapping = message["mapping"]
                judge(msgspec.structs.replace(self._problem, contexts=mapping.contexts), mapping)
                yield mapping
            else:
                self.stop()

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.job is not None:
            self.job.stop()
            self.job = None
