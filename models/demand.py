"""Counting: what must happen within an interval of cycles, against what can.

Every item of a demand needs one unit of a resource in some cycle of its own window. When the
items whose windows lie inside an interval outnumber the units of that interval, no mapping
exists. When they are exactly as many, every unit is used.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.reach import Index, IntArray
from models.windows import Windows, entry_width

ISSUE, LEAVE, ENTER = "issue slots", "exit width", "entry width"


@dataclass(frozen=True)
class Demand:
    """Items that compete for `per_cycle` units of a resource; `first`, `last` [items] cycles."""

    resource: str
    components: tuple[str, ...]
    per_cycle: int
    items: tuple[str, ...]
    first: IntArray
    last: IntArray


@dataclass(frozen=True)
class Interval:
    """The items that must happen in cycles `first` … `last`, and the units there are."""

    demand: Demand
    first: int
    last: int
    items: tuple[str, ...]
    units: int


NOUN = {
    ISSUE: "operations must be issued",
    LEAVE: "inputs must leave",
    ENTER: "results must enter",
}
"""What the items of a demand must do, for messages."""


def demands(index: Index, window: Windows) -> list[Demand]:
    """Return every demand that this toolkit counts, for one horizon."""
    return [*_issue_demands(index, window), *_leave_demands(index, window), *_enter(index, window)]


def _issue_demands(index: Index, window: Windows) -> list[Demand]:
    """Operations against the issue slots of the components that can execute them (Hall sets)."""
    components = index.problem.arch.components
    operations = np.array(sorted(index.needed), dtype=np.int64)
    if not len(operations):
        return []
    supported = index.latency[operations] > 0
    found = []
    everywhere = supported.any(axis=0)
    for group in np.unique([*supported, everywhere], axis=0):
        inside = operations[~(supported & ~group).any(axis=1)]
        first, last = window.z_first[inside], window.z_last[inside]
        names = tuple(c.name for c, member in zip(components, group, strict=True) if member)
        slots = sum(c.issue for c, member in zip(components, group, strict=True) if member)
        usable = np.where(first <= last, last, -1)
        found.append(_demand(index, ISSUE, names, slots, inside, first.min(1), usable.max(1)))
    return found


def _leave_demands(index: Index, window: Windows) -> list[Demand]:
    """Inputs that only one memory holds at the start must leave it at least once."""
    problem = index.problem
    holders: dict[int, list[int]] = {}
    for i, j in index.initial:
        holders.setdefault(i, []).append(j)
    read = {d for i in index.needed for d, _ in index.operands[i]}
    found = []
    for j, component in enumerate(problem.arch.components):
        paths = index.paths_from[j]
        widths = [problem.arch.paths[h].width for h in paths]
        limits = [None if None in widths else sum(w for w in widths if w is not None)]
        limits.append(component.read_ports)
        finite = [limit for limit in limits if limit is not None]
        inputs = np.array(sorted(i for i in read if holders.get(i) == [j]), dtype=np.int64)
        if component.issue or not finite or not len(inputs) or not paths:
            continue
        # The cycles are those of arrival, so paths of unequal latency are counted together
        # only when ports do not tie them to the cycle of leaving.
        latencies = {problem.arch.paths[h].latency for h in paths}
        if component.read_ports is not None and len(latencies) > 1:
            continue
        first, last = window.y_first[inputs][:, paths], window.y_last[inputs][:, paths]
        usable = np.where(first <= last, last, -1).max(axis=1)
        name = (component.name,)
        found.append(_demand(index, LEAVE, name, min(finite), inputs, first.min(1), usable))
    return found


def _enter(index: Index, window: Windows) -> list[Demand]:
    """Results must enter the external component."""
    external = index.external
    if external is None:
        return []
    values = [index.value[name] for name in index.problem.dfg.results]
    entering = [i for i in values if (i, external) not in index.initial]
    width, paths = entry_width(index, external), index.paths_into[external]
    if not entering or width is None or not paths or index.problem.arch.components[external].issue:
        return []
    results = np.array(entering, dtype=np.int64)
    first = window.y_first[results][:, paths].min(axis=1)
    last = np.full(len(results), window.horizon - 1)
    name = (index.problem.arch.components[external].name,)
    return [_demand(index, ENTER, name, width, results, first, last)]


def _demand(
    index: Index,
    resource: str,
    names: tuple[str, ...],
    per_cycle: int,
    rows: IntArray,
    first: IntArray,
    last: IntArray,
) -> Demand:
    values = index.problem.dfg.values
    return Demand(resource, names, per_cycle, tuple(values[i] for i in rows), first, last)


def units(demand: Demand, first: int, last: int, contexts: int | None) -> int:
    """Units of the resource in cycles first … last; with T contexts each counts once per T."""
    cycles = last - first + 1
    return demand.per_cycle * (min(cycles, contexts) if contexts else cycles)


def intervals(demand: Demand, contexts: int | None) -> list[Interval]:
    """Return the intervals of `demand` with no unit to spare, the fullest first."""
    found = []
    for a in np.unique(demand.first):
        inside = np.flatnonzero(demand.first >= a)
        ends = np.sort(demand.last[inside])
        for b in np.unique(ends):
            count = int(np.searchsorted(ends, b, side="right"))
            offered = units(demand, int(a), int(b), contexts) if b >= a else 0
            if count >= offered:
                items = tuple(demand.items[n] for n in inside if demand.last[n] <= b)
                found.append(Interval(demand, int(a), int(b), items, offered))
    return sorted(found, key=lambda i: (i.units - len(i.items), len(i.items)))
