"""Recurrences: cycles of dependences that need more contexts than a mapping has."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from models.data.certificate import Recurrence
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.index_array import NEVER, IntArray
from models.text import n_cycles


def require_recurrences(index: Index, order: list[int], travel: list[IntArray]) -> None:
    """Raise `InfeasibleError` when a recurrence is too long for every placement of its
    operations.
    """
    period = index.problem.contexts or 0
    found = dependences(index, order, travel)
    edges = [
        (before, after, cycles - distance * period) for before, after, cycles, distance in found
    ]
    since = dict.fromkeys(order, 0)
    reason: dict[int, int] = {}
    late: int | None = None
    for _ in range(len(order) + 1):
        late = None
        for before, after, weight in edges:
            if since[before] + weight > since[after]:
                since[after] = since[before] + weight
                reason[after] = before
                late = after
        if late is None:
            return
    if late is None:
        return
    # A time that still grows after as many rounds as operations is fed by a cycle.
    walk = [late]
    while walk.count(walk[-1]) == 1:
        walk.append(reason[walk[-1]])
    loop = walk[walk.index(walk[-1]) :][::-1]
    fact = _recurrence(index, loop, found)
    raise InfeasibleError(_recurrence_line(fact), fact)


Dependence = tuple[int, int, int, int]


def dependences(index: Index, operations: list[int], travel: list[IntArray]) -> list[Dependence]:
    """(before, after, cycles, distance): `after` issues at least `cycles` after `before`."""
    found: list[Dependence] = []
    # An operation that may be executed within another need not be waited for.
    carriers = index.carriers.items()
    alone = {
        i for i, candidates in carriers if all(index.candidates[n].value == i for n in candidates)
    }
    # Values that are computed by equal candidates have equal arrival times.
    known: dict[tuple[int, bytes], IntArray] = {}
    for i in operations:
        for d, distance in sorted(index.operands[i]) if i in index.needed else ():
            if d not in alone:
                continue
            able = (index.latency[d] > 0) & index.may_hold[d]
            base = np.where(able, index.latency[d], NEVER)
            read = base
            # Operands of operations that are executed within i may be read elsewhere.
            if not index.chosen[i]:
                key = (id(travel[d]), base.tobytes())
                if key not in known:
                    known[key] = np.minimum(base, (base[:, None] - 1 + travel[d]).min(axis=0))
                read = known[key]
                read = read[index.latency[i] > 0]
            cycles = int(read.min(initial=NEVER))
            if cycles < NEVER // 2:
                found.append((d, i, cycles, distance))
    for order in index.orders:
        able = index.latency[order.before] > 0
        if order.after in index.needed and able.any():
            cycles = int(index.latency[order.before][able].min()) + order.extra
            found.append((order.before, order.after, cycles, order.distance))
    return found


def _recurrence(index: Index, loop: list[int], dependences: list[Dependence]) -> Recurrence:
    """The recurrence through `loop`, of which the first and the last are equal."""
    period = index.problem.contexts or 0
    cycles, distances = [], []
    for step in pairwise(loop):
        between = [d[2:] for d in dependences if d[:2] == step]
        worst = max(between, key=lambda pair: pair[0] - pair[1] * period)
        cycles.append(worst[0])
        distances.append(worst[1])
    names = tuple(index.values[i] for i in loop[:-1])
    return Recurrence(index.problem.contexts, names, tuple(cycles), tuple(distances))


def _recurrence_line(found: Recurrence) -> str:
    """Return a line on the least time of a recurrence."""
    names = [*found.operations, found.operations[0]]
    cycles, distance = sum(found.cycles), sum(found.distances)
    shown = " -> ".join(names if len(names) <= 8 else [*names[:7], "…", names[-1]])
    if distance == 0:
        return f"the orders {shown} contradict each other"
    return (
        f"the recurrence {shown} takes at least {n_cycles(cycles)} over distance {distance}, so it"
        f" needs {-(-cycles // distance)} contexts, not {found.contexts}"
    )
