"""Optimal cuts by CP-SAT, with the proof's seconds, and what heuristics find instead."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from bench.partition_sets import Task, coarse_graph, installed, opened
from heuristics.partition import coarsen, multilevel, plain, refine, starts
from heuristics.partition.multilevel import undirected
from models.partition.graph import PartitionGraph
from models.partition.limits import Limits
from models.partition.model import Asked
from models.partition.partition import Partition, crossing, fault
from models.process.packages import require_package
from solvers.questions.entries import Entry
from solvers.questions.partition.optimum import Optimum, optimum

OVER = 1.1
"""How many times its share of the operations a part may have."""

START, CUT, COARSE, EXTRA, HEURISTICS = "start", "cut", "coarse cut", "extra", "heuristics"

METIS, ACYCLIC, METIS_REFINED = "METIS", "METIS, acyclic", "METIS, refined"
ORDERS, ORDERS_REFINED = "orders", "orders, refined"
FOUND = (METIS, ACYCLIC, METIS_REFINED, ORDERS, ORDERS_REFINED)


def most(operations: int, parts: int) -> int:
    """Return how many operations a part may have."""
    return int(OVER * math.ceil(operations / parts))


def deepest(limits: Limits, parts: int) -> int:
    """Return the interval that heuristics may give a part: its share and as much more."""
    whole = limits.interval(limits.weight.sum(axis=0), int(limits.recurrence.max(initial=1)))
    return math.ceil(OVER * whole / parts)


def measure(task: Task) -> Entry:
    """Answer one question: an optimum, or what all heuristics find."""
    graph, limits = opened(task.kernel)
    if task.what == HEURISTICS:
        return {"found": heuristics(graph, limits, task.parts)}
    require_package("ortools", "proving cuts", "partition")
    if task.what == START:
        return _proven(graph, limits, Asked(1, "none"), task.limit)
    asked = Asked(task.parts, "cut", most=most(len(graph.dfg.operations), task.parts))
    if task.what == EXTRA:
        asked = replace(asked, objective="extra")
    if task.what == COARSE:
        graph = coarse_graph(graph, coarsen(graph, task.parts))
        limits = Limits(graph, limits.arch)
    if len(graph.blocks) < task.parts:
        return _entry(graph, Optimum(asked, status="infeasible"), 0.0)
    return _proven(graph, limits, asked, task.limit)


def _proven(graph: PartitionGraph, limits: Limits, asked: Asked, seconds: float) -> Entry:
    clock = time.perf_counter()
    found = optimum(graph, limits, asked, deadline=clock + seconds)
    if found.stopped not in (None, "time limit"):
        raise RuntimeError(f"CP-SAT: {found.stopped}")
    return _entry(graph, found, time.perf_counter() - clock)


def _entry(graph: PartitionGraph, found: Optimum, spent: float) -> Entry:
    entry: Entry = {
        "operations": len(graph.dfg.operations),
        "nodes": len(graph.blocks),
        "value": found.value,
        "bound": found.bound,
        "status": found.status,
        "seconds": round(spent, 2),
    }
    if found.part is not None:
        partition = Partition.of_blocks(graph, found.part)
        wrong = fault(graph.dfg, partition)
        if wrong is not None:
            raise AssertionError(f"no partition: {wrong}")
        crossed = crossing(graph, partition)
        entry |= {"cut": crossed.edges, "extra": crossed.extra}
    return entry


def heuristics(graph: PartitionGraph, limits: Limits, parts: int) -> list[Entry]:
    """Return what METIS and orders that are cut come to, before and after refinement."""
    nodes, past, share = plain(graph), 0.0, deepest(limits, parts)

    def ordered() -> list[int]:
        return starts(graph, limits, parts, 0, share)[0]

    def metis(deadline: float | None = None) -> list[int]:
        return multilevel(graph, nodes, limits, parts, share, 0, deadline)

    calls: dict[str, Callable[[], list[int]]] = {}
    if installed("pymetis"):
        calls = {
            METIS: lambda: undirected(nodes, parts),
            # A deadline in the past leaves no time to refine.
            ACYCLIC: lambda: metis(past),
            METIS_REFINED: metis,
        }
    calls[ORDERS] = ordered
    calls[ORDERS_REFINED] = lambda: refine(graph, limits, ordered(), parts, share)
    return [_described(graph, parts, name, call) for name, call in calls.items()]


def _described(
    graph: PartitionGraph, parts: int, name: str, call: Callable[[], list[int]]
) -> Entry:
    clock = time.perf_counter()
    part = call()
    spent = time.perf_counter() - clock
    crossed = crossing(graph, Partition.of_blocks(graph, part))
    sizes = [0] * parts
    for names, p in zip(graph.blocks, part, strict=True):
        sizes[p] += len(names)
    cyclic = _cyclic(graph, part)
    return {
        "name": name,
        "cut": crossed.edges,
        # Parts on a cycle cannot run one after another, whatever they store.
        "extra": None if cyclic else crossed.extra,
        "largest": max(sizes),
        "smallest": min(sizes),
        "cyclic": cyclic,
        "seconds": round(spent, 3),
    }


def _cyclic(graph: PartitionGraph, part: Sequence[int]) -> bool:
    """Whether parts wait for each other, in whatever order they run."""
    import igraph

    between = [(part[a], part[b]) for a, b in graph.edges if part[a] != part[b]]
    return not igraph.Graph(n=max(part) + 1, edges=between, directed=True).is_dag()
