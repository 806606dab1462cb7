"""Labels of a DFG from trained weights, with numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from heuristics.labels.flow import Flow
from heuristics.labels.labels import Guess, Labels, Spread
from learn.labels.array_view import array_view
from learn.labels.graphs import Case, FloatArray, Graphs, graphs_of, scaled, standardised
from learn.labels.inference import intervals, outputs
from learn.labels.network import NARROW, WIDE, Outputs
from learn.labels.weights import Weights, load_weights
from models.data.architecture import Architecture
from models.data.problem import Problem
from models.errors import InputError

FARTHEST = 4.0
"""Tiles that suit an operation less than this, in natural logarithms, suit it equally little."""


def labels_for(arch: Architecture, weights: str | None = None) -> Guess:
    """Return a predictor of labels on an array, with the weights of a file or the shipped ones.

    Raises `InputError` on a broken file, or weights of another array.
    """
    return partial(predict_labels, weights=load_weights(arch, weights))


def predict_labels(problem: Problem, weights: Weights) -> Labels:
    """Return the labels that the networks give a DFG on an array, at an II.

    Raises `InputError` on an operator that did not occur in training.
    """
    flow = Flow.of(problem.dfg)
    return predict_all([Case(flow, array_view(problem.arch), problem.contexts or 1)], weights)[0]


def predict_all(cases: Sequence[Case], weights: Weights) -> list[Labels]:
    """Return the labels of several DFGs at once.

    Orders are kept within 0 and the longest path, distances at 0 or above. Raises `InputError` on
    an operator that did not occur in training, and for weights of other attributes.
    """
    if not cases:
        return []
    flows = [case.flow for case in cases]
    for flow in flows:
        weights.require_operators(flow.names, flow.operators)
    arrays = weights.kind == "arrays"
    graphs = graphs_of(cases, weights.vocabulary, arrays)
    _require_widths(graphs, weights)
    with np.errstate(all="ignore"):
        four = forward(graphs, weights)
        suits = [
            unsuited(case, four, nodes, tiles)
            for case, nodes, tiles in zip(
                cases,
                _parts([flow.size for flow in flows]),
                _parts([case.view.size for case in cases]),
                strict=True,
            )
        ]
    order, association, spatial, temporal = four[:4]
    told = [*four[:4], *four.scales, *(rows for rows in suits if rows is not None)]
    if not all(np.isfinite(values).all() for values in told):
        raise InputError("a label they predict is not a number", f"weights of '{weights.arch}'")
    found = []
    node = edge = pair = 0
    for flow, own in zip(flows, suits, strict=True):
        nodes = slice(node, node := node + flow.size)
        edges = slice(edge, edge := edge + len(flow.edges))
        pairs = slice(pair, pair := pair + len(flow.pairs))
        spread = None
        if four.scales:
            places = (nodes, pairs, edges, edges)
            rows = (scale[at] for scale, at in zip(four.scales, places, strict=True))
            spread = Spread(*(np.exp(row.clip(NARROW, WIDE)) for row in rows))
        found.append(
            Labels(
                order[nodes].clip(0, flow.longest),
                association[pairs].clip(0),
                spatial[edges].clip(0),
                temporal[edges].clip(0),
                own,
                spread,
            )
        )
    return found


def _parts(sizes: Sequence[int]) -> list[slice]:
    ends = np.cumsum([0, *sizes]).tolist()
    return [slice(a, b) for a, b in pairwise(ends)]


def _require_widths(graphs: Graphs, weights: Weights, known: int | None = None) -> None:
    """Raise `InputError` where weights are for other attributes than those of this version."""
    parts = (graphs.node, graphs.edge, graphs.pair, graphs.tile, graphs.whole)
    made = [rows.shape[1] for rows in (parts if weights.kind == "arrays" else parts[:3])]
    wanted = list(weights.scales.widths[: len(made)])
    if known is not None:
        made, wanted = [*made, known], [*wanted, weights.scales.widths[-1]]
    if wanted != made:
        what = f"weights are for {wanted} attributes, this version has {made}; train again"
        raise InputError(what, f"weights of '{weights.arch}'")


def unsuited(case: Case, found: Outputs, nodes: slice, tiles: slice) -> FloatArray | None:
    """Return [n, components]: the log-likelihood ratio of the likeliest able component to each.

    None for networks without outputs for tiles.
    """
    if found.query is None or found.key is None:
        return None
    fits = found.query[nodes] @ found.key[tiles].T
    slots = [case.view.slots(operator) for operator in case.flow.operators]
    able = np.array(slots).reshape(fits.shape) > 0
    likeliest = np.where(able, fits, -np.inf).max(axis=1, initial=-np.inf, keepdims=True)
    least: FloatArray = np.where(able, np.minimum(likeliest - fits, FARTHEST), FARTHEST)
    return case.view.of_components(least)


def predict_intervals(case: Case, known: FloatArray, weights: Weights) -> dict[str, float]:
    """Return the outputs of the heads of IIs for a case with the features `known`.

    Raises `InputError` where weights are for other attributes, or a number is not finite.
    """
    graphs = graphs_of([case], weights.vocabulary, True)
    _require_widths(graphs, weights, len(known))
    x = standardised(graphs, weights.scales)
    row = scaled(known[None], weights.scales.known)
    with np.errstate(all="ignore"):
        found = intervals(weights.arrays, x, row)
    if not all(np.isfinite(values).all() for values in found.values()):
        raise InputError("an II that they predict is not a number", "weights")
    return {name: float(values[0]) for name, values in found.items()}


def forward(graphs: Graphs, weights: Weights) -> Outputs:
    """Return the outputs of the networks."""
    return outputs(weights.kind, weights.arrays, graphs, weights.scales)
