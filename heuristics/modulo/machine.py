"""The array as a routing graph: where a value of a kind can be held, arrive, and go from there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.space_time.index import Index
from models.space_time.index_array import NEVER, IntArray

Flags = NDArray[np.bool_]
RouteStep = tuple[int, int, int]
"""(source, target, path), or (number of such a step, where it comes from, latency)."""


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
    parts: Flags
    """[4, J]: flags of components: transient, issues to route, holds, and stores arrivals."""
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


class Machine:
    """The steps of all paths, and the kinds of values."""

    def __init__(self, index: Index) -> None:
        self.index = index
        arch = index.problem.arch
        self.components, self.paths = len(arch.components), len(arch.paths)
        self.steps: list[RouteStep] = [
            (s, t, h) for h in range(self.paths) for s in index.sources[h] for t in index.targets[h]
        ]
        self.steps_of: list[list[int]] = [[] for _ in arch.paths]
        for e, (_, _, h) in enumerate(self.steps):
            self.steps_of[h].append(e)
        # One more step with an infinite cost stands for states without a predecessor.
        padded = [*self.steps, (0, 0, self.paths)]
        self.source, self.target, self.path = np.array(padded, dtype=np.int64).T
        self.latency = np.array([p.latency for p in arch.paths] + [0], dtype=np.int64)
        self.hops = [p.hops for p in arch.paths]
        self.layers = 1 if arch.max_hops is None else arch.max_hops + 1
        self.most_delay = int(self.latency.max())
        self.transient = np.array([c.transient for c in arch.components], dtype=bool)
        self.routing_issues = np.array([c.routing_issues for c in arch.components], dtype=bool)
        ports = [(c.read_ports, c.write_ports) for c in arch.components]
        self.ported = any(p != (None, None) for p in ports)
        # The most cycles between leaving a component and being held in another.
        self.pad = 1 + self.most_delay
        self._kinds: dict[bytes, Kind] = {}

    @cached_property
    def distance(self) -> IntArray:
        """[J, J]: cycles from being held to arriving; 0 for the component itself."""
        index = self.index
        holds = np.array([c.capacity != 0 for c in index.problem.arch.components], dtype=bool)
        admits = np.array([c.holds_intermediates for c in index.problem.arch.components])
        found = index.travel(holds & admits, admits)
        np.fill_diagonal(found, 0)
        return found

    @cached_property
    def reach(self) -> int:
        """The most cycles that a value can take from one component to another."""
        known = self.distance[self.distance < NEVER // 2]
        return int(known.max(initial=1)) + self.most_delay

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
        for e, (s, t, h) in enumerate(self.steps):
            if not (admits[s] and admits[t]):
                continue
            delay, hops = int(self.latency[h]), self.hops[h] if self.layers > 1 else 0
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
        graph = Graph(
            np.array([count, self.paths, self.layers, states, self.pad, self.ported], np.int64),
            np.stack([self.source, self.target, self.path, self.latency[self.path]], axis=1),
            np.cumsum([0, *map(len, self.steps_of)], dtype=np.int64),
            np.array([self.transient, self.routing_issues, holds, stores]),
            np.concatenate(groups),
            np.stack(begin) + offsets[:, None],
        )
        return Kind(holds, stores, graph)
