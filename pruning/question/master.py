"""Minimum-cost hitting sets of the known cores, the lower bound on the array size.

A core is a set of features that cannot all be absent. A sufficient array has a feature of every
core, so the cheapest hitting set is a lower bound and a proposal. It is found by PySAT's RC2, a
core-guided MaxSAT solver (Ignatiev, Morgado, Marques-Silva, JSAT 2019). A piece whose price depends
on its number of present sources gets a counter: the variable "at least n" has the weight of the
n-th step.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

from pruning.features import Feature, Need
from pruning.gates import Piece
from shell.budget import UNLIMITED, Budget


class Master:
    """The cores so far; `propose` returns the cheapest array that hits all of them."""

    def __init__(
        self,
        weights: dict[Feature, int],
        needs: Collection[Need],
        pieces: Collection[Piece] = (),
        budget: Budget = UNLIMITED,
    ) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._variable = {feature: n for n, feature in enumerate(weights, start=1)}
        self._feature = {n: feature for feature, n in self._variable.items()}
        formula = WCNF()
        for feature, weight in weights.items():
            if weight:
                formula.append([-self._variable[feature]], weight=weight)
        for need in needs:
            wanted = [self._variable[feature] for feature in sorted(need.some)]
            formula.append([-self._variable[need.feature], *wanted])
        for piece in pieces:
            steps = (after - before for before, after in pairwise(piece.price))
            for counter, step in zip(self._counted(formula, piece), steps, strict=True):
                if step:
                    formula.append([-counter], weight=step)
        self._solver: Any = RC2(formula, solver="g3", adapt=True, exhaust=True, minz=True)
        self._get_core, self._budget = self._solver.get_core, budget
        self._solver.get_core = self._look
        self.cores: set[frozenset[Feature]] = set()

    def _look(self) -> None:
        """Look at the budget between two calls of the SAT solver."""
        self._budget.check()
        self._get_core()

    def _counted(self, formula: Any, piece: Piece) -> list[int]:
        """Return a variable for each n that is true if at least n sources are present.

        A sequential counter, one-sided: its variables are forced true only, as they have a cost.
        """
        counters: list[int] = []
        for source in piece.sources:
            missing = [-self._variable[feature] for feature in sorted(source)]
            top = max(formula.nv, len(self._variable))
            after = [top + n + 1 for n in range(len(counters) + 1)]
            for n, counter in enumerate(after):
                formula.append([*missing, *([-counters[n - 1]] if n else []), counter])
                if n < len(counters):
                    formula.append([-counters[n], counter])
            counters = after
        return counters

    def add(self, core: frozenset[Feature]) -> None:
        """Add the clause that the features of `core`, at least one, are not all absent."""
        if core not in self.cores:
            self.cores.add(core)
            self._solver.add_clause([self._variable[feature] for feature in sorted(core)])

    def propose(self) -> tuple[int, frozenset[Feature]]:
        """Return the least weight of an array that hits all cores, and such an array.

        Raises `Stop` when the budget is over.
        """
        chosen = self._solver.compute()
        on = frozenset(self._feature[n] for n in chosen if n in self._feature)
        return int(self._solver.cost), on

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()
