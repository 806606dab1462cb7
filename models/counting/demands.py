"""Demands of every mapping within given cycles: issues, work within clusters, transfers."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.counting.border import border_slots
from models.counting.demand import ENTER, ISSUE, LEAVE, ROUTED, SHARED, Demand
from models.data.computation import Cluster
from models.data.dfg import Operand
from models.distinct import distinct_rows
from models.space_time.index import Index
from models.space_time.index_array import NEVER, IntArray
from models.space_time.windows import Windows, entry_width
from models.transform.clusters import groups


def demands(index: Index, window: Windows) -> list[Demand]:
    """Return every demand, for one horizon."""
    issued = [*issue_demands(index, window), *border_slots(index, window)]
    return [*issued, *_leave_demands(index, window), *_enter(index, window)]


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
    for group in distinct_rows(np.vstack([able, everywhere])):
        inside = np.flatnonzero(~(able & ~group).any(axis=1))
        found.append(
            issued(index, window, ISSUE, [works[n] for n in inside], group, int(issue[group].sum()))
        )
    return found


def shared_slots(index: Index, window: Windows, works: list[Work]) -> list[Demand]:
    """Demands of operations under shared limits, where these allow fewer slots than the
    components.
    """
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
            # Where limits overlap, slots counted by an earlier one are not counted again.
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
    passing = _passing(index, routing)
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


def _passing(index: Index, routing: NDArray[np.bool_]) -> list[int]:
    """Return the values that a required reader can get only by a store in passing."""
    required: dict[int, list[int]] = defaultdict(list)
    for reader in index.executed:
        own = all(index.candidates[n].value == reader for n in index.carriers[reader])
        if own and not index.chosen[reader]:
            for value, _ in index.operands[reader]:
                required[value].append(reader)
    reached: dict[tuple[bytes, bytes], IntArray] = {}
    found = []
    for i in sorted(index.executed & required.keys()):
        held, admits = index.may_hold[i], index.admits[i]
        key = held.tobytes(), admits.tobytes()
        if key not in reached:
            reached[key] = index.travel(held, admits, ~routing)
        made = (index.latency[i] > 0) & held
        near = made | (reached[key][made] < NEVER).any(axis=0)
        places = (
            (index.candidate_latency[index.carriers[reader]] > 0).any(axis=0)
            for reader in required[i]
        )
        if any(not (own & near).any() for own in places):
            found.append(i)
    return found


class Work(NamedTuple):
    """Work that every mapping executes: operations of one `operator`, by one of `candidates` each.

    `items` names one operation, or the steps of a cluster: `y#1`, `y#2`, … of cluster y.
    """

    items: tuple[str, ...]
    operator: str
    candidates: tuple[int, ...]


def work(index: Index) -> list[list[Work]]:
    """Lists of work of which no candidate executes two, so that each takes an issue of its own."""
    everything = [
        Work(
            (index.values[i],),
            index.candidates[index.candidates_of[i][0]].candidate.operator,
            tuple(candidates),
        )
        for i, candidates in sorted(index.carriers.items())
    ]
    everything += _steps(index)
    if _separate(everything):
        return [everything]
    operators = dict.fromkeys(own.operator for own in everything)
    lists = ([own for own in everything if own.operator == name] for name in operators)
    return [works for works in lists if _separate(works)]


def _separate(works: list[Work]) -> bool:
    times = Counter(n for own in works for n in own.candidates)
    return max(times.values(), default=0) <= 1


def _steps(index: Index) -> list[Work]:
    """The steps of clusters but for their last: n leaves take n - 1 of them.

    Only of clusters with different leaves, no two of which meet in another sum; otherwise a
    partial result may serve twice. Positions of a tree are no steps, but executed one by one.
    A candidate that executes two steps is listed twice.
    """
    computation = index.computation
    sums: dict[tuple[str, Operand], list[str]] = defaultdict(list)
    for group in groups(computation.dfg):
        for leaf in group.leaves:
            sums[group.operator, leaf].append(group.root)
    found = []
    for cluster in computation.clusters:
        met = Counter(root for leaf in cluster.leaves for root in sums[cluster.operator, leaf])
        private = met.pop(cluster.root) == len(cluster.leaves) and max(met.values(), default=0) < 2
        partial = _partial(index, cluster)
        needed = index.value[cluster.root] in index.executed
        if needed and private and partial and not partial & index.executed:
            names = {index.values[i] for i in partial}
            candidates = [
                n
                for n, entry in enumerate(index.candidates)
                for v in entry.candidate.executes
                if v in names
            ]
            steps = range(1, len(cluster.leaves) - 1)
            items = tuple(f"{cluster.root}#{n}" for n in steps)
            found.append(Work(items, cluster.operator, tuple(candidates)))
    return found


def _partial(index: Index, cluster: Cluster) -> set[int]:
    """The values between the leaves of a cluster and its root."""
    leaves = {index.value.get(leaf.value, -1) for leaf in cluster.leaves}
    found: set[int] = set()
    waiting = [index.value[cluster.root]]
    while waiting:
        for n in index.candidates_of[waiting.pop()]:
            if len(index.candidates[n].candidate.executes) == 1:
                read = {d for d, _ in index.candidates[n].reads} - leaves - found
                waiting += read
                found |= read
    return found


def supported(index: Index, works: list[Work]) -> NDArray[np.bool_]:
    """[W, J]: which components can execute a work."""
    return np.array([(index.candidate_latency[list(w.candidates)] > 0).any(axis=0) for w in works])


def issued(
    index: Index,
    window: Windows,
    resource: str,
    works: list[Work],
    group: NDArray[np.bool_],
    per_cycle: int,
) -> Demand:
    """The demand of `works` for `per_cycle` slots of the components of `group` [J]."""
    usable = np.where(window.w_first <= window.w_last, window.w_last, -1)
    own = [list(w.candidates) for w in works for _ in w.items]
    return Demand(
        resource=resource,
        components=tuple(
            c.name for c, m in zip(index.problem.arch.components, group, strict=True) if m
        ),
        per_cycle=per_cycle,
        items=tuple(name for w in works for name in w.items),
        first=np.array([window.w_first[candidates].min() for candidates in own]),
        last=np.array([usable[candidates].max() for candidates in own]),
        carriers=tuple(w.candidates for w in works for _ in w.items),
    )
