"""The best combinations of the candidates of a tree's nests (PT-Map, Sec. 3.3.3).

Cycles and volumes of a program are the sums over its nests, in all their executions. Nest by nest,
the best partial sums are kept. For the order by cycles, then volume, this is exact, since addition
preserves the order; for hypervolumes, the Pareto front is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from programs.explore.forest import NestCandidate, ResultArray, ResultTree
from programs.explore.options import Mode
from programs.explore.pareto import front, ranked
from programs.transform import Step

FRONT = 256
"""Maximum number of kept partial sums of a Pareto front."""


@dataclass(frozen=True, slots=True)
class Combination:
    """One candidate per nest of a tree, in text order, with the sums of their costs."""

    chosen: tuple[NestCandidate, ...]
    cycles: int
    volume: int
    feasible: bool

    @property
    def point(self) -> tuple[int, int]:
        """Cycles and volume."""
        return self.cycles, self.volume

    def steps(self, tree: ResultTree) -> tuple[Step, ...]:
        """Return all steps from the original program.

        Later nests come first, as their steps do not change the paths of earlier ones.
        """
        found = tree.variant.steps
        for candidate in reversed(self.chosen):
            found += candidate.steps
        return found


def combinations(arrays: Sequence[ResultArray], keep: int, mode: Mode) -> list[Combination]:
    """Return the best combinations of a tree, at least one if every nest has a candidate."""
    found = [Combination((), 0, 0, True)]
    for array in arrays:
        longer = [
            Combination(
                (*one.chosen, candidate),
                one.cycles + candidate.cost.whole,
                one.volume + candidate.cost.volume,
                one.feasible and candidate.cost.feasible,
            )
            for one in found
            for candidate in array.candidates
        ]
        if mode == "performance":
            found = sorted(longer, key=lambda one: one.point)[:keep]
        else:
            found = _thinned(front(longer, lambda one: one.point), max(FRONT, keep))
    return ranked(found, lambda one: one.point, mode, lambda one: "")[:keep]


def _thinned(items: list[Combination], most: int) -> list[Combination]:
    if len(items) <= most:
        return items
    return [items[n * (len(items) - 1) // (most - 1)] for n in range(most)]
