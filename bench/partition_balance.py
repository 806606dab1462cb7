"""The smallest cost of BOPart for two parts, proven: cuts by CP-SAT for ever worse balances.

For two parts the cost is alpha * cut + beta * (difference of the sizes), since only one pair of
parts exchanges anything. The smallest cut never grows with the size that a part may have. So among
sizes from a to b the cost is at least that of the cut for b with the balance of a; where that is
not above the best known cost, the sizes are halved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from heuristics.partition import Weights
from models.partition.graph import PartitionGraph
from models.partition.limits import Limits
from models.partition.model import Asked
from solvers.questions.partition.optimum import optimum


@dataclass
class Cheapest:
    """The best cost of a partition into two, and what none is below."""

    value: float | None
    bound: float
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether there is nothing cheaper."""
        return self.value is not None and self.bound >= self.value


Cut = Callable[[int], tuple[int | None, int | None, int]]
"""Takes the largest size of a part; returns the cut found, its larger size, and a lower bound.

No cut, and a bound above all costs, where there is no such partition.
"""


def cheapest(graph: PartitionGraph, limits: Limits, weights: Weights, seconds: float) -> Cheapest:
    """Return the smallest cost of a partition into two parts, within so many seconds."""
    count = len(graph.dfg.operations)
    clock = time.perf_counter()
    never = len(graph.dfg.operations) ** 2 + 1

    def cut(most: int) -> tuple[int | None, int | None, int]:
        if time.perf_counter() >= clock + seconds:
            return None, None, 0
        found = optimum(graph, limits, Asked(2, "cut", most=most), deadline=clock + seconds)
        if found.stopped not in (None, "time limit"):
            raise RuntimeError(f"CP-SAT: {found.stopped}")
        if found.status == "infeasible":
            return None, None, never
        if found.part is None:
            return None, None, found.bound
        sizes = [0, 0]
        for names, p in zip(graph.blocks, found.part, strict=True):
            sizes[p] += len(names)
        return found.value, max(sizes), found.bound

    found = search(count, cut, weights)
    found.seconds = time.perf_counter() - clock
    return found


def search(count: int, cut: Cut, weights: Weights) -> Cheapest:
    """Return the smallest cost of `count` operations in two parts, given the cuts by size."""

    def apart(largest: int) -> float:
        return weights.beta * (2 * largest - count)

    best: float | None = None
    bounds: list[float] = []
    known: dict[int, int] = {}
    waiting = [(-(-count // 2), count - 1)]
    while waiting:
        low, high = waiting.pop()
        if high not in known:
            value, largest, known[high] = cut(high)
            if value is not None and largest is not None:
                cost = weights.alpha * value + apart(largest)
                best = cost if best is None else min(best, cost)
        bound = weights.alpha * known[high] + apart(low)
        if low == high or (best is not None and bound >= best):
            bounds.append(bound)
            continue
        middle = (low + high) // 2
        # The more balanced half last, so that it comes first.
        waiting += [(middle + 1, high), (low, middle)]
    bound = min(bounds, default=0.0)
    return Cheapest(best, bound if best is None else min(bound, best))
