"""The networks of LISA (Li et al., HPCA 2022, Eqs. 1-7), and one for all arrays.

Here are their sizes and outputs; `learn.labels.inference` computes them in numpy, and
`learn.labels.modules` trains them. Every parameter is an affine map `out x (in + 1)`, its last
column the bias. Attribute vectors are as wide as `learn.labels.attributes` makes them: `node`,
`edge`, `pair`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from learn.labels.labels_options import Kind

Tensor: TypeAlias = Any
"""An array of numpy, or a tensor of torch."""

LAYERS = 4
"""Layers of the schedule-order network, as in the paper."""

WIDTH = 48
ROUNDS = 3
"""Hidden width and rounds of message passing of the network for all arrays, among operations."""

TILE_WIDTH = 24
TILE_ROUNDS = 2
"""The same, among tiles."""

TASKS = ("equal", "residual", "filling")
"""Tasks of IIs (PT-Map, Eqs. 2-4): whether the least one is reached, the excess over it, and the
filling beyond its minimum.
"""

HIDDEN = 96
"""Hidden width of their heads."""

NARROW, WIDE = -2.0, 2.5
"""Logarithms of the least and the largest scale of a label."""

LEAK = 0.1
TINY = 1e-3

Shapes = dict[str, tuple[int, int]]


def shapes(kind: Kind, widths: Sequence[int]) -> Shapes:
    """Return the shape of every parameter of the networks of one kind.

    `widths` are those of `Scales`.
    """
    if kind == "paper":
        node, edge, pair, *_ = widths
        return _paper_shapes(node, edge, pair)
    return _array_shapes(*widths)


def _paper_shapes(node: int, edge: int, pair: int) -> Shapes:
    """Return the parameters of Eqs. 1-7, hidden layers as wide as the attributes.

    The four factors of Eq. 5 are vectors like the attributes, so W3 of Eq. 6 has four times as many
    outputs, and its product with them is a number.
    """
    found: Shapes = {}
    for layer in range(LAYERS):
        last = layer == LAYERS - 1
        found[f"order.{layer}.w1"] = (node, node + 1 if layer == 0 else 3 * node + 1)
        found[f"order.{layer}.w3"] = (node, 2 if layer == 0 else node + 1)
        found[f"order.{layer}.w2"] = (1 if last else node, node + 1)
    found |= {"association.first": (pair, pair + 1), "association.second": (1, pair + 1)}
    found |= {
        "spatial.w1": (edge, edge + 1),
        "spatial.w2": (1, edge + 1),
        "spatial.w3": (4 * edge, edge + 1),
    }
    found |= {"temporal.first": (edge, edge + 1), "temporal.second": (1, edge + 1)}
    return found


def _array_shapes(node: int, edge: int, pair: int, tile: int, whole: int, known: int) -> Shapes:
    """Return the parameters of the network for all arrays.

    Tiles pass messages along links; the final state of a tile reaches the operations that it can
    execute, and, as a mean, all. Per round, operations pass messages along the reads (`down`) and
    against them (`up`), mean and maximum of both; heads read the states of their nodes and the
    attributes. Those of labels output a number and the logarithm of its scale. Those of IIs read
    the mean and maximum of the states of all operations, and the features `known` of the case.
    """
    w, t = WIDTH, TILE_WIDTH
    found: Shapes = {"tile.enter": (t, tile + 1)}
    for layer in range(TILE_ROUNDS):
        found[f"tile.{layer}"] = (t, 3 * t + 1)
    found |= {"whole": (w, whole + t + 1), "enter": (w, node + t + w + 1)}
    for layer in range(ROUNDS):
        found[f"round.{layer}.down"] = (w, w + edge + 1)
        found[f"round.{layer}.up"] = (w, w + edge + 1)
        found[f"round.{layer}.update_state"] = (w, 7 * w + 1)
    found |= {"order.first": (w, 3 * w + 1), "order.second": (2, w + 1)}
    found |= {"association.first": (w, 4 * w + pair + 1), "association.second": (2, w + 1)}
    for name in ("spatial", "temporal"):
        found |= {f"{name}.first": (w, 4 * w + edge + 1), f"{name}.second": (2, w + 1)}
    found |= {"query": (t, 3 * w + 1), "key": (t, t + 1)}
    if known:
        for name in TASKS:
            found[f"{name}.first"] = (HIDDEN, 3 * w + known + 1)
            found[f"{name}.second"] = (1, HIDDEN + 1)
    return found


class Outputs(NamedTuple):
    """The outputs of the networks for n operations, m reads, p pairs and T tiles."""

    order: Tensor
    """[n]"""
    association: Tensor
    """[p]"""
    spatial: Tensor
    """[m]"""
    temporal: Tensor
    """[m]"""
    scales: tuple[Tensor, ...] = ()
    """Logarithms of the scales of these four, each as a Laplace distribution."""
    query: Tensor | None = None
    """[n, TILE_WIDTH], and"""
    key: Tensor | None = None
    """[T, TILE_WIDTH]: their products are the fit of an operation on a tile, as logits."""
