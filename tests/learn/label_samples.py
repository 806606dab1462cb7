"""Samples whose labels follow from the graph, and untrained weights."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from heuristics.labels.arrays import fingerprint, read_array
from heuristics.labels.flow import Flow
from heuristics.labels.labels import Labels, initial_labels
from learn.intervals.features import PAIR
from learn.labels.array_view import array_view
from learn.labels.graphs import Case, graphs_of, scale_of
from learn.labels.network import Kind, shapes
from learn.labels.random_dfgs import random_dfg
from learn.labels.samples import Sample, labels_to_lists
from learn.labels.scales import Scale, Scales
from learn.labels.weights import ANY, Training, Weights
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem

SPEC = "lisa:3x3"
KINDS = ("const", "load", "store", "add", "sub", "mul", "div", "and", "or", "xor", "shl", "shr")
EVERY = (*KINDS, "shra", "cmp", "select", "input", "output")

needs_torch = pytest.mark.skipif(find_spec("torch_geometric") is None, reason="no torch")


def small_dfg() -> Dfg:
    """A diamond, a loop-carried read of itself, and an operation that stands alone."""
    rows = (Operator("load", 0), Operator("add", 2), Operator("mul", 2), Operator("const", 0))
    a, s = Operand("a"), Operand("s", 1)
    return Dfg(
        "small",
        rows,
        (),
        (
            Operation("a", "load"),
            Operation("b", "mul", (a, a)),
            Operation("c", "add", (a, Operand("b", 1))),
            Operation("s", "add", (Operand("b"), s)),
            Operation("d", "mul", (Operand("c"), Operand("s"))),
            Operation("alone", "const"),
        ),
    )


def case_of(flow: Flow, spec: str = SPEC, interval: int = 2) -> Case:
    """Return a flow on an array."""
    return Case(flow, array_view(read_array(spec)), interval)


def problem_of(dfg: Dfg, spec: str = SPEC, interval: int = 2) -> Problem:
    """Return a graph on an array."""
    return Problem(dfg, read_array(spec), interval)


def made_labels(flow: Flow) -> Labels:
    """Labels that no trivial ones are near: late orders, long distances where much is read."""
    first = initial_labels(flow)
    degree = np.bincount([edge.source for edge in flow.edges], minlength=flow.size)
    spatial = np.array([degree[edge.source] + 2.0 for edge in flow.edges])
    temporal = np.array([2.0 * flow.asap[e.target] + e.distance for e in flow.edges])
    order = np.minimum(first.order + 1, flow.longest)
    return Labels(order, first.association + 3, spatial, temporal)


def made_samples(count: int, first: int = 0, spec: str = SPEC) -> list[Sample]:
    """Samples of random DFGs with the seeds from `first` on."""
    arch = read_array(spec)
    found = []
    digits = fingerprint(arch)
    for seed in range(first, first + count):
        dfg = random_dfg(arch, seed)
        labels = labels_to_lists(made_labels(Flow.of(dfg)))
        view = array_view(arch)
        tiles = tuple(int(view.slots(each.operator).argmax()) for each in dfg.operations)
        found.append(Sample(spec, digits, seed, "annealing", dfg, labels, 2, 1, 3, 0.9, "", tiles))
    return found


def made_weights(
    kind: Kind = "paper",
    spec: str = SPEC,
    seed: int = 1,
    vocabulary: tuple[str, ...] = KINDS,
    intervals: bool = False,
) -> Weights:
    """Weights with random numbers, with heads of intervals where they are asked for."""
    chance = np.random.default_rng(seed)
    arrays = kind == "arrays"
    graphs = graphs_of([case_of(Flow.of(small_dfg()), spec)], EVERY, arrays)
    more = 5 + len(vocabulary)
    rest = graphs.node.shape[1] - 5 - len(EVERY)
    node = Scale((1.0,) * 5 + (0.0,) * (more - 5 + rest), (2.0,) * 5 + (1.0,) * (more - 5 + rest))
    seen = (scale_of(graphs.tile), scale_of(graphs.whole)) if arrays else ()
    known = Scale((0.5,) * PAIR, (2.0,) * PAIR) if intervals else Scale((), ())
    scales = Scales(node, scale_of(graphs.edge), scale_of(graphs.pair), *seen, known=known)
    return Weights(
        arch=spec,
        fingerprint=ANY if arrays else fingerprint(read_array(spec)),
        kind=kind,
        vocabulary=vocabulary,
        training=Training(("annealing",), "l1", 0, 1, 4, 1, 0, 4, {"numpy": "2"}),
        accuracy={"networks": {"order": 0.5}},
        scales=scales,
        parameters={
            name: tuple(map(tuple, chance.normal(0, shape[1] ** -0.5, shape).round(6).tolist()))
            for name, shape in shapes(kind, scales.widths).items()
        },
    )
