"""Inference: the equations written out once more, limits of what is predicted, and torch."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from heuristics.labels.flow import Flow
from heuristics.labels.labels import NUMBERS
from learn.intervals.features import PAIR
from learn.labels.graphs import graphs_of, scaled, standardised
from learn.labels.inference import intervals
from learn.labels.predict import forward, predict_all, predict_labels
from learn.labels.weights import Weights, shipped_weights
from models.errors import InputError
from tests.learn.label_samples import (
    EVERY,
    case_of,
    made_samples,
    made_weights,
    needs_torch,
    problem_of,
    small_dfg,
)


def affine(weights: Weights, name: str, values: np.ndarray) -> np.ndarray:
    matrix = weights.arrays[name]
    return matrix[:, :-1] @ values + matrix[:, -1]


def order_by_hand(flow: Flow, weights: Weights) -> list[float]:
    """Eqs. 1 and 2, operation by operation."""
    graphs = graphs_of([case_of(flow)], weights.vocabulary, False)
    joined: list[set[int]] = [set() for _ in flow.names]
    for edge in flow.edges:
        if edge.source != edge.target:
            joined[edge.source].add(edge.target)
            joined[edge.target].add(edge.source)
    h = [np.array([float(level)]) for level in flow.asap]
    m = list(scaled(graphs.node, weights.scales.node))
    for layer in range(4):
        if layer:
            width = len(m[0])
            around = [np.array([m[u] for u in us]).reshape(-1, width) for us in joined]
            zero = np.zeros(3 * width)
            m = [
                np.concatenate([a.mean(0), a.max(0), a.min(0)]) if len(a) else zero for a in around
            ]
        m = [affine(weights, f"order.{layer}.w1", row) for row in m]
        h = [
            affine(weights, f"order.{layer}.w2", affine(weights, f"order.{layer}.w3", a) + b)
            for a, b in zip(h, m, strict=True)
        ]
    return [float(one[0]) for one in h]


def spatial_by_hand(flow: Flow, weights: Weights) -> list[float]:
    """Eqs. 4 to 6, read by read."""
    graphs = graphs_of([case_of(flow)], weights.vocabulary, False)
    standard = scaled(graphs.edge, weights.scales.edge)
    found = []
    for e, edge in enumerate(flow.edges):
        ends = {edge.source, edge.target}
        around = graphs.edge[[bool({f.source, f.target} & ends) for f in flow.edges]]
        pooled = np.concatenate([around.mean(0), around.sum(0), around.max(0), around.min(0)])
        factor = np.array([1 / x if x else 1.0 for x in pooled])
        first = affine(weights, "spatial.w1", standard[e])
        last = affine(weights, "spatial.w2", first)[0]
        found.append(float(last + factor @ affine(weights, "spatial.w3", first)))
    return found


def test_the_paper_s_equations() -> None:
    """Tests order and spatial distance against the equations applied one by one."""
    flows = [Flow.of(small_dfg()), *(sample.flow for sample in made_samples(4))]
    weights = made_weights(vocabulary=EVERY)
    for flow in flows:
        order, _, spatial, *_ = forward(graphs_of([case_of(flow)], EVERY, False), weights)
        assert np.allclose(order, order_by_hand(flow, weights))
        assert np.allclose(spatial, spatial_by_hand(flow, weights))


@pytest.mark.parametrize("kind", ["paper", "arrays"])
def test_graphs_do_not_disturb_each_other(kind: str) -> None:
    """Tests that several graphs at once have the labels that each has alone."""
    arrays = ("lisa:3x3", "hycube:4x4", "adres:3x3,io=memory", "lisa-systolic:3x3")
    dfgs = [*(sample.dfg for sample in made_samples(3)), small_dfg()]
    problems = [problem_of(*one, 3) for one in zip(dfgs, arrays, strict=True)]
    cases = [case_of(Flow.of(one), array, 3) for one, array in zip(dfgs, arrays, strict=True)]
    weights = made_weights(kind, vocabulary=EVERY)
    for problem, together in zip(problems, predict_all(cases, weights), strict=True):
        alone = predict_labels(problem, weights)
        for name in ("order", "association", "spatial", "temporal"):
            assert np.allclose(getattr(alone, name), getattr(together, name))
    assert predict_all([], weights) == []


@pytest.mark.parametrize("spec", ["lisa:3x3,io=pads", "hycube:3x4,io=memory"])
def test_labels_are_the_same_on_a_mirrored_array(spec: str) -> None:
    """Tests that nothing depends on the names or the order of components and paths."""
    weights, problem = made_weights("arrays", vocabulary=EVERY), problem_of(small_dfg(), spec)
    arch = problem.arch
    turned = msgspec.structs.replace(arch, components=arch.components[::-1], paths=arch.paths[::-1])
    mirrored = msgspec.structs.replace(problem, arch=turned)
    one, other = predict_labels(problem, weights), predict_labels(mirrored, weights)
    for name in NUMBERS:
        assert np.allclose(getattr(one, name), getattr(other, name))
    assert one.unsuited is not None and other.unsuited is not None
    assert np.allclose(one.unsuited, other.unsuited[:, ::-1])


def test_unseen_operators_and_other_attributes_are_errors() -> None:
    """Tests that both are one line, which names the operation or the two widths."""
    problem = problem_of(small_dfg())
    with pytest.raises(InputError) as error:
        predict_labels(problem, made_weights(vocabulary=("const", "load", "add")))
    assert "operator 'mul' of 'b' did not occur in training; seen: const, load, add" in str(
        error.value
    )
    weights = made_weights()
    other = msgspec.structs.replace(weights, vocabulary=(*weights.vocabulary, "cmp"))
    with pytest.raises(InputError, match="train again"):
        predict_labels(problem, other)


@needs_torch
@pytest.mark.parametrize("kind", ["paper", "arrays", "shipped"])
def test_numpy_and_the_modules_agree(kind: str) -> None:
    """Tests all outputs on 40 random graphs, some on other arrays, and one with an operation by
    itself; parameters come back as they were.
    """
    import torch

    from learn.labels.modules import arrays_of, data_of, load_arrays, network_of

    shipped = kind == "shipped"
    weights = shipped_weights() if shipped else made_weights(kind, vocabulary=EVERY)
    network = network_of(weights.kind, weights.scales.widths).double()
    load_arrays(network, weights.arrays)
    again = arrays_of(network)
    assert sorted(again) == sorted(weights.arrays)
    assert all((again[name] == value).all() for name, value in weights.arrays.items())
    specs = ("lisa:3x3", "hycube:4x4", "adres:3x3,io=memory", "lisa-systolic:3x3")
    flows = [Flow.of(small_dfg()), *(sample.flow for sample in made_samples(40))]
    cases = [case_of(flow, specs[n % 4], 1 + n % 3) for n, flow in enumerate(flows)]
    graphs = graphs_of(cases, weights.vocabulary, weights.kind == "arrays")
    data = data_of(graphs, weights.scales, torch.float64)
    wanted = forward(graphs, weights)
    with torch.no_grad():
        found = network(data)
    numbers = [x for x in (*found[:4], *found.scales, *found[5:]) if x is not None]
    others = [x for x in (*wanted[:4], *wanted.scales, *wanted[5:]) if x is not None]
    if shipped:
        known = np.random.default_rng(1).normal(0, 1, (len(cases), PAIR))
        told = intervals(weights.arrays, standardised(graphs, weights.scales), known)
        with torch.no_grad():
            heard = network.intervals(data, torch.from_numpy(known))
        assert heard.keys() == told.keys()
        numbers, others = [*numbers, *heard.values()], [*others, *told.values()]
    assert len(numbers) == {"paper": 4, "arrays": 10, "shipped": 13}[kind]
    for one, other in zip(numbers, others, strict=True):
        assert one.shape == other.shape
        assert other.std() > 0.01
        assert np.abs(one.numpy() - other).max() < 1e-5
