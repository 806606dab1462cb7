"""What the naive model of `tests/models` says of tiny problems: no window, bound or encoder.

It is written from `docs/model.md` alone, and lists all orders of sums.
"""

from __future__ import annotations

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from tests.models.all_orders import every_way
from tests.models.naive_model import feasible_by as feasible_wide_by


class Told:
    """The oracle's answers to one problem, each of them found once."""

    def __init__(self, problem: Problem) -> None:
        how = "select" if problem.transform == "xbtree" else problem.transform
        self.problem, self.ways = problem, list(every_way(problem.dfg, how))
        self.known: dict[tuple[int, int | None], bool] = {}

    def maps(self, horizon: int, contexts: int | None) -> bool:
        """Whether there is a mapping with so many cycles."""
        key = horizon, contexts
        if key not in self.known:
            arch, dfg = self.problem.arch, self.problem.dfg
            allowed = contexts is None or contexts <= (arch.max_contexts or contexts)
            asked = Problem(dfg, arch, contexts)
            self.known[key] = (
                allowed
                and horizon > 0
                and any(feasible_wide_by(asked, ways, horizon) for ways in self.ways)
            )
        return self.known[key]


def feasible(dfg: Dfg, arch: Architecture, contexts: int | None, horizon: int) -> bool:
    """Whether there is a mapping of a graph as it is written."""
    return Told(Problem(dfg, arch, contexts)).maps(horizon, contexts)
