"""What every mapping executes, and the demands for issue slots that it makes."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.counting.demand import Demand
from models.data.computation import Cluster
from models.data.dfg import Operand
from models.space_time.index import Index
from models.space_time.windows import Windows
from models.transform.clusters import groups


class Work(NamedTuple):
    """What every mapping executes: operations of one `operator`, by one of `candidates` each.

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
