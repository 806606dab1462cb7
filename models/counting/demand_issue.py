"""Demands for issue slots: of a component set, under shared limits, and with what must pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.counting.demand import ISSUE, ROUTED, SHARED, Demand
from models.counting.demand_work import Work, issued, supported, work
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from models.space_time.windows import Windows


def issue_demands(index: Index, window: Windows) -> list[Demand]:
    """Work against the issue slots of the components that can execute it (Hall sets)."""
    found = []
    for works in work(index):
        found += _slots(index, window, works)
        found += shared_slots(index, window, works)
        found += routed_slots(index, window, works)
    return found


def _slots(index: Index, window: Windows, works: list[Work]) -> list[Demand]:
    able = supported(index, works)
    if not len(able):
        return []
    issue = np.array([c.issue for c in index.problem.arch.components])
    everywhere = able.any(axis=0)
    found = []
    for group in np.unique([*able, everywhere], axis=0):
        inside = np.flatnonzero(~(able & ~group).any(axis=1))
        found.append(
            issued(index, window, ISSUE, [works[n] for n in inside], group, int(issue[group].sum()))
        )
    return found


def shared_slots(index: Index, window: Windows, works: list[Work]) -> list[Demand]:
    """The same of operations under shared limits, which may leave fewer slots than there are."""
    arch = index.problem.arch
    found = []
    operators = {entry.candidate.operator for entry in index.candidates}
    for limited_operators in dict.fromkeys(
        frozenset(o for o in operators if limit.limits(o)) for limit in arch.shared
    ):
        limited = [
            own
            for own in works
            if all(
                index.candidates[n].candidate.operator in limited_operators for n in own.candidates
            )
        ]
        if not limited:
            continue
        group: NDArray[np.bool_] = np.any(supported(index, limited), axis=0)
        free, units = group.copy(), 0
        for limit in arch.shared:
            places = [index.component[name] for name in limit.components]
            places = [j for j in places if free[j]]
            # Of limits that overlap, what an earlier one counts is not counted again.
            if places and all(map(limit.limits, limited_operators)):
                units += min(limit.at_most, sum(arch.components[j].issue for j in places))
                free[places] = False
        units += sum(arch.components[j].issue for j in np.flatnonzero(free))
        found.append(issued(index, window, SHARED, limited, group, units))
    return found


def routed_slots(index: Index, window: Windows, works: list[Work]) -> list[Demand]:
    """Operations that need the slots of routing components, and values that must pass there.

    A value is stored in passing at least once where none of the places in which one of its
    readers is executed can be reached from where it is computed by any other route.
    """
    routing = np.array([bool(c.routing_issues and c.issue) for c in index.problem.arch.components])
    if not routing.any():
        return []
    passing = [i for i in sorted(index.executed) if _must_pass(index, i, routing)]
    if not passing:
        return []
    elsewhere = (supported(index, works) & ~routing).any(axis=1)
    chosen = [own for own, other in zip(works, elsewhere, strict=True) if not other]
    issue = np.array([c.issue for c in index.problem.arch.components])
    demand = issued(index, window, ROUTED, chosen, routing, int(issue[routing].sum()))
    return [
        replace(
            demand,
            items=(*demand.items, *(f"{index.values[i]} in passing" for i in passing)),
            first=np.concatenate([demand.first, np.ones(len(passing), dtype=np.int64)]),
            last=np.concatenate([demand.last, np.full(len(passing), window.span - 1)]),
        )
    ]


def _must_pass(index: Index, i: int, routing: NDArray[np.bool_]) -> bool:
    """Whether some required reader of value i gets it only by a store in passing."""
    made = (index.latency[i] > 0) & index.may_hold[i]
    arrive = index.travel(index.may_hold[i], index.admits[i], ~routing)
    near = made | (arrive[made] < NEVER).any(axis=0)
    for reader in index.executed:
        if any(d == i for d, _ in index.operands[reader]) and not index.chosen[reader]:
            places = (index.candidate_latency[index.carriers[reader]] > 0).any(axis=0)
            own = all(index.candidates[n].value == reader for n in index.carriers[reader])
            if own and not (places & near).any():
                return True
    return False
