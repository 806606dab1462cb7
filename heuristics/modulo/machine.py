"""The array as a routing graph: where a value of a kind can be held, arrive, and go from there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from heuristics.array import Array, Flags
from models.register_files.registers import longest_stays
from models.space_time.index import Index
from models.space_time.index_array import NEVER, IntArray


class Graph(NamedTuple):
    """The routing graph of an array for values of one kind, as the compiled functions read it.

    J components, H paths, E steps, S states. A state is a component and, where hops are limited,
    how many of them the value has taken in this cycle: `layer` times J, plus the component.
    """

    sizes: IntArray
    """[6]: J, H, layers, S, the pad in cycles, and 1 where some component has ports."""
    steps: IntArray
    """[E + 1, 4]: source, target, path, and latency in cycles; the last one stands for none."""
    steps_of: IntArray
    """[H + 1]: where the steps of a path begin."""
    parts: IntArray
    """[5, J]: flags of components: transient, issues to route, holds, and stores arrivals; and the
    most cycles of a stay."""
    moves: IntArray
    """[R, 4]: (state, origin, step, latency), in five groups, by state within each: from where the
    value was held, on through a switch in the cycle of arrival, and on over a path of latency; then
    from where it was held, and on through switches, by source and without hops."""
    begin: IntArray
    """[5, S + 1]: where in `moves` those of each group and state begin."""


@dataclass(frozen=True)
class Kind:
    """Routing rights of the values that are admitted by, and may be held in, the same
    components.
    """

    holds: Flags
    stores: Flags
    graph: Graph


FAR = 50
"""As many cycles as make a component no better than any other."""


class Machine(Array):
    """The array, and the kinds of values."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        # The most cycles between leaving a component and being held in another.
        self.pad = 1 + int(self.delay.max(initial=0))
        # [J]: the most cycles for which each component keeps a value.
        self.stays = np.array(longest_stays(index.problem), dtype=np.int64)
        self._kinds: dict[bytes, Kind] = {}

    @cached_property
    def distance(self) -> IntArray:
        """[J, J]: cycles from being held to arriving; 0 for the component itself."""
        holds = np.array([c.capacity != 0 for c in self.arch.components], dtype=bool)
        admits = np.array([c.holds_intermediates for c in self.arch.components])
        found = self.index.travel(holds & admits, admits).copy()
        np.fill_diagonal(found, 0)
        return found

    @cached_property
    def reach(self) -> int:
        """The most cycles that a value can take from one component to another."""
        known = self.distance[self.distance < NEVER // 2]
        return int(known.max(initial=1)) + self.pad - 1

    @cached_property
    def detour(self) -> IntArray:
        """[J, J]: `distance`, but FAR without a route."""
        return np.minimum(self.distance, FAR)

    def kind(self, value: int) -> Kind:
        """Return the kind of value number `value`."""
        admits, holds = self.index.admits[value], self.index.may_hold[value]
        key = admits.tobytes() + holds.tobytes()
        if key not in self._kinds:
            self._kinds[key] = self._kind(admits, holds)
        return self._kinds[key]

    def _kind(self, admits: Flags, holds: Flags) -> Kind:
        count, none = self.components, len(self.steps)
        switches = self.index.switches
        leaving, passing, delayed, out, through = [], [], [], [], []
        ways = zip(self.steps, self.delay.tolist(), self.hops.tolist(), strict=True)
        for e, ((s, t, _), delay, hops) in enumerate(ways):
            if not (admits[s] and admits[t]):
                continue
            if holds[s]:
                leaving.append((hops * count + t, s, e, delay))
                out.append((s, t, e, delay))
            if switches[s]:
                through.append((s, t, e, delay))
                if delay:
                    delayed.append((hops * count + t, s, e, delay))
                else:
                    passing += [
                        ((layer + hops) * count + t, layer * count + s, e, 0)
                        for layer in range(self.layers - hops)
                    ]
        led = {row[0] for row in leaving}
        leaving += [(n, 0, none, 0) for n in range(count * self.layers) if n not in led]
        left = {row[0] for row in out}
        out += [(n, 0, none, 0) for n in range(count) if n not in left]
        stores, states = holds & self.index.stores_arrivals, count * self.layers
        groups = [
            np.array(sorted(rows), dtype=np.int64).reshape(-1, 4)
            for rows in (leaving, passing, delayed, out, through)
        ]
        begin = [np.searchsorted(group[:, 0], np.arange(states + 1)) for group in groups]
        offsets = np.cumsum([0, *(len(group) for group in groups[:-1])])
        steps = np.stack([self.source, self.target, self.path, self.delay], axis=1)
        graph = Graph(
            np.array([count, self.paths, self.layers, states, self.pad, self.ported], np.int64),
            np.vstack([steps, (0, 0, self.paths, 0)]),
            np.searchsorted(self.path, np.arange(self.paths + 1)),
            np.array([self.transient, self.routing_issues, holds, stores, self.stays], np.int64),
            np.concatenate(groups),
            np.stack(begin) + offsets[:, None],
        )
        return Kind(holds, stores, graph)
