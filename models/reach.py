"""How fast a value can travel: the shortest arrival time between any two components."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.problem import Problem

IntArray = NDArray[np.int64]

NEVER = 1 << 28
"""A cycle that no horizon reaches; sums of two of them still fit 64-bit integers."""


class Order(NamedTuple):
    """`after` may issue in cycle k only if `before` was issued by k - L - `extra` + `distance`·T.

    L is the latency of `before`. An order edge or a priority `>` has no extra cycles; `>=` has
    -1, because completing in the same cycle is early enough. `name` is for users.
    """

    before: int
    after: int
    extra: int
    distance: int
    name: str


@dataclass(frozen=True)
class Index:
    """Integer indices of a problem: values i, components j, paths h (the letters of the paper).

    Values are the inputs followed by the operations.
    """

    problem: Problem

    @cached_property
    def value(self) -> dict[str, int]:
        """Value name to i."""
        return {name: i for i, name in enumerate(self.problem.dfg.values)}

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
    def external(self) -> int | None:
        """The component that collects the results."""
        name = self.problem.arch.external
        return None if name is None else self.component[name]

    @cached_property
    def may_hold(self) -> NDArray[np.bool_]:
        """[V, J]: whether a component may ever hold a value."""
        capable = np.array([c.capacity != 0 for c in self.problem.arch.components])
        held: NDArray[np.bool_] = capable[None, :] & self.admits
        return held

    @cached_property
    def admits(self) -> NDArray[np.bool_]:
        """[V, J]: whether a value may enter or leave a component over a path at all."""
        arch, dfg = self.problem.arch, self.problem.dfg
        intermediates = np.array([c.holds_intermediates for c in arch.components])
        results = set(dfg.results)
        free = np.array(
            [v in results or v not in dfg.operation_by_name for v in dfg.values], dtype=bool
        )
        admitted: NDArray[np.bool_] = intermediates[None, :] | free[:, None]
        return admitted

    @cached_property
    def latency(self) -> IntArray:
        """[V, J]: cycles from issue to storing; 0 where the value cannot be computed."""
        dfg, components = self.problem.dfg, self.problem.arch.components
        by_operator = {
            operator.name: [
                (c.latency_of.get(operator.name) or operator.latency)
                if c.supports(operator.name)
                else 0
                for c in components
            ]
            for operator in dfg.operators
        }
        rows = [[0] * len(components)] * len(dfg.inputs)
        rows += [by_operator[operation.operator] for operation in dfg.operations]
        return np.array(rows, dtype=np.int64).reshape(len(dfg.values), len(components))

    @cached_property
    def initial(self) -> dict[tuple[int, int], bool]:
        """(i, j) of inputs held in cycle 0: True for certain, False when the solver chooses."""
        found: dict[tuple[int, int], bool] = {}
        for j, component in enumerate(self.problem.arch.components):
            certain = self.problem.initial_inputs(component.name)
            if component.initial != "all":
                for choice in component.initial.choices:
                    for name in choice.of:
                        found[self.value[name], j] = False
            for name in certain:
                found[self.value[name], j] = True
        return found

    @cached_property
    def consumers(self) -> list[list[tuple[int, int]]]:
        """For each value, the (operation, distance) pairs that read it."""
        return [
            [(self.value[u], distance) for u, distance in self.problem.dfg.consumers[name]]
            for name in self.problem.dfg.values
        ]

    @cached_property
    def operands(self) -> list[list[tuple[int, int]]]:
        """For each value, the distinct (value, distance) pairs that it reads."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.problem.dfg.values]
        for i, pairs in enumerate(self.consumers):
            for u, distance in pairs:
                found[u].append((i, distance))
        return found

    @cached_property
    def orders(self) -> list[Order]:
        """Every order edge and priority between operations; inputs are there before all."""
        dfg, value = self.problem.dfg, self.value
        found = [
            Order(value[e.before], value[e.after], 0, e.distance, f"{e.before} before {e.after}")
            for e in dfg.order
        ]
        for p in dfg.priorities:
            if p.first in dfg.operation_by_name:
                extra = 0 if p.sign == ">" else -1
                name = f"{p.first} {p.sign} {p.then}"
                found.append(Order(value[p.first], value[p.then], extra, 0, name))
        return found

    @cached_property
    def needed(self) -> set[int]:
        """Operations that every mapping executes: what results, effects and orders depend on."""
        dfg = self.problem.dfg
        earlier: dict[int, list[int]] = {}
        for order in self.orders:
            earlier.setdefault(order.after, []).append(order.before)
        effects = [o.name for o in dfg.operations if dfg.has_effect(o.name)]
        found = {self.value[name] for name in (*dfg.results, *effects)}
        waiting = list(found)
        while waiting:
            i = waiting.pop()
            for d in [*(d for d, _ in self.operands[i]), *earlier.get(i, ())]:
                if d not in found:
                    found.add(d)
                    waiting.append(d)
        return {i for i in found if i >= len(dfg.inputs)}

    @cached_property
    def kept(self) -> set[int]:
        """Operations that must be executed although their value may be unused."""
        dfg = self.problem.dfg
        found = {self.value[o.name] for o in dfg.operations if dfg.has_effect(o.name)}
        return found | {order.before for order in self.orders if order.after in self.needed}

    def travel(self, held: NDArray[np.bool_]) -> IntArray:
        """Return A [J, J]: cycles from being held in s until arriving in t, over one path or more.

        `held` [J] says which components may hold the value between two paths.
        """
        count = len(held)
        arrive = np.full((count, count), NEVER, dtype=np.int64)
        stay = np.full((count, count), NEVER, dtype=np.int64)
        np.fill_diagonal(stay, np.where(held, 0, NEVER))
        paths = self.problem.arch.paths
        hops = sorted(
            {
                (s, t, 1 + path.latency)
                for h, path in enumerate(paths)
                for s in self.sources[h]
                for t in self.targets[h]
                if held[s]
            }
        )
        changed = True
        while changed:
            changed = False
            for s, t, cycles in hops:
                through = np.minimum(stay[:, s] + cycles, NEVER)
                if (through < arrive[:, t]).any():
                    changed = True
                    arrive[:, t] = np.minimum(arrive[:, t], through)
                    if held[t]:
                        stay[:, t] = np.minimum(stay[:, t], arrive[:, t])
        return arrive
