"""The networks in torch compute what inference computes with numpy, and have its parameters."""

from __future__ import annotations

import numpy as np
import pytest

from heuristics.labels.flow import Flow
from learn.labels.graphs import graphs_of
from learn.labels.predict import forward
from learn.labels.shapes import shapes
from learn.labels.weights import Weights
from tests.learn.label_samples import KINDS, made_samples, made_weights, needs_torch, small_dfg

pytestmark = needs_torch
EVERY = (*KINDS, "shra", "cmp", "select", "input", "output")


def widths(weights: Weights) -> tuple[int, int, int]:
    scales = weights.scales
    return len(scales.node.mean), len(scales.edge.mean), len(scales.pair.mean)


@pytest.mark.parametrize("kind", ["paper", "wide"])
def test_torch_and_numpy_agree(kind: str) -> None:
    """Tests all four labels to 1e-4, on random graphs and one with an operation by itself."""
    from learn.labels.networks import batch_of, networks_of, set_matrices, torch

    weights = made_weights(kind, vocabulary=EVERY)
    networks = networks_of(kind, *widths(weights))
    set_matrices(networks, weights.parameters)
    flows = [Flow.of(small_dfg()), *(sample.flow for sample in made_samples(8))]
    graphs = graphs_of(flows, EVERY)
    with torch.no_grad():
        found = networks(batch_of(graphs, weights.scales))
    for one, other in zip(found, forward(graphs, weights), strict=True):
        assert one.shape == other.shape
        assert other.std() > 0.01
        assert np.abs(one.numpy() - other).max() < 1e-4


@pytest.mark.parametrize("kind", ["paper", "wide"])
def test_parameters_are_those_of_the_shapes(kind: str) -> None:
    """Tests that what training makes is what weights must have, names and sizes."""
    from learn.labels.networks import matrices_of, networks_of, set_matrices

    networks = networks_of(kind, 12, 5, 7)
    found = matrices_of(networks)
    assert {name: (len(m), len(m[0])) for name, m in found.items()} == shapes(kind, 12, 5, 7)
    numbers = sum(p.numel() for p in networks.parameters())
    assert numbers == sum(rows * columns for rows, columns in shapes(kind, 12, 5, 7).values())
    other = networks_of(kind, 12, 5, 7)
    assert matrices_of(other) != found
    set_matrices(other, found)
    assert matrices_of(other) == found


@pytest.mark.parametrize("kind", ["paper", "wide"])
def test_typical_labels_are_where_training_starts(kind: str) -> None:
    """Tests that the last biases of three networks are set, and nothing else."""
    from learn.labels.networks import matrices_of, networks_of, start_at

    networks = networks_of(kind, 12, 5, 7)
    before = matrices_of(networks)
    start_at(networks, [2.0, 3.0, 4.0])
    after = matrices_of(networks)
    spatial = "spatial.w2" if kind == "paper" else "spatial.second"
    changed = {"association.second": 2.0, spatial: 3.0, "temporal.second": 4.0}
    for name, matrix in after.items():
        if name in changed:
            assert matrix[0][-1] == changed[name]
            assert matrix[0][:-1] == before[name][0][:-1]
        else:
            assert matrix == before[name]
