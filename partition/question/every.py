"""Every partition of a small graph: the shortest way from no operation to all of them.

What has run after some parts is a set of blocks that no edge enters, and the part that comes next
is the difference of two such sets. Its II depends on its operations alone. So a partition is a way
through these sets, as long as its total II. The shortest way is looked for again and again: first
with bounds of parts, and then its parts are mapped, until all of them are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from partition.model.graph import PartitionGraph
from partition.model.partition import Partition
from partition.question.mapping import MappedPart
from partition.question.search import PartitionSearch

MOST_SETS = 256
"""Sets of blocks that may have run; a graph with more has too many partitions."""

MOST_MAPPED = 300
"""Parts that are mapped at most."""


class _Way(NamedTuple):
    """The total II, the parts that are not mapped yet, and the sets, of which each has the one
    before it.
    """

    total: float
    open: int
    sets: tuple[int, ...]


def sets_of(graph: PartitionGraph, most: int = MOST_SETS) -> list[int] | None:
    """Return the sets of blocks that no edge enters, the smallest first, as numbers with a bit for
    each block; None for more than `most`.
    """
    before = [sum(1 << a for a in blocks) for blocks in graph.before]
    found = {0}
    for b, needed in enumerate(before):
        found |= {own | 1 << b for own in found if own & needed == needed}
        if len(found) > most:
            return None
    return sorted(found, key=lambda own: (own.bit_count(), own))


def every(search: PartitionSearch, sets: list[int]) -> Iterator[None]:
    """Map the parts of the partition with the smallest total II, until there is none smaller.

    Ends earlier after `MOST_MAPPED`. A part that is not mapped in time is in no partition then.
    """
    parts = _Parts(search)
    for _ in range(MOST_MAPPED):
        way = _shortest(parts, sets, search.settings.parts)
        yield
        if way is None:
            if parts.decided:
                search.answer.notes.append(
                    "every partition was tried: each has a part without a mapping, as the search of"
                    " min-ii says; no certificate shows that"
                )
            return
        between = list(zip(way.sets, way.sets[1:], strict=False))
        chosen = next((pair for pair in between if not parts.settled(*pair)), None)
        if chosen is None:
            members = tuple(map(parts.members, between))
            targets = [int(parts.cost(*pair)) for pair in between]
            search.try_partition("every partition", Partition(members), targets)
            return
        parts.settle(*chosen)


class _Parts:
    """The known II, or bound, of each part."""

    def __init__(self, search: PartitionSearch) -> None:
        self._search = search
        self._cost: dict[int, float] = {}
        self._settled: set[int] = set()
        self._bounded: dict[int, MappedPart] = {}
        self.decided = True
        """Whether parts are excluded by proofs alone."""

    def members(self, pair: tuple[int, int]) -> tuple[str, ...]:
        """Return the operations of a part."""
        own = pair[1] & ~pair[0]
        blocks = enumerate(self._search.graph.blocks)
        return tuple(name for b, names in blocks if own >> b & 1 for name in names)

    def settled(self, before: int, after: int) -> bool:
        """Return whether a part is mapped, or excluded."""
        return after & ~before in self._settled

    def cost(self, before: int, after: int) -> float:
        """Return the II of a part, or a lower bound on it; infinite where it is excluded."""
        own = after & ~before
        if own not in self._cost:
            limits = self._search.limits
            blocks = [b for b in range(len(self._search.graph.blocks)) if own >> b & 1]
            counts, least = limits.weight[blocks].sum(axis=0), limits.recurrence[blocks].max()
            apart = limits.carries or not self._crosses(self.members((before, after)))
            self._put(own, limits.interval(counts, int(least)) if apart else inf)
        return self._cost[own]

    def settle(self, before: int, after: int) -> None:
        """Raise the bound on a part by arithmetic, or map it if that has been done."""
        search, own = self._search, after & ~before
        if own not in self._bounded:
            self._bounded[own] = search.known(self.members((before, after)))
            self._put(own, self._bounded[own].lower)
            return
        search.map_part("every partition", self.members((before, after)), 100)
        mapped = self._bounded[own]
        self._put(own, mapped.interval or inf)
        self._settled.add(own)
        self.decided &= mapped.mapping is not None or mapped.impossible is not None

    def _crosses(self, members: Sequence[str]) -> bool:
        """Return whether a part stores or loads values, which not every array can."""
        part = self._search.splitter.part(members, "")
        return bool(part.stores or part.loads)

    def _put(self, own: int, interval: float) -> None:
        self._cost[own] = interval if interval <= self._search.settings.max_ii else inf


def _shortest(parts: _Parts, sets: list[int], number: int | None) -> _Way | None:
    """Return the way of the smallest total II, of `number` parts if that is given; None where there
    is none.
    """
    step = 0 if number is None else 1
    best = {(0, 0): _Way(0, 0, (0,))}
    for n, before in enumerate(sets):
        for count in range(step * (number or 0) + 1):
            way = best.get((before, count))
            if way is None:
                continue
            for after in sets[n + 1 :]:
                if after & before != before:
                    continue
                total = way.total + parts.cost(before, after)
                left = way.open + (not parts.settled(before, after))
                known = best.get((after, count + step))
                if total < inf and (known is None or (total, left) < known[:2]):
                    best[after, count + step] = _Way(total, left, (*way.sets, after))
    return best.get((sets[-1], number or 0))
