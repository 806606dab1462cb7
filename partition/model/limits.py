"""Lower bounds on the II of a part: issue slots (ResMII) and recurrences (RecMII).

Operations that only the same components can execute compete for their issue slots, such as all
operations of PEs, or all operations of the shared memory ports. A part with n of them has an II of
at least n / slots; the stores and loads of a cut compete as well. A recurrence is a block, so the
II of its part is at least the II of the recurrence. If multi-node operations leave a choice of the
executed operations, only effects are certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from partition.model.graph import PartitionGraph
from partition.model.slots import places_of, recurrence_interval, slots_of
from partition.model.split import MEMORY, MemoryOperators, memory_operators

IntArray = NDArray[np.int64]


class Limit(NamedTuple):
    """At most `slots` operations of these operators start per context.

    With `passing`, routed values may take slots, too.
    """

    slots: int
    operators: frozenset[str]
    passing: bool


class Limits:
    """The resource limits of an architecture for parts of a DFG.

    `operators` are the operators of the DFG, then store and load; `slots` [L] are per context,
    `competes` [L, operators] is 1 for an operator that takes a slot. `weight` [blocks, operators]
    counts operations, without dead ones, which a mapping may omit. `passing` [L] marks the limits
    whose slots routed values take, too, so that few parts fill them. `recurrence` [blocks] is the
    II that each block needs by itself. Raises `InputError` if no component executes an operator of
    the DFG.
    """

    def __init__(
        self,
        graph: PartitionGraph,
        arch: Architecture,
        memory: MemoryOperators = MEMORY,
    ) -> None:
        dfg, self.arch = graph.dfg, arch
        chosen = bool(dfg.patterns)
        used = {x.operator: dfg.operator_by_name[x.operator] for x in dfg.operations}
        if chosen:
            used = {name: operator for name, operator in used.items() if operator.effect}
        for name in used:
            if not _executed(arch, name):
                users = [x.name for x in dfg.operations if x.operator == name]
                what = f"no component of '{arch.name}' executes operator '{name}'"
                raise InputError(f"{what} of '{users[0]}'")
        store, load = memory_operators(dfg, memory)
        self.carries = all(_executed(arch, operator.name) for operator in (store, load))
        """Whether values can cross between parts."""
        if self.carries:
            used |= {operator.name: operator for operator in (store, load)}
        self.operators = tuple(used)
        place = {name: n for n, name in enumerate(self.operators)}
        self.store, self.load = place.get(store.name, -1), place.get(load.name, -1)
        least: dict[frozenset[str], Limit] = {}
        for limit in _limits(arch, used):
            known = least.setdefault(limit.operators, limit)
            if limit.slots < known.slots:
                least[limit.operators] = limit
        found = list(least.values())
        self.passing = np.array([limit.passing for limit in found], dtype=np.bool_)
        self.slots: IntArray = np.array([limit.slots for limit in found], dtype=np.int64)
        self.competes: IntArray = np.array(
            [[name in limit.operators for name in self.operators] for limit in found],
            dtype=np.int64,
        ).reshape(len(found), len(place))
        needed = _needed(dfg)
        if chosen:
            needed = {name for name in needed if dfg.has_effect(name)}
        self.weight: IntArray = np.zeros((len(graph.blocks), len(place)), dtype=np.int64)
        for name in needed:
            operator = dfg.operation_by_name[name].operator
            self.weight[graph.block_of[name], place[operator]] += 1
        self.recurrence: IntArray = np.array(
            [_recurrence(dfg, arch, needed.intersection(block)) for block in graph.blocks],
            dtype=np.int64,
        )

    def thinned(self, percent: int) -> Limits:
        """Return these limits with only `percent` of the slots that routed values share."""
        thin = copy(self)
        thin.slots = self.slots * np.where(self.passing, percent, 100)
        thin.competes = self.competes * 100
        return thin

    def offered(self, limit: int, interval: int, fill: float) -> int:
        """Return the slots of a limit at an II, of which operations use at most `fill`."""
        share = fill if self.passing[limit] else 1.0
        return math.floor(share * int(self.slots[limit]) * interval + 1e-9)

    def interval(self, counts: IntArray, least: int = 1) -> int:
        """Return the lower bound on the II of a part with `counts` [operators] operations.

        `least` is the II of its recurrences.
        """
        return max(least, int(np.max(-(-(self.competes @ counts) // self.slots), initial=1)))


def _executed(arch: Architecture, operator: str) -> bool:
    """Return whether some component can start this operator; a shared limit may be 0."""
    return slots_of(arch, places_of(arch, operator), frozenset({operator})) > 0


def _limits(arch: Architecture, operators: Iterable[str]) -> Iterator[Limit]:
    places = {name: places_of(arch, name) for name in operators}
    # The component sets of single operators, and the set of all components.
    groups = dict.fromkeys([*places.values(), frozenset().union(*places.values())])
    routing = {c.name for c in arch.components if c.routing_issues} or {
        c.name for c in arch.components
    }
    for group in filter(None, groups):
        inside = frozenset(name for name, able in places.items() if able <= group)
        yield Limit(slots_of(arch, group, inside), inside, not routing.isdisjoint(group))
    for shared in arch.shared:
        inside = frozenset(name for name in places if shared.limits(name))
        if inside:
            able = frozenset().union(*(places[name] for name in inside))
            yield Limit(slots_of(arch, able, inside), inside, passing=False)


def _needed(dfg: Dfg) -> set[str]:
    """Return the operations that contribute to a result or an effect."""
    waiting = [name for name in dfg.results if name in dfg.operation_by_name]
    waiting += [x.name for x in dfg.operations if dfg.has_effect(x.name)]
    found = set(waiting)
    while waiting:
        for operand in dfg.operation_by_name[waiting.pop()].operands:
            if operand.value in dfg.operation_by_name and operand.value not in found:
                found.add(operand.value)
                waiting.append(operand.value)
    return found


def _recurrence(dfg: Dfg, arch: Architecture, inside: set[str]) -> int:
    """Return the RecMII of the operations `inside`."""
    latency = {name: latency_of(dfg, arch, dfg.operation_by_name[name].operator) for name in inside}
    edges = [
        (o.value, name, o.distance)
        for name in inside
        for o in dfg.operation_by_name[name].operands
        if o.value in inside
    ]
    edges += [
        (edge.before, edge.after, edge.distance)
        for edge in dfg.order
        if edge.before in inside and edge.after in inside
    ]
    return recurrence_interval(latency, edges)


def latency_of(dfg: Dfg, arch: Architecture, operator: str) -> int:
    """Return the least latency of an operator over all components, in cycles."""
    own = (c.own_latency(operator) for c in arch.components if c.supports(operator))
    default = dfg.operator_by_name[operator].latency
    return min(default if cycles is None else cycles for cycles in own)
