"""Modulo scheduling beside the solvers, at ever smaller intervals, and placement by transport.

Modulo scheduling maps most loops at once. What is left are those that fill the array, and there
placements annealed by the price of transport are better.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec

from models.data.mapping import Mapping
from models.data.problem import Problem
from solvers.search.worker import SolverOptions

NAME, DENSE = "modulo scheduling", "placement by transport"

SWEEP_SECONDS = 1.0
"""How long each interval is tried in the first sweep; in the next ones it is twice as long."""

SWEEPS, DOUBLED = 6, 2
"""Once there is a mapping, after so many sweeps solvers have better chances of a better one. Until
then only the first few are doubled: other choices are worth more than longer tries.
"""

MOST_SWEEPS = 10

LARGE = 40
"""Annealed placements of more operations get more time, in proportion."""


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
        smallest = self.most + 1
        for sweep in range(MOST_SWEEPS):
            far = horizon + 2 ** (sweep + 1)
            seconds = SWEEP_SECONDS * 2 ** (min(sweep, DOUBLED) if sweep < SWEEPS else sweep)
            for contexts in range(horizon, min(smallest, far)):
                attempt = msgspec.structs.replace(problem, contexts=contexts)
                for by, schedule, patience in _ways(sweep, len(problem.dfg.operations)):
                    deadline = time.perf_counter() + seconds * patience
                    mapping = schedule(attempt, options.seed + sweep, deadline=deadline)
                    if mapping is not None:
                        smallest = contexts
                        messages.send({"kind": "proposal", "mapping": mapping, "by": by})
                        break
                if smallest == contexts:
                    break
            if smallest == horizon or (smallest <= self.most and sweep + 1 >= SWEEPS):
                break
        messages.send({"kind": "finished"})


def _ways(sweep: int, operations: int) -> list[tuple[str, Callable[..., Mapping | None], float]]:
    """What to try at an interval, and for how many times as long.

    Loading compiled functions takes longer than scheduling easy loops.
    """
    from heuristics.modulo import modulo_schedule

    ways: list[tuple[str, Callable[..., Mapping | None], float]] = [(NAME, modulo_schedule, 1.0)]
    if sweep:
        from heuristics.transport import transport_schedule

        ways.insert(0, (DENSE, transport_schedule, max(1.0, operations / LARGE)))
    return ways
