"""The array by numbers: components j, paths h, and the least travel times of values
between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.data.architecture import Architecture
from models.data.problem import Problem

IntArray = NDArray[np.int64]

NEVER = 1 << 60
"""A cycle beyond every sum of latencies within `models.data.sizes`: a long chain is distinguished
from an endless one. Sums of four of them still fit 64-bit integers.
"""


class Entries(NamedTuple):
    """Limits on the entry of values into components; -1 stands for no limit."""

    paths: IntArray
    """[J, P]: the paths into each component, padded with H, which is no path."""
    width: IntArray
    """[H + 1]: the values that a path takes in a cycle."""
    ports: IntArray
    """[J]: write ports."""


@dataclass(frozen=True)
class ArrayIndex:
    """Integer indices of a problem's array: components j, paths h (the letters of the paper)."""

    problem: Problem

    @cached_property
    def component(self) -> dict[str, int]:
        """Component name to j."""
        return {c.name: j for j, c in enumerate(self.problem.arch.components)}

    @cached_property
    def sources(self) -> list[list[int]]:
        """For each path h, the components that it leaves from."""
        return [[self.component[s] for s in path.sources] for path in self.problem.arch.paths]

    @cached_property
    def targets(self) -> list[list[int]]:
        """For each path h, the components that it arrives in."""
        return [[self.component[t] for t in path.targets] for path in self.problem.arch.paths]

    @cached_property
    def paths_into(self) -> list[list[int]]:
        """For each component j, the paths that arrive in it."""
        found: list[list[int]] = [[] for _ in self.problem.arch.components]
        for h, targets in enumerate(self.targets):
            for j in targets:
                found[j].append(h)
        return found

    @cached_property
    def paths_from(self) -> list[list[int]]:
        """For each component j, the paths that leave from it."""
        found: list[list[int]] = [[] for _ in self.problem.arch.components]
        for h, sources in enumerate(self.sources):
            for j in sources:
                found[j].append(h)
        return found

    @cached_property
    def sources_in_a_row(self) -> tuple[IntArray, IntArray]:
        """`sources` in one row, and [H] where those of each path begin."""
        return _in_a_row(self.sources)

    @cached_property
    def targets_in_a_row(self) -> tuple[IntArray, IntArray]:
        """`targets` in one row, and [H] where those of each path begin."""
        return _in_a_row(self.targets)

    @cached_property
    def path_latency(self) -> IntArray:
        """[H]: the latency of each path."""
        return np.array([path.latency for path in self.problem.arch.paths], dtype=np.int64)

    @cached_property
    def entries(self) -> Entries:
        """The paths into components, as arrays."""
        arch = self.problem.arch
        most = max(1, *map(len, self.paths_into))
        rows = [[*own, *[len(arch.paths)] * (most - len(own))] for own in self.paths_into]
        # More than all values at once is as good as no limit, and products with cycles stay small.
        most_values = 1 << 20
        widths = (path.width for path in arch.paths)
        written = (c.write_ports for c in arch.components)
        width = [-1 if own is None else min(own, most_values) for own in widths]
        ports = [-1 if own is None else min(own, most_values) for own in written]
        return Entries(*(np.array(own, dtype=np.int64) for own in (rows, [*width, 0], ports)))

    @cached_property
    def external(self) -> int | None:
        """The component that collects the results."""
        name = self.problem.arch.external
        return None if name is None else self.component[name]

    @cached_property
    def switches(self) -> NDArray[np.bool_]:
        """[J]: which components are switches."""
        return np.array([c.switch for c in self.problem.arch.components], dtype=bool)

    @cached_property
    def stores_arrivals(self) -> NDArray[np.bool_]:
        """[J]: the components that may store arriving values."""
        parts = self.problem.arch.components
        return np.array([c.keeps_arrivals and c.capacity != 0 for c in parts], dtype=bool)

    @cached_property
    def hops(self) -> list[tuple[int, int, int]]:
        """Every (source, target, latency) that some path offers, sorted."""
        paths = self.problem.arch.paths
        return sorted(
            {
                (s, t, path.latency)
                for h, path in enumerate(paths)
                for s in self.sources[h]
                for t in self.targets[h]
            }
        )

    def travel(
        self,
        held: NDArray[np.bool_],
        admits: NDArray[np.bool_],
        stores: NDArray[np.bool_] | None = None,
    ) -> IntArray:
        """Return A [J, J]: cycles from being held in s until arriving in t, over one path or more.

        `held` and `admits` [J] are the components that may hold the value, and let it pass;
        `stores` [J] those that may store arriving values, by default all. Results are cached by
        arguments.
        """
        key = (held.tobytes(), admits.tobytes(), None if stores is None else stores.tobytes())
        if key not in self._travelled:
            self._travelled[key] = self._travel(held, admits, stores)
        return self._travelled[key]

    @cached_property
    def _travelled(self) -> TravelTimes:
        return _travel_times(self.problem.arch)

    def _travel(
        self,
        held: NDArray[np.bool_],
        admits: NDArray[np.bool_],
        stores: NDArray[np.bool_] | None,
    ) -> IntArray:
        stay = np.full((len(held), len(held)), NEVER, dtype=np.int64)
        np.fill_diagonal(stay, np.where(held, 0, NEVER))
        keeps = held if stores is None else held & stores
        return self._spread(stay, np.full_like(stay, NEVER), keeps, admits)

    def onward(self, held: NDArray[np.bool_], admits: NDArray[np.bool_]) -> IntArray:
        """Return A [J, J]: cycles from arriving in switch s until arriving in t, 0 for s itself.

        NEVER where s is no switch.
        """
        arrive = np.full((len(held), len(held)), NEVER, dtype=np.int64)
        np.fill_diagonal(arrive, np.where(self.switches & admits, 0, NEVER))
        return self._spread(np.full_like(arrive, NEVER), arrive, held, admits)

    def _spread(
        self,
        stay: IntArray,
        arrive: IntArray,
        held: NDArray[np.bool_],
        admits: NDArray[np.bool_],
    ) -> IntArray:
        """Extend `stay` [S, J] (held) and `arrive` to a fixed point: no cycle gets earlier.

        The limit on hops within a cycle is ignored.
        """
        keeps, passes = held & self.stores_arrivals, self.switches & admits
        # Transposed, by the component of arrival, which changes with a hop.
        stayed, arrived = stay.T.copy(), arrive.T.copy()
        changed = np.ones(len(held), dtype=np.bool_)
        while changed.any():
            again = np.zeros(len(held), dtype=np.bool_)
            for s, t, latency in self.hops:
                if not (changed[s] or again[s]):
                    continue
                through = stayed[s] + 1 + latency
                if passes[s]:
                    through = np.minimum(through, arrived[s] + latency)
                if (through < np.minimum(arrived[t], NEVER)).any():
                    again[t] = True
                    np.minimum(arrived[t], through, out=arrived[t])
                    if keeps[t]:
                        np.minimum(stayed[t], arrived[t], out=stayed[t])
            changed = again
        return np.ascontiguousarray(arrived.T)


