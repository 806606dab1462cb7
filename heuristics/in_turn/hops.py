"""Hops of values between components where they can wait."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from heuristics.array import Array


class Hop(NamedTuple):
    """A way to a component: it arrives so many cycles after the end of the one in which it is held
    at the start; `over` are its paths, each with the cycle, counted likewise, of its arrival.
    """

    target: int
    cycles: int
    over: tuple[tuple[int, int], ...]


class Hops:
    """The hops of an array: along a path, or along several through switches in between.

    `examined` are those that were read since they were last counted as work.
    """

    def __init__(self, array: Array) -> None:
        arch = array.arch
        self.array, self._index, self._paths = array, array.index, arch.paths
        self._switch = [part.switch for part in arch.components]
        self._most = arch.max_hops
        self._from: dict[int, list[Hop]] = {}
        self.examined = 0

    def of(self, source: int) -> list[Hop]:
        """The hops from a component, the shortest to each other one."""
        if source not in self._from:
            found: dict[int, Hop] = {}
            waiting = [(Hop(source, 1, ()), 0)]
            for hop, taken in waiting:
                for h in self._index.paths_from[hop.target]:
                    path = self._paths[h]
                    if self._most is not None and taken + path.hops > self._most:
                        continue
                    cycles = hop.cycles + path.latency
                    for target in self._index.targets[h]:
                        if target in found or target == source:
                            continue
                        found[target] = Hop(target, cycles, (*hop.over, (h, cycles)))
                        if self._switch[target]:
                            waiting.append((found[target], taken + path.hops))
            self._from[source] = list(found.values())
        hops = self._from[source]
        self.examined += len(hops)
        return hops

    @cached_property
    def lost(self) -> list[float]:
        """For each component, the share of units, from 0 to 1, that its values cannot reach.

        The whole are the units that can be reached from the best-connected component.
        """
        parts = self.array.arch.components
        units = {j for j, part in enumerate(parts) if part.issue}
        passed = units | {j for j, part in enumerate(parts) if part.holds_intermediates}
        reached: list[int] = []
        for source in range(len(self._switch)):
            found, onward = {source}, [source]
            while onward:
                new = {hop.target for hop in self.of(onward.pop())} & passed - found
                found |= new
                onward += new
            reached.append(len(found & units))
        most = max(reached, default=0) or 1
        return [1 - count / most for count in reached]

    @cached_property
    def into(self) -> list[list[tuple[int, Hop]]]:
        """For each component, the components from which a hop leads there, with that hop."""
        found: list[list[tuple[int, Hop]]] = [[] for _ in self._switch]
        for source in range(len(self._switch)):
            for hop in self.of(source):
                found[hop.target].append((source, hop))
        return found
