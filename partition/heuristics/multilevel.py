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
from partition.heuristics.loads import Loads
from partition.heuristics.orders import topological
from partition.heuristics.ranges import cut_order
from partition.heuristics.refine import refine
from partition.model import PartitionGraph
from partition.model.limits import Limits
from shell.budget import UNLIMITED, Budget

MOST_BISECTED = 8
"""The most parts for which METIS bisects by itself."""


def multilevel(
    graph: PartitionGraph,
    coarse: Coarse,
    limits: Limits,
    parts: int,
    max_interval: int | None = None,
    seed: int = 0,
    budget: Budget = UNLIMITED,
    full: bool = True,
) -> list[int]:
    """Return the part of each block: the parts of METIS on `coarse`, repaired and refined.

    METIS bisects the nodes again and again, or divides them into all parts at once, as it does by
    itself above 8 parts; then it may leave parts empty. Both are tried. The parts are numbered so
    that few edges lead backward. Three repairs are tried: move nodes to later parts until no edge
    leads backward, move them to earlier parts, or cut a topological order that follows the parts.
    Each without an empty part is refined, and the best is returned. Raises `InputError` without
    pymetis, and for more parts than nodes.
    """
    found: list[tuple[tuple[int, ...], list[int]]] = []
    tries = [undirected(coarse, parts, seed)]
    if parts > MOST_BISECTED:
        divided = _by_metis(coarse, parts, seed, bisect=False)
        tries += [divided, filled(divided, parts)]
    for each in tries:
        labels = ordered(coarse, each, parts)
        order = _following(graph, coarse.expand(labels))
        for part in (
            cut_order(graph, limits, order, parts, max_interval),
            coarse.expand(forward(coarse, labels)),
            coarse.expand(backward(coarse, labels)),
        ):
            if len(set(part)) == parts:  # the first always has all parts
                refined = refine(graph, limits, part, parts, max_interval, seed, budget, full)
                key = Loads(graph, limits, refined, parts, max_interval).key()
                found.append(((key.excess, key.intervals, key.cut, key.extra), refined))
    return min(found)[1]


def undirected(coarse: Coarse, parts: int, seed: int = 0) -> list[int]:
    """Return the part of each node by METIS: few edges cut, balanced, usually cyclic, none empty.

    Raises `InputError` without pymetis, and for more parts than nodes.
    """
    require_parts(len(coarse.groups), parts)
    return filled(_by_metis(coarse, parts, seed, bisect=True), parts)


def _by_metis(coarse: Coarse, parts: int, seed: int, *, bisect: bool) -> list[int]:
    try:
        import pymetis
    except ModuleNotFoundError as error:
        if error.name != "pymetis":
            raise
        raise InputError("multilevel partitioning needs METIS: pip install pymetis") from None
    if parts == 1:
        return [0] * len(coarse.groups)
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
        recursive=bisect,
    )
    return [int(p) for p in found.vertex_part]


def filled(part: Sequence[int], parts: int) -> list[int]:
    """Return the parts, each empty one with a node of the largest."""
    part = list(part)
    for empty in sorted(set(range(parts)) - set(part)):
        largest = max(range(parts), key=lambda p: (part.count(p), -p))
        part[len(part) - 1 - part[::-1].index(largest)] = empty
    return part


def _following(graph: PartitionGraph, part: Sequence[int]) -> list[int]:
    """Return the topological order that prefers the lowest part among the ready blocks."""

    def first(ready: list[int]) -> int:
        return min(range(len(ready)), key=lambda n: (part[ready[n]], ready[n]))

    return topological(graph.before, graph.after, first)