TravelTimes = dict[tuple[bytes, bytes, bytes | None], IntArray]

_latest: list[tuple[Architecture, TravelTimes]] = []
"""The last array and its travel times, which are the same for all IIs."""


def _travel_times(arch: Architecture) -> TravelTimes:
    # Another thread may ask for another array between any two lines.
    latest = _latest[:]
    if not latest or latest[0][0] is not arch:
        latest = [(arch, {})]
        _latest[:] = latest
    return latest[0][1]


def _in_a_row(lists: list[list[int]]) -> tuple[IntArray, IntArray]:
    lengths = [0, *map(len, lists)]
    row = np.array([j for own in lists for j in own], dtype=np.int64)
    return row, np.cumsum(lengths, dtype=np.int64)[:-1]


def feeds(index: ArrayIndex) -> list[list[int]]:
    """For each path h, the paths through whose arrival in a switch h may carry on without delay.

    Where hops are limited, only paths without hops: a cycle with hops would need infinitely many.
    """
    arch = index.problem.arch
    found = []
    for h, path in enumerate(arch.paths):
        open_ = not path.latency and not (arch.max_hops is not None and path.hops)
        into = {g for s in index.sources[h] if index.switches[s] for g in index.paths_into[s]}
        found.append(sorted(into) if open_ else [])
    return found


def circling(index: ArrayIndex) -> set[int]:
    """The paths whose transfers could support each other in a cycle, and those in between."""
    before = feeds(index)
    left = {h for h, own in enumerate(before) if own}
    while True:
        # Drop paths without a predecessor or successor among those left; the remainder lies on
        # cycles.
        feeding = {g for h in left for g in before[h]}
        rest = {h for h in left if h in feeding and any(g in left for g in before[h])}
        if rest == left:
            return left
        left = rest
