"""Properties of a graph for predictors and cost models: bounds on the II, ASAP and ALAP.

The bounds RecMII and ResMII are those of B. R. Rau: Iterative modulo scheduling (MICRO-27, 1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from models.data.architecture import Architecture, Component
from models.data.dfg import Dfg
from models.errors import InfeasibleError
from partition.model.slots import recurrence_interval, slots_of

MOST_GROUPS = 12
"""Maximum number of component sets whose unions are all formed."""


class Edge(NamedTuple):
    """`after` starts once `before` of `distance` iterations earlier is complete."""

    before: str
    after: str
    distance: int


@dataclass(frozen=True)
class Properties:
    """Properties of one graph; cycles count from 0, with unlimited resources and no overlap.

    `critical_path` is the least cycles of an iteration; `max_fanout` the largest number of
    (operation, distance) pairs that read a value.
    """

    operations: int
    rec_mii: int
    critical_path: int
    max_fanout: int
    asap: dict[str, int]
    alap: dict[str, int]


def properties(dfg: Dfg, arch: Architecture | None = None) -> Properties:
    """Return all properties; with an array, latencies are its least ones, in cycles."""
    latency = latencies(dfg, arch)
    earliest = asap(dfg, latency)
    length = max((earliest[name] + latency[name] for name in earliest), default=0)
    fanout = max((len(readers) for readers in dfg.consumers.values()), default=0)
    return Properties(
        operations=len(dfg.operations),
        rec_mii=rec_mii(dfg, latency),
        critical_path=length,
        max_fanout=fanout,
        asap=earliest,
        alap=alap(dfg, latency, length),
    )


def latencies(dfg: Dfg, arch: Architecture | None = None) -> dict[str, int]:
    """Return the least latency of each operation in cycles; the default if none executes it."""
    operators = {operation.operator for operation in dfg.operations}
    found = {operator: dfg.default_latency(operator) for operator in operators}
    if arch is not None:
        for operator, parts in _places(arch, operators).items():
            kinds = {part.ops: part for part in parts}.values()
            own = [part.own_latency(operator) or found[operator] for part in kinds]
            found[operator] = min(own, default=found[operator])
    return {operation.name: found[operation.operator] for operation in dfg.operations}


def _places(arch: Architecture, operators: Iterable[str]) -> dict[str, list[Component]]:
    """Return the components that execute each operator; equal components are examined once."""
    alike: dict[object, list[Component]] = {}
    for part in arch.components:
        if part.issue:
            alike.setdefault(part.ops, []).append(part)
    return {
        operator: [p for parts in alike.values() if parts[0].supports(operator) for p in parts]
        for operator in operators
    }


def edges(dfg: Dfg) -> tuple[Edge, ...]:
    """Return the precedences between operations: operands and order edges, each once."""
    names = dfg.operation_by_name
    found = [
        Edge(operand.value, operation.name, operand.distance)
        for operation in dfg.operations
        for operand in operation.operands
        if operand.value in names
    ]
    found += [Edge(order.before, order.after, order.distance) for order in dfg.order]
    return tuple(dict.fromkeys(found))


def asap(dfg: Dfg, latency: Mapping[str, int]) -> dict[str, int]:
    """Return the earliest start of each operation in cycles, by name; `latency` is in cycles."""
    starts = dict.fromkeys(dfg.schedule_order, 0)
    into: dict[str, list[str]] = {name: [] for name in starts}
    for edge in edges(dfg):
        if not edge.distance:
            into[edge.after].append(edge.before)
    for name in dfg.schedule_order:
        starts[name] = max((starts[b] + latency[b] for b in into[name]), default=0)
    return starts


def alap(dfg: Dfg, latency: Mapping[str, int], length: int) -> dict[str, int]:
    """Return the latest start of each operation in cycles for all to be complete by `length`."""
    out: dict[str, list[str]] = {name: [] for name in dfg.schedule_order}
    for edge in edges(dfg):
        if not edge.distance:
            out[edge.before].append(edge.after)
    starts: dict[str, int] = {}
    for name in reversed(dfg.schedule_order):
        starts[name] = min((starts[after] for after in out[name]), default=length) - latency[name]
    return starts


def rec_mii(dfg: Dfg, latency: Mapping[str, int] | None = None) -> int:
    """Return the RecMII: max over cycles of the graph of ⌈Σ latency / Σ distance⌉.

    It is 1 for an acyclic graph.
    """
    latency = latencies(dfg) if latency is None else latency
    return recurrence_interval(latency, edges(dfg))


def res_mii(dfg: Dfg, arch: Architecture) -> int:
    """Return the ResMII: the smallest II with enough issue slots for all operations.

    Operations confined to some components need their slots (Hall's condition), within shared
    limits. Raises `InfeasibleError` if no component executes an operator.
    """
    counts = Counter(operation.operator for operation in dfg.operations)
    places: dict[str, frozenset[str]] = {}
    for operator, parts in _places(arch, counts).items():
        places[operator] = frozenset(part.name for part in parts)
        if not parts:
            what = f"no component of '{arch.name}' supports operator '{operator}'"
            raise InfeasibleError(what)
    issue = {component.name: component.issue for component in arch.components}
    least = 1
    for group in _joined(set(places.values())):
        inside = sum(number for operator, number in counts.items() if places[operator] <= group)
        least = max(least, -(-inside // sum(issue[name] for name in group)))
    for limited in {frozenset(o for o in counts if limit.limits(o)) for limit in arch.shared}:
        if limited:
            slots = slots_of(arch, frozenset().union(*(places[o] for o in limited)), limited)
            if not slots:
                raise InfeasibleError(f"a limit of '{arch.name}' leaves no slots")
            least = max(least, -(-sum(counts[o] for o in limited) // slots))
    return least


def min_ii(dfg: Dfg, arch: Architecture) -> int:
    """Return max(`res_mii`, `rec_mii`); raises `InfeasibleError` as `res_mii` does."""
    return max(res_mii(dfg, arch), rec_mii(dfg, latencies(dfg, arch)))


def _joined(groups: set[frozenset[str]]) -> set[frozenset[str]]:
    """Return all unions of the groups, or, if too many, the groups and their total union."""
    sizes = range(1, len(groups) + 1) if len(groups) <= MOST_GROUPS else (1, len(groups))
    return {frozenset().union(*chosen) for size in sizes for chosen in combinations(groups, size)}
