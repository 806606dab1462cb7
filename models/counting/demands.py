"""Every demand that this toolkit counts: issue slots, and transfers from and to memories."""

from __future__ import annotations

import numpy as np

from models.counting.demand import ENTER, LEAVE, Demand
from models.counting.demand_issue import issue_demands
from models.space_time.index import Index
from models.space_time.index_array import IntArray
from models.space_time.windows import Windows, entry_width


def demands(index: Index, window: Windows) -> list[Demand]:
    """Return every demand, for one horizon."""
    return [*issue_demands(index, window), *_leave_demands(index, window), *_enter(index, window)]


def _leave_demands(index: Index, window: Windows) -> list[Demand]:
    """Inputs that only one memory holds at the start must leave it at least once."""
    problem = index.problem
    holders: dict[int, list[int]] = {}
    for i, j in index.initial:
        holders.setdefault(i, []).append(j)
    found = []
    for j, component in enumerate(problem.arch.components):
        paths = index.paths_from[j]
        widths = [problem.arch.paths[h].width for h in paths]
        limits = [None if None in widths else sum(w for w in widths if w is not None)]
        limits.append(component.read_ports)
        finite = [limit for limit in limits if limit is not None]
        inputs = np.array(
            sorted(i for i in index.entering if holders.get(i) == [j]), dtype=np.int64
        )
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
    values = index.values
    return Demand(resource, names, per_cycle, tuple(values[i] for i in rows), first, last)
