"""Labels of a DFG by the numbers of its loop, as the compiled functions read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristics.array import Costs, starts
from heuristics.modulo.loop import RESULT, Loop
from models.space_time.index import Index
from models.space_time.index_array import IntArray

if TYPE_CHECKING:
    from heuristics.anneal.parameters import Annealing
    from heuristics.labels.labels import Labels


class Guide(NamedTuple):
    """Labels of O operations and M edges, and their uses; NaN for a missing label."""

    order: Costs
    """[O]: the schedule order."""
    spatial: Costs
    """[M]: tiles between the operations of an edge."""
    temporal: Costs
    """[M]: cycles from one to the other."""
    partners: IntArray
    """[O + 1]: where in `partner` those of an operation begin."""
    partner: IntArray
    """[A]: operations of the same level."""
    association: Costs
    """[A]: the intended distance in tiles."""
    apart: IntArray
    """[J, J]: tiles between components."""
    unsuited: Costs
    """[O, J]: how little a component suits an operation, in tiles."""
    spatial_weight: Costs
    """[M]: cost per tile of difference from `spatial`."""
    temporal_weight: Costs
    """[M]: cost per cycle of difference from `temporal`."""
    association_weight: Costs
    """[A]: cost per tile of difference from `association`."""
    priority: Costs
    """[M]: edges are routed in this order, the largest first."""
    places: bool
    """Whether labels choose positions."""
    routes: bool
    """Whether labels choose the order of routing."""
    near: IntArray
    """[J, R]: the components next to each, the nearest first, where movements are to be short."""
    alpha: float
    """Rate at which positions become random (LISA, Algorithm 1)."""


def guide_of(index: Index, loop: Loop, labels: Labels | None, options: Annealing) -> Guide:
    """Return the labels of a loop; empty ones if `labels` is None, or unused.

    Raises `InputError` for labels of another DFG.
    """
    parts = len(index.problem.arch.components)
    count, edges = loop.operations, len(loop.edges)
    order = np.zeros(count)
    spatial, temporal = np.full(edges, np.nan), np.full(edges, np.nan)
    priority = np.zeros(edges)
    sure = np.ones((2, edges))
    near: list[list[tuple[int, float, float]]] = [[] for _ in range(count)]
    apart = np.zeros((parts, parts), dtype=np.int64)
    unsuited = np.zeros((count, parts))
    if labels is not None and options.guided != "none":
        from heuristics.labels.flow import Flow
        from heuristics.labels.labels import require_fit
        from heuristics.labels.tiles import tile_distances

        flow = Flow.of(index.problem.dfg)
        require_fit(flow, labels)
        apart = np.array(tile_distances(index.problem.arch), dtype=np.int64, order="C")
        number = {index.values[i]: n for n, i in enumerate(loop.value[:count])}
        known = {name: n for n, name in enumerate(flow.names)}
        spread = labels.spread
        if spread is not None:
            in_tiles, in_cycles = _sure(spread.spatial), _sure(spread.temporal)
        if labels.unsuited is not None:
            unsuited = labels.unsuited[[known[name] for name in number]]
        order = np.array([labels.order[known[name]] for name in number], dtype=np.float64)
        place = {tuple(edge): n for n, edge in enumerate(flow.edges)}
        for e, (net, reader, distance) in enumerate(loop.edges):
            if reader == RESULT or net >= count:
                continue
            ends = (known[index.values[loop.value[n]]] for n in (net, reader))
            n = place[(*ends, distance)]
            spatial[e], temporal[e] = labels.spatial[n], labels.temporal[n]
            if spread is not None:
                sure[:, e] = in_tiles[n], in_cycles[n]
        counts = np.ones(len(flow.pairs)) if spread is None else _sure(spread.association)
        for (a, b), much, weight in zip(
            flow.pairs, labels.association.tolist(), counts.tolist(), strict=True
        ):
            first, second = number.get(flow.names[a]), number.get(flow.names[b])
            if first is not None and second is not None:
                near[first].append((second, much, weight))
                near[second].append((first, much, weight))
        total = np.zeros(len(loop.value))
        for e, edge in enumerate(loop.edges):
            total[edge.net] += 0.0 if np.isnan(temporal[e]) else temporal[e]
        priority = total[[edge.net for edge in loop.edges]] if edges else priority
    flat = [pair for row in near for pair in row]
    return Guide(
        order=order,
        spatial=spatial,
        temporal=temporal,
        partners=starts(map(len, near)),
        partner=np.array([p for p, _, _ in flat], dtype=np.int64),
        association=np.array([much for _, much, _ in flat], dtype=np.float64),
        apart=apart,
        unsuited=np.ascontiguousarray(unsuited, dtype=np.float64),
        spatial_weight=sure[0],
        temporal_weight=sure[1],
        association_weight=np.array([weight for _, _, weight in flat], dtype=np.float64),
        priority=priority,
        places=options.guided == "always",
        routes=options.guided in ("routing", "always"),
        near=np.zeros((parts, 0), dtype=np.int64),
        alpha=float(options.alpha),
    )


def _sure(scales: Costs) -> Costs:
    """Return weights of labels of a kind: inverse to their scale, 1 on geometric average.

    The relative weights of a tile, a cycle and an unsuitable component stay the same.
    """
    if not len(scales):
        return scales
    found: Costs = np.exp(np.log(scales).mean()) / scales
    return found
