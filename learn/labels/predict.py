"""Labels of a DFG from trained weights, with numpy alone.

The same networks as `learn.labels.networks`, which trains them; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels
from learn.labels.graphs import FloatArray, Graphs, IntArray, graphs_of, scaled
from learn.labels.shapes import LAYERS, ROUNDS
from learn.labels.weights import Weights
from models.errors import InputError

Four = tuple[FloatArray, FloatArray, FloatArray, FloatArray]


def predict_labels(flow: Flow, weights: Weights) -> Labels:
    """Return the labels that the networks give an unseen DFG.

    Raises `InputError` on an operator that did not occur in training.
    """
    return predict_all([flow], weights)[0]


def predict_all(flows: Sequence[Flow], weights: Weights) -> list[Labels]:
    """Return the labels of several DFGs at once.

    Orders are kept within 0 and the longest path, distances at 0 or above.
    """
    if not flows:
        return []
    for flow in flows:
        weights.require_operators(flow.names, flow.operators)
    graphs = graphs_of(flows, weights.vocabulary)
    widths = [len(s.mean) for s in (weights.scales.node, weights.scales.edge, weights.scales.pair)]
    made = [values.shape[1] for values in (graphs.node, graphs.edge, graphs.pair)]
    if widths != made:
        what = f"weights are for {widths} attributes, this version has {made}; train again"
        raise InputError(what, f"weights of '{weights.arch}'")
    with np.errstate(all="ignore"):
        four = forward(graphs, weights)
    if not all(np.isfinite(values).all() for values in four):
        raise InputError("a label they predict is not a number", f"weights of '{weights.arch}'")
    order, association, spatial, temporal = four
    found = []
    node = edge = pair = 0
    for flow in flows:
        nodes = slice(node, node := node + flow.size)
        edges = slice(edge, edge := edge + len(flow.edges))
        pairs = slice(pair, pair := pair + len(flow.pairs))
        found.append(
            Labels(
                order[nodes].clip(0, flow.longest),
                association[pairs].clip(0),
                spatial[edges].clip(0),
                temporal[edges].clip(0),
            )
        )
    return found


def forward(graphs: Graphs, weights: Weights) -> Four:
    """Return what the networks compute: order, association, spatial and temporal distance."""
    scales = weights.scales
    node = scaled(graphs.node, scales.node)
    edge, pair = scaled(graphs.edge, scales.edge), scaled(graphs.pair, scales.pair)
    networks = _paper if weights.kind == "paper" else _wide
    return networks(graphs, weights.arrays, node, edge, pair)


def _paper(
    graphs: Graphs,
    arrays: dict[str, FloatArray],
    node: FloatArray,
    edge: FloatArray,
    pair: FloatArray,
) -> Four:
    state, change = graphs.asap[:, None], node
    for layer in range(LAYERS):
        w1, w2, w3 = (arrays[f"order.{layer}.{name}"] for name in ("w1", "w2", "w3"))
        if layer:
            other, own = graphs.neighbours
            change = np.concatenate(_pooled(change[other], own, len(node), "mean max min"), axis=1)
        change = _affine(w1, change)
        state = _affine(w2, _affine(w3, state) + change)
    other, own = graphs.touching
    pools = _pooled(graphs.edge[other], own, len(edge), "mean sum max min")
    denominator = np.concatenate(pools, axis=1)
    none = denominator == 0
    factors = np.where(none, 1.0, 1 / np.where(none, 1.0, denominator))
    first = _affine(arrays["spatial.w1"], edge)
    weighted = (factors * _affine(arrays["spatial.w3"], first)).sum(axis=1)
    return (
        state[:, 0],
        _mlp(arrays, "association", pair),
        _affine(arrays["spatial.w2"], first)[:, 0] + weighted,
        _mlp(arrays, "temporal", edge),
    )


def _wide(
    graphs: Graphs,
    arrays: dict[str, FloatArray],
    node: FloatArray,
    edge: FloatArray,
    pair: FloatArray,
) -> Four:
    source, target = graphs.reads
    size = len(node)
    state = _relu(_affine(arrays["enter"], node))
    for layer in range(ROUNDS):
        (whole,) = _pooled(state, graphs.graph, graphs.count, "mean")
        parts = [state]
        for name, here, there in (("down", source, target), ("up", target, source)):
            messages = np.concatenate([state[here], edge], axis=1)
            messages = _relu(_affine(arrays[f"round.{layer}.{name}"], messages))
            parts += _pooled(messages, there, size, "mean max")
        update = np.concatenate([*parts, whole[graphs.graph]], axis=1)
        state = state + _relu(_affine(arrays[f"round.{layer}.update_state"], update))
    (whole,) = _pooled(state, graphs.graph, graphs.count, "mean")
    around = whole[graphs.graph]
    a, b = graphs.related
    both = state[a] + state[b], np.abs(state[a] - state[b]), around[a], pair
    ends = np.concatenate([state[source], state[target], around[source], edge], axis=1)
    return (
        graphs.asap + _mlp(arrays, "order", np.concatenate([state, around], axis=1)),
        _mlp(arrays, "association", np.concatenate(both, axis=1)),
        _mlp(arrays, "spatial", ends),
        _mlp(arrays, "temporal", ends),
    )


def _affine(matrix: FloatArray, values: FloatArray) -> FloatArray:
    found: FloatArray = values @ matrix[:, :-1].T + matrix[:, -1]
    return found


def _relu(values: FloatArray) -> FloatArray:
    return values.clip(0)


def _mlp(arrays: dict[str, FloatArray], name: str, values: FloatArray) -> FloatArray:
    hidden = _relu(_affine(arrays[f"{name}.first"], values))
    return _affine(arrays[f"{name}.second"], hidden)[:, 0]


def _pooled(values: FloatArray, where: IntArray, size: int, how: str) -> list[FloatArray]:
    """Return rows pooled by the number in `where`, for each word of `how`; 0 where there are none.

    The words are sum, mean, max and min.
    """
    count = np.bincount(where, minlength=size)[:, None]
    total = np.zeros((size, values.shape[1]))
    np.add.at(total, where, values)
    found = {"sum": total, "mean": total / np.maximum(count, 1)}
    for name, start, pick in (("max", -np.inf, np.maximum), ("min", np.inf, np.minimum)):
        most = np.full(total.shape, start)
        pick.at(most, where, values)
        found[name] = np.where(count > 0, most, 0)
    return [found[word] for word in how.split()]
