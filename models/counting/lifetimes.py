"""Lifetimes: how long after an issue its value can still be read, where stays are limited.

A register file of u rounds and T contexts keeps a value for at most u * T cycles; R registers keep
none for more than R * T. So where a value cannot go round among components, the latest cycle of a
read is that of a longest walk over the array: from where the value is computed, over a stay in each
component that it enters. Each held value goes back to some issue over such a walk, also where
several issues supply it: a stay begins with an arrival, or with an issue.
"""

from __future__ import annotations

from collections import deque

from models.data.problem import Problem
from models.register_files.registers import FOR_EVER, longest_stays
from models.space_time.index import Index

Edge = tuple[int, int]
"""The next node, and the cycles to it."""


class Lifetimes:
    """The latest reads of values with so many contexts, in the files of an index's problem.

    Nodes 0 to J - 1 are held values, by component, J to 2J - 1 arrivals there.
    """

    def __init__(self, index: Index, contexts: int) -> None:
        self._index = index
        self._stays = stays(index.problem.at(contexts))
        self._edges: dict[bytes, list[list[Edge]]] = {}
        self._reads: dict[tuple[bytes, bytes], list[int]] = {}

    def last_read(self, d: int, i: int) -> int:
        """Return how many cycles after an issue of d an issue of i can read its value at most;
        `FOR_EVER` or more without a limit.
        """
        reads = self._latest_reads(d)
        able = self._index.latency[i] > 0
        return max((read for read, own in zip(reads, able, strict=True) if own), default=-1)

    def _latest_reads(self, d: int) -> list[int]:
        """[J]: the latest read in each component, -1 where none is possible."""
        index = self._index
        places = index.may_hold[d].tobytes() + index.admits[d].tobytes()
        # Where candidates differ in latency, the longest one ends last.
        longest = index.candidate_latency[index.candidates_of[d]].max(axis=0)
        key = (places, longest.tobytes())
        if key not in self._reads:
            if places not in self._edges:
                self._edges[places] = self._edges_of(d)
            starts = {
                j: int(latency) + self._stays[j] - 2
                for j, latency in enumerate(longest)
                if latency and index.may_hold[d, j]
            }
            count = len(longest)
            last = latest(self._edges[places], starts)
            self._reads[key] = [
                max(last.get(j, -2) + 1, last.get(count + j, -1)) for j in range(count)
            ]
        return self._reads[key]

    def _edges_of(self, d: int) -> list[list[Edge]]:
        """[2J]: where the value may be next, from being held and from arriving."""
        index, problem = self._index, self._index.problem
        held, admits, parts = index.may_hold[d], index.admits[d], problem.arch.components
        edges: list[list[Edge]] = [[] for _ in range(2 * len(parts))]
        for h, path in enumerate(problem.arch.paths):
            for t in index.targets[h]:
                for s in index.sources[h] if admits[t] else ():
                    if held[s]:
                        edges[s].append((len(parts) + t, 1 + path.latency))
                    if index.switches[s] and admits[s]:
                        edges[len(parts) + s].append((len(parts) + t, path.latency))
        for j, part in enumerate(parts):
            stored = not (part.routing_issues and problem.arch.max_routes == 0)
            if held[j] and index.stores_arrivals[j] and stored:
                edges[len(parts) + j].append((j, self._stays[j] - 1))
        return edges


def stays(problem: Problem) -> list[int]:
    """[J]: the cycles for which a component keeps a value at most; `FOR_EVER` without a limit."""
    found = []
    for part, most in zip(problem.arch.components, longest_stays(problem), strict=True):
        if part.transient:
            found.append(1)
        elif part.capacity is None:
            found.append(FOR_EVER)
        else:
            found.append(min(most, part.capacity * (problem.contexts or 1)))
    return found


def latest(edges: list[list[Edge]], starts: dict[int, int]) -> dict[int, int]:
    """Return the length of the longest walk to each reachable node, from the lengths of `starts`;
    `FOR_EVER` to all that lie on a circle, or behind one.
    """
    waiting: dict[int, int] = dict.fromkeys(starts, 0)
    reached = list(waiting)
    for node in reached:
        for after, _ in edges[node]:
            if after not in waiting:
                waiting[after] = 0
                reached.append(after)
            waiting[after] += 1
    found = dict(starts)
    ready = deque(node for node in reached if not waiting[node])
    open_ = set(reached)
    while ready:
        node = ready.popleft()
        open_.discard(node)
        for after, cycles in edges[node]:
            length = min(found[node] + cycles, FOR_EVER)
            found[after] = max(found.get(after, length), length)
            waiting[after] -= 1
            if not waiting[after]:
                ready.append(after)
    return found | dict.fromkeys(open_, FOR_EVER)
