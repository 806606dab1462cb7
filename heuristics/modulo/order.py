"""In which order operations are placed: when each can and must start, and orders that follow."""

from __future__ import annotations

import random
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.loop import RESULT, Loop


@dataclass(frozen=True)
class Times:
    """First and last cycles of the operations in a schedule as short as dependences allow.

    `apart` [n, n] is the least number of cycles from the start of the first operation to that of
    the second, -inf without a dependence.
    """

    first: list[int]
    last: list[int]
    apart: NDArray[np.float64]


def dependences(loop: Loop, latency: list[int], interval: int) -> list[tuple[int, int, int]]:
    """(before, after, cycles): `after` starts at least `cycles` after `before`."""
    found = []
    for edge in loop.edges:
        if edge.reader != RESULT and edge.net < loop.operations:
            cycles = latency[edge.net] - edge.distance * interval
            found.append((edge.net, edge.reader, cycles))
    for orders in loop.befores:
        for order in orders:
            cycles = latency[order.before] + order.extra - order.distance * interval
            found.append((order.before, order.after, cycles))
    return found


def times(loop: Loop, latency: list[int], interval: int) -> Times | None:
    """Return the times of all operations; None where a recurrence is longer than `interval` allows.

    `latency` [O] and `interval` are in cycles. Longest paths, by relaxing dependences to a fixed
    point (R. Bellman: On a routing problem, 1958), from all operations at once.
    """
    count = loop.operations
    # Rows of `back` are contiguous: the least time from all others to each operation.
    back = np.full((count, count), -np.inf)
    np.fill_diagonal(back, 0)
    found = sorted(dependences(loop, latency, interval))
    changed = np.ones(count, dtype=np.bool_)
    while changed.any():
        again = np.zeros(count, dtype=np.bool_)
        for before, after, cycles in found:
            if changed[before] or again[before]:
                longer = back[before] + cycles
                if (longer > back[after]).any():
                    np.maximum(back[after], longer, out=back[after])
                    again[after] = True
        if (np.diagonal(back) > 0).any():
            return None
        changed = again
    apart = np.ascontiguousarray(back.T)
    first = 1 + np.maximum(apart.max(axis=0, initial=0), 0)
    last = first.max(initial=1) - np.maximum(apart.max(axis=1, initial=0), 0)
    return Times(first.astype(int).tolist(), last.astype(int).tolist(), apart)


def downwards(loop: Loop, when: Times, chance: random.Random, noise: float) -> list[int]:
    """Operands first, the most urgent operation first; operations without operands after their
    reader.

    Such sources fit in anywhere, and next to their reader they wait least.
    """
    count = loop.operations
    urgency = [when.last[o] + noise * chance.random() for o in range(count)]
    before: list[set[int]] = [set() for _ in range(count)]
    after: list[set[int]] = [set() for _ in range(count)]
    for edge in loop.edges:
        if edge.reader != RESULT and edge.net < count and edge.distance == 0:
            before[edge.reader].add(edge.net)
            after[edge.net].add(edge.reader)
    for orders in loop.befores:
        for order in orders:
            if order.distance == 0:
                before[order.after].add(order.before)
                after[order.before].add(order.after)
    lazy = [not before[o] and bool(after[o]) and not loop.befores[o] for o in range(count)]
    waiting = [sum(not lazy[b] for b in before[o]) for o in range(count)]
    ready = [(urgency[o], o) for o in range(count) if not waiting[o] and not lazy[o]]
    ready.sort()
    found: list[int] = []
    done = [False] * count
    while ready:
        _, o = heappop(ready)
        found.append(o)
        for b in sorted(before[o], key=lambda b: urgency[b]):
            if lazy[b] and not done[b]:
                done[b] = True
                found.append(b)
        for a in after[o]:
            waiting[a] -= 1
            if not waiting[a]:
                heappush(ready, (urgency[a], a))
    return found


def outwards(loop: Loop, when: Times, chance: random.Random, noise: float) -> list[int]:
    """From the operations with the least freedom on to their neighbours, and so on."""
    count = loop.operations
    freedom = [when.last[o] - when.first[o] + noise * chance.random() for o in range(count)]
    near: list[set[int]] = [set() for _ in range(count)]
    for edge in loop.edges:
        if edge.reader != RESULT and edge.net < count:
            near[edge.reader].add(edge.net)
            near[edge.net].add(edge.reader)
    found: list[int] = []
    done = [False] * count
    for start in sorted(range(count), key=lambda o: (freedom[o], when.last[o])):
        if done[start]:
            continue
        done[start] = True
        waiting = [(freedom[start], when.last[start], start)]
        while waiting:
            _, _, o = heappop(waiting)
            found.append(o)
            for other in sorted(near[o]):
                if not done[other]:
                    done[other] = True
                    heappush(waiting, (freedom[other], when.last[other], other))
    return found
