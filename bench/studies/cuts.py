"""Cuts of a graph into K parts: `python -m bench.studies.cuts DFG ARRAY K SECONDS`.

The smallest cut, that after coarsening, and the fewest extra memory operations are proven by
CP-SAT; METIS and topological orders are beside them.
"""

from __future__ import annotations

import copy
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec

from archs.presets import architecture_preset
from bench.process import Answer
from bench.studies import printed
from partition.heuristics import Coarse, coarsen, multilevel, plain, refine, starts
from partition.heuristics.multilevel import undirected
from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.model import Asked
from partition.model.partition import Partition, crossing, fault
from partition.question.optimum import optimum
from shell.graph_files import load_dfg
from shell.packages import require_package

OVER = 1.1
"""How many times its share of the operations a part may have."""


def main(path: str, array: str, count: str, seconds: str) -> Answer:
    """Return the optima, and what heuristics find."""
    require_package("ortools", "proving cuts", "partition")
    graph, parts, limit = PartitionGraph(load_dfg(path)), int(count), float(seconds)
    limits = Limits(graph, architecture_preset(array))
    most = int(OVER * math.ceil(len(graph.dfg.operations) / parts))
    cut = Asked(parts, "cut", most=most)
    coarse = coarse_graph(graph, coarsen(graph, parts))
    return {
        "cut": proven(graph, limits, cut, limit),
        "extra": proven(graph, limits, replace(cut, objective="extra"), limit),
        "coarse": proven(coarse, Limits(coarse, limits.arch), cut, limit),
        "found": heuristics(graph, limits, parts),
    }


def coarse_graph(graph: PartitionGraph, coarse: Coarse) -> PartitionGraph:
    """Return the same graph with the nodes of `coarse` as blocks, which stay together."""
    made = copy.copy(graph)
    # What is computed from the blocks must be computed again.
    for name in ("block_of", "before", "after"):
        made.__dict__.pop(name, None)
    made.blocks = tuple(
        tuple(name for b in blocks for name in graph.blocks[b]) for blocks in coarse.groups
    )
    made.edges = coarse.edges
    return made


def proven(graph: PartitionGraph, limits: Limits, asked: Asked, seconds: float) -> Answer:
    """Return an optimum, with what is proven and the seconds; the partition is checked."""
    if asked.parts is not None and len(graph.blocks) < asked.parts:
        return {"status": "infeasible", "value": None, "bound": None, "seconds": 0.0}
    clock = time.perf_counter()
    found = optimum(graph, limits, asked, deadline=clock + seconds)
    spent = round(time.perf_counter() - clock, 2)
    if found.stopped not in (None, "time limit"):
        raise RuntimeError(f"CP-SAT: {found.stopped}")
    if found.part is not None:
        wrong = fault(graph.dfg, Partition.of_blocks(graph, found.part))
        if wrong is not None:
            raise AssertionError(f"no partition: {wrong}")
    names = ("status", "value", "bound")
    return {**{name: getattr(found, name) for name in names}, "seconds": spent}


def heuristics(graph: PartitionGraph, limits: Limits, parts: int) -> dict[str, Answer]:
    """Return cuts of METIS and of topological orders, before and after refinement."""
    nodes = plain(graph)
    whole = limits.interval(limits.weight.sum(axis=0), int(limits.recurrence.max(initial=1)))
    share = math.ceil(OVER * whole / parts)

    def ordered() -> list[int]:
        return starts(graph, limits, parts, 0, share)[0]

    def metis(deadline: float | None = None) -> list[int]:
        return multilevel(graph, nodes, limits, parts, share, 0, deadline)

    calls: dict[str, Callable[[], list[int]]] = {}
    if find_spec("pymetis") is not None:
        calls = {
            "METIS": lambda: undirected(nodes, parts),
            # A deadline in the past leaves no time to refine.
            "METIS, acyclic": lambda: metis(0.0),
            "METIS, refined": metis,
        }
    calls["orders"] = ordered
    calls["orders, refined"] = lambda: refine(graph, limits, ordered(), parts, share)
    found: dict[str, Answer] = {}
    for name, call in calls.items():
        part = call()
        cut = crossing(graph, Partition.of_blocks(graph, part)).edges
        found[name] = {"cut": cut, "cyclic": _cyclic(graph, part)}
    return found


def _cyclic(graph: PartitionGraph, part: Sequence[int]) -> bool:
    """Whether parts wait for each other, in whatever order they run."""
    import igraph

    between = [(part[a], part[b]) for a, b in graph.edges if part[a] != part[b]]
    return not igraph.Graph(n=max(part) + 1, edges=between, directed=True).is_dag()


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
