"""The networks in torch compute what inference computes with numpy, and have its parameters."""

from __future__ import annotations

import numpy as np
import pytest

from heuristics.labels.flow import Flow
from learn.labels.graphs import graphs_of
from learn.labels.network import Kind, outputs, shapes
from learn.labels.predict import forward
from tests.learn.label_samples import (
    EVERY,
    case_of,
    made_samples,
    made_weights,
    needs_torch,
    small_dfg,
)

pytestmark = needs_torch
WIDTHS = (12, 5, 7, 6, 4, 3)


@pytest.mark.parametrize("kind", ["paper", "arrays"])
def test_torch_and_numpy_agree(kind: Kind) -> None:
    """Tests all four labels to 1e-4, on random graphs and one with an operation by itself."""
    import torch

    from learn.labels.fit import TorchTools, batch_of, initial

    weights = made_weights(kind, vocabulary=EVERY)
    linears = initial(kind, weights.scales.widths)
    with torch.no_grad():
        for name, layer in linears.items():
            matrix = torch.tensor(weights.parameters[name])
            layer.weight.copy_(matrix[:, :-1])
            layer.bias.copy_(matrix[:, -1])
    flows = [Flow.of(small_dfg()), *(sample.flow for sample in made_samples(8))]
    graphs = graphs_of([case_of(flow) for flow in flows], EVERY, kind == "arrays")
    with torch.no_grad():
        found = outputs(kind, TorchTools(linears), batch_of(graphs, weights.scales))
    wanted = forward(graphs, weights)
    numbers = [x for x in (*found[:4], *found.scales, *found[5:]) if x is not None]
    others = [x for x in (*wanted[:4], *wanted.scales, *wanted[5:]) if x is not None]
    assert len(numbers) == (4 if kind == "paper" else 10)
    for one, other in zip(numbers, others, strict=True):
        assert one.shape == other.shape
        assert other.std() > 0.01
        assert np.abs(one.numpy() - other).max() < 1e-4


@pytest.mark.parametrize("kind", ["paper", "arrays"])
def test_parameters_are_those_of_the_shapes(kind: Kind) -> None:
    """Tests that what training makes is what weights must have, names and sizes."""
    from learn.labels.fit import initial, matrices_of

    found = matrices_of(initial(kind, WIDTHS))
    assert {name: (len(m), len(m[0])) for name, m in found.items()} == shapes(kind, WIDTHS)
    assert matrices_of(initial(kind, WIDTHS)) != found


@pytest.mark.parametrize("kind", ["paper", "arrays"])
def test_typical_labels_are_where_training_starts(kind: Kind) -> None:
    """Tests that the last biases of three networks are set, and nothing else."""
    from learn.labels.fit import initial, matrices_of, start_at

    linears = initial(kind, WIDTHS)
    before = matrices_of(linears)
    start_at(linears, [2.0, 3.0, 4.0])
    after = matrices_of(linears)
    spatial = "spatial.w2" if kind == "paper" else "spatial.second"
    changed = {"association.second": 2.0, spatial: 3.0, "temporal.second": 4.0}
    for name, matrix in after.items():
        if name in changed:
            assert matrix[0][-1] == changed[name]
            assert matrix[0][:-1] == before[name][0][:-1]
            assert matrix[1:] == before[name][1:]
        else:
            assert matrix == before[name]
