"""Routes of values on arrays whose units read from neighbours, where no unit moves values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.data.architecture import Component
from models.register_files.registers import FOR_EVER, longest_stays
from models.space_time.index import Index
from models.space_time.index_array import NEVER, IntArray


@dataclass(frozen=True)
class Ways:
    """Routes of values between the components of an array without a move.

    `direct` [J, J] are the cycles of a route for a value that its component still holds when it
    leaves, `stored` [J, J] those of a route on which it may stay, in registers, for at most `stay`
    cycles; NEVER without a route.
    """

    direct: IntArray
    stored: IntArray
    stay: int = FOR_EVER

    @classmethod
    def of(cls, index: Index) -> Ways:
        """Return the shortest ways, by Floyd and Warshall's algorithm."""
        parts = index.problem.arch.components
        count = len(parts)
        direct = np.full((count, count), NEVER, dtype=np.int64)
        for h, path in enumerate(index.problem.arch.paths):
            for source in index.sources[h]:
                targets = index.targets[h]
                direct[source, targets] = np.minimum(direct[source, targets], path.latency)
        _shorten(direct, [j for j, part in enumerate(parts) if part.switch], 0)
        stored = np.full((count, count), NEVER, dtype=np.int64)
        keeps = [j for j, part in enumerate(parts) if _keeps(part.capacity) and _stores(index, j)]
        through = direct.copy()
        _shorten(through, keeps, 1)
        for j in keeps:
            np.minimum(stored, through[:, [j]] + 1 + _there(through, j), out=stored)
        np.fill_diagonal(direct, 0)
        # With room for several values, a computed value stays in its component.
        roomy = [j for j, part in enumerate(parts) if part.capacity != 1 and not part.transient]
        stored[roomy] = np.minimum(stored[roomy], direct[roomy])
        longest = longest_stays(index.problem)
        stay = max((longest[j] for j in {*keeps, *roomy} if _waits(parts[j])), default=FOR_EVER)
        return cls(np.minimum(direct, NEVER), np.minimum(stored, NEVER), stay)

    def connects(self) -> NDArray[np.bool_]:
        """[J, J]: whether a route exists."""
        found: NDArray[np.bool_] = np.minimum(self.direct, self.stored) < NEVER
        return found


def meet(index: Index, places: Sequence[int]) -> bool:
    """Whether there is a way between all these components, by way of the first of them.

    A quick answer for large arrays; others may have ways too.
    """
    parts = index.problem.arch.components
    passing = [
        part.switch or (_keeps(part.capacity) and _stores(index, j)) for j, part in enumerate(parts)
    ]
    if not places or parts[places[0]].switch or not passing[places[0]]:
        return False
    hops = [(s, t) for s, t, _ in index.hops]
    both = (hops, [(t, s) for s, t in hops])
    return all(_reached(places[0], way, passing).issuperset(places) for way in both)


def _reached(first: int, hops: Iterable[tuple[int, int]], passing: Sequence[bool]) -> set[int]:
    """Return the components that hops lead to from the first one, through those that pass on."""
    targets: dict[int, list[int]] = {}
    for s, t in hops:
        targets.setdefault(s, []).append(t)
    found, waiting = {first}, [first]
    while waiting:
        for t in targets.get(waiting.pop(), ()):
            if t not in found:
                found.add(t)
                if passing[t]:
                    waiting.append(t)
    return found


def _waits(part: Component) -> bool:
    """Whether a computed value may stay in a component."""
    return part.capacity != 0 and part.holds_intermediates


def _keeps(capacity: int | None) -> bool:
    return capacity is None or capacity > 0


def _stores(index: Index, j: int) -> bool:
    """Whether an arriving value may stay in a component without taking an issue slot."""
    part = index.problem.arch.components[j]
    passive = part.keeps_arrivals and not part.routing_issues and not part.transient
    return passive and part.holds_intermediates


def _there(through: IntArray, j: int) -> IntArray:
    """[1, J]: the way on from a component, which has arrived where it is."""
    onwards = through[[j]].copy()
    onwards[0, j] = 0
    return onwards


def _shorten(ways: IntArray, middles: list[int], stay: int) -> None:
    for j in middles:
        np.minimum(ways, ways[:, [j]] + stay + ways[[j]], out=ways)
