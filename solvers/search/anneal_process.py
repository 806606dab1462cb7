"""Simulated annealing at ever larger intervals, until one has a mapping."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from models.data.problem import Problem
from solvers.search.worker import SolverOptions

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels


@dataclass(frozen=True)
class Annealer:
    """How annealing looks for a mapping, guided by `labels` where there are some.

    None for `movements` per temperature or `alpha` leaves the choice to the heuristic. It is
    `compiled`, or will be first.
    """

    labels: Labels | None = None
    movements: int | None = None
    alpha: float | None = None
    compiled: bool = True

    @property
    def name(self) -> str:
        """What the answer calls it."""
        return "simulated annealing" if self.labels is None else "label-guided annealing"

    def settings(self) -> dict[str, Any]:
        """The arguments of `heuristics.anneal.Annealing`."""
        given = {"movements": self.movements, "alpha": self.alpha}
        guided = "none" if self.labels is None else "always"
        return {"guided": guided} | {key: n for key, n in given.items() if n is not None}


COMPILING = "annealing is being compiled, this once; that takes about half a minute"

ROUNDS = 8
"""Of annealing alone without a time limit; with one there are as many as there is time for."""


def is_compiled() -> bool:
    """Whether annealing can begin at once."""
    from heuristics.anneal.compiled import kernels

    return kernels.are_compiled()


@dataclass(frozen=True)
class AnnealUp:
    """The task of a process: anneal at `horizon` contexts, then at more, up to `most`.

    It says `tried` of each interval that has had no mapping in the first round, and ends with the
    first one that has one, with the rounds, or at `deadline` on the performance counter.
    """

    most: int
    annealer: Annealer
    deadline: float | None = None
    rounds: int | None = 1

    def __call__(
        self, problem: Problem, horizon: int, options: SolverOptions, messages: Connection
    ) -> None:
        """Anneal until there is a mapping; a kernel cannot be interrupted, but a process can."""
        from heuristics.anneal import Annealing, search_intervals

        how, labels = Annealing(**self.annealer.settings()), self.annealer.labels
        limits = horizon, self.most, self.deadline, self.rounds
        for step in search_intervals(problem, how, labels, options.seed, *limits):
            said: dict[str, Any] = {"kind": "tried", "contexts": step.contexts}
            if step.found is not None:
                said = {"kind": "proposal", "mapping": step.found.mapping}
            elif step.number > 0:
                continue
            messages.send(said | {"seconds": step.seconds})
        messages.send({"kind": "finished"})
