"""The networks in torch compute what inference computes with numpy, and have its parameters."""

from __future__ import annotations

import numpy as np
import pytest

from heuristics.labels.flow import Flow
from learn.labels.graphs import graphs_of
from learn.labels.network import Kind, outputs
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
