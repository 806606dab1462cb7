"""Simulated annealing at ever larger intervals, until one has a mapping."""

from __future__ import annotations

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import msgspec

from models.problem import Problem
from solvers.worker import SolverOptions

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels


@dataclass(frozen=True)
class Annealer:
    """How annealing looks for a mapping, guided by `labels` where there are some.

    None for `movements` per temperature or `alpha` leaves the choice to the heuristic.
    """

    labels: Labels | None = None
    movements: int | None = None
    alpha: float | None = None

    @property
    def name(self) -> str:
        """What the answer calls it."""
        return "simulated annealing" if self.labels is None else "label-guided annealing"

    def settings(self) -> dict[str, Any]:
        """The arguments of `heuristics.anneal.Annealing`."""
        given = {"movements": self.movements, "alpha": self.alpha}
        guided = "none" if self.labels is None else "always"
        return {"guided": guided} | {key: n for key, n in given.items() if n is not None}


@dataclass(frozen=True)
class AnnealUp:
    """The task of a process: anneal at `horizon` contexts, then at more, up to `most`.

    It says `tried` of each interval without a mapping, and ends with the first one that has one.
    With a `deadline` on the performance counter, each may take half of the time that is left.
    """

    most: int
    annealer: Annealer
    deadline: float | None = None

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Anneal until there is a mapping; a kernel cannot be interrupted, but a process can."""
        from heuristics.anneal import Annealing, anneal

        how, labels = Annealing(**self.annealer.settings()), self.annealer.labels
        for contexts in range(horizon, self.most + 1):
            clock = time.perf_counter()
            attempt = msgspec.structs.replace(problem, contexts=contexts)
            until = None if self.deadline is None else (clock + self.deadline) / 2
            found = anneal(attempt, how, labels, options.seed, deadline=until)
            said: dict[str, Any] = {"kind": "tried", "contexts": contexts}
            if found is not None:
                said = {"kind": "proposal", "mapping": found.mapping}
            messages.send(said | {"seconds": time.perf_counter() - clock})
            if found is not None:
                break
        messages.send({"kind": "finished"})
