"""The parameters of the networks by name and shape: what training makes and inference reads.

Every parameter is one affine map `out x (in + 1)`, its last column the bias. Attribute vectors are
as wide as `learn.labels.attributes` makes them: `node`, `edge` and `pair`.
"""

from __future__ import annotations

from typing import Literal

Kind = Literal["paper", "wide"]
LAYERS = 4
"""Layers of the schedule-order network, as in the paper."""

WIDTH = 24
ROUNDS = 3
"""Hidden width and rounds of message passing of the wide network."""

Shapes = dict[str, tuple[int, int]]


def shapes(kind: Kind, node: int, edge: int, pair: int) -> Shapes:
    """Return the shape of every parameter of the networks of one kind."""
    return paper_shapes(node, edge, pair) if kind == "paper" else wide_shapes(node, edge, pair)


def paper_shapes(node: int, edge: int, pair: int) -> Shapes:
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


def wide_shapes(node: int, edge: int, pair: int) -> Shapes:
    """Return the parameters of the wide network: one trunk of message passing, four heads.

    Per round, messages along the reads (`down`) and against them (`up`), mean and maximum of both,
    and the mean of the graph; heads read the states of their nodes and the attributes.
    """
    w = WIDTH
    found: Shapes = {"enter": (w, node + 1)}
    for layer in range(ROUNDS):
        found[f"round.{layer}.down"] = (w, w + edge + 1)
        found[f"round.{layer}.up"] = (w, w + edge + 1)
        found[f"round.{layer}.update_state"] = (w, 6 * w + 1)
    found |= {"order.first": (w, 2 * w + 1), "order.second": (1, w + 1)}
    found |= {"association.first": (w, 3 * w + pair + 1), "association.second": (1, w + 1)}
    for name in ("spatial", "temporal"):
        found |= {f"{name}.first": (w, 3 * w + edge + 1), f"{name}.second": (1, w + 1)}
    return found
