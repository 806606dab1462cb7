"""How small an array must be for all that is known: minimum-cost hitting sets of cores.

A core is a set of features that cannot all be absent. Whatever does the job has a feature of
every core, so the cheapest set that does is a lower bound, and a proposal. Found by PySAT's
RC2, a core-guided MaxSAT solver (Ignatiev, Morgado, Marques-Silva, JSAT 2019). A piece whose price
depends on how many sources are there counts them: a variable for "at least n" has the weight of the
n-th step.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

from pruning.features import Feature, Need
from pruning.gates import Piece


class Master:
    """Cores so far; `propose` returns the cheapest array that none of them excludes."""

    def __init__(
        self, weights: dict[Feature, int], needs: Collection[Need], pieces: Collection[Piece] = ()
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
        self.cores: set[frozenset[Feature]] = set()

    def _counted(self, formula: Any, piece: Piece) -> list[int]:
        """Return a variable for every n that is true where at least n sources are there.

        Counted source by source; counters are true where they must be, and cost what they cost.
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
        """Note that the features of `core`, at least one, cannot all be absent."""
        if core not in self.cores:
            self.cores.add(core)
            self._solver.add_clause([self._variable[feature] for feature in sorted(core)])

    def propose(self) -> tuple[int, frozenset[Feature]]:
        """Return the least weight of an array that respects all cores, and such an array."""
        chosen = self._solver.compute()
        on = frozenset(self._feature[n] for n in chosen if n in self._feature)
        return int(self._solver.cost), on

    def close(self) -> None:
        """Free the engine."""
        self._solver.delete()
