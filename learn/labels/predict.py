"""Labels of a DFG from trained weights, with numpy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels
from learn.labels.graphs import FloatArray, Graphs, IntArray, graphs_of
from learn.labels.network import inputs_of, outputs, read_factors
from learn.labels.weights import Weights
from models.errors import InputError


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


def forward(graphs: Graphs, weights: Weights) -> tuple[FloatArray, ...]:
    """Return what the networks compute: order, association, spatial and temporal distance."""
    tools = NumpyTools(weights.arrays)
    below = read_factors(tools, graphs.edge, graphs.touching)
    none = below == 0
    factors = np.where(none, 1.0, 1 / np.where(none, 1.0, below))
    return outputs(weights.kind, tools, inputs_of(graphs, weights.scales, factors))


@dataclass(frozen=True)
class NumpyTools:
    """`Tools` of numpy, with parameters [out, in + 1] by name."""

    arrays: Mapping[str, FloatArray]

    def affine(self, name: str, rows: FloatArray) -> FloatArray:
        """Return rows times a matrix, plus its bias."""
        matrix = self.arrays[name]
        found: FloatArray = rows @ matrix[:, :-1].T + matrix[:, -1]
        return found

    def relu(self, rows: FloatArray) -> FloatArray:
        """Return what is positive."""
        return rows.clip(0)

    def join(self, parts: Sequence[FloatArray]) -> FloatArray:
        """Return columns side by side."""
        return np.concatenate(parts, axis=1)

    def pooled(self, rows: FloatArray, number: IntArray, count: int, how: str) -> list[FloatArray]:
        """Return rows pooled by number."""
        size = np.bincount(number, minlength=count)[:, None]
        total = np.zeros((count, rows.shape[1]))
        np.add.at(total, number, rows)
        found = {"sum": total, "mean": total / np.maximum(size, 1)}
        for name, start, pick in (("max", -np.inf, np.maximum), ("min", np.inf, np.minimum)):
            most = np.full(total.shape, start)
            pick.at(most, number, rows)
            found[name] = np.where(size > 0, most, 0)
        return [found[word] for word in how.split()]
