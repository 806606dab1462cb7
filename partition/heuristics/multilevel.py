"""Multilevel partitioning by METIS, which ignores edge directions, made acyclic afterwards.

Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs",
SIAM Journal on Scientific Computing 20, 1998.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.errors import InputError
from partition.heuristics.bayes import require_parts
from partition.heuristics.coarsen import Coarse
from partition.heuristics.encoding import backward, forward, ordered
from partition.heuristics.loads import Key, Loads
from partition.heuristics.orders import topological
from partition.heuristics.ranges import cut_order
from partition.heuristics.refine import refine
from partition.model import PartitionGraph
from partition.model.limits import Limits


def multilevel(
    graph: PartitionGraph,
    coarse: Coarse,
    limits: Limits,
    parts: int,
    max_interval: int | None = None,
    seed: int = 0,
    deadline: float | None = None,
    full: bool = True,
) -> list[int]:
    """Return the part of each block: the parts of METIS on `coarse`, repaired and refined.

    The parts are numbered so that few edges lead backward. Three repairs are tried: move nodes to
    later parts until no edge leads backward, move them to earlier parts, or cut a topological order
    that follows the parts. The best repair without an empty part is refined. Raises `InputError`
    without pymetis, and for more parts than nodes.
    """
    labels = ordered(coarse, undirected(coarse, parts, seed), parts)
    found: list[tuple[Key, list[int]]] = []
    order = _following(graph, coarse.expand(labels))
    for part in (
        cut_order(graph, limits, order, parts, max_interval),
        coarse.expand(forward(coarse, labels)),
        coarse.expand(backward(coarse, labels)),
    ):
        if len(set(part)) == parts:  # the first always has all parts
            found.append((Loads(graph, limits, part, parts, max_interval).key(), part))
    _, best = min(found)
    return refine(graph, limits, best, parts, max_interval, seed, deadline, full)


def undirected(coarse: Coarse, parts: int, seed: int = 0) -> list[int]:
    """Return the part of each node by METIS: few edges cut, balanced, usually cyclic.

    Raises `InputError` without pymetis, and for more parts than nodes.
    """
    try:
        import pymetis
    except ModuleNotFoundError as error:
        if error.name != "pymetis":
            raise
        raise InputError("multilevel partitioning needs METIS: pip install pymetis") from None
    count = len(coarse.groups)
    require_parts(count, parts)
    if parts == 1:
        return [0] * count
    rows: list[list[tuple[int, int]]] = [[] for _ in coarse.groups]
    for (a, b), times in zip(coarse.edges, coarse.cut, strict=True):
        rows[a].append((b, max(times, 1)))
        rows[b].append((a, max(times, 1)))
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row))
    found = pymetis.part_graph(
        parts,
        pymetis.CSRAdjacency(begins, [b for row in rows for b, _ in row]),
        vweights=list(coarse.sizes),
        eweights=[times for row in rows for _, times in row],
        options=pymetis.Options(seed=seed),
    )
    return [int(p) for p in found.vertex_part]


def _following(graph: PartitionGraph, part: Sequence[int]) -> list[int]:
    """Return the topological order that prefers the lowest part among the ready blocks."""

    def first(ready: list[int]) -> int:
        return min(range(len(ready)), key=lambda n: (part[ready[n]], ready[n]))

    return topological(graph.before, graph.after, first)
