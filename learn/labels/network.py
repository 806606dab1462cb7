"""The networks of LISA (Li et al., HPCA 2022, Eqs. 1-7), and a wider one beside them.

They are written once for numpy, which predicts, and torch, which trains; `Tools` are the functions
in which the two differ. Every parameter is an affine map `out x (in + 1)`, its last column the
bias. Attribute vectors are as wide as `learn.labels.attributes` makes them: `node`, `edge`, `pair`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from learn.labels.graphs import Graphs
    from learn.labels.scales import Scales

Tensor: TypeAlias = Any
"""An array of numpy, or a tensor of torch."""

Kind = Literal["paper", "wide"]
LAYERS = 4
"""Layers of the schedule-order network, as in the paper."""

WIDTH = 24
ROUNDS = 3
"""Hidden width and rounds of message passing of the wide network."""

Shapes = dict[str, tuple[int, int]]


def shapes(kind: Kind, node: int, edge: int, pair: int) -> Shapes:
    """Return the shape of every parameter of the networks of one kind."""
    return _paper_shapes(node, edge, pair) if kind == "paper" else _wide_shapes(node, edge, pair)


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


def _wide_shapes(node: int, edge: int, pair: int) -> Shapes:
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


class Tools(Protocol):
    """Where numpy and torch differ, with the parameters of a network."""

    def affine(self, name: str, rows: Tensor) -> Tensor:
        """Return [n, out]: the map called `name`, applied to rows [n, in]."""
        ...

    def relu(self, rows: Tensor) -> Tensor:
        """Return what is positive, and 0 for the rest."""
        ...

    def join(self, parts: Sequence[Tensor]) -> Tensor:
        """Return the columns of all parts side by side."""
        ...

    def pooled(self, rows: Tensor, number: Tensor, count: int, how: str) -> list[Tensor]:
        """Return [count, columns] for each word of `how`: sum, mean, max or min of the rows [n, .]
        of equal `number` [n]; 0 where there are none.
        """
        ...


class Inputs(NamedTuple):
    """Flows with n operations, m reads and p same-level pairs; see `Graphs`."""

    node: Tensor
    """[n, node]: standardised attributes of the operations."""
    edge: Tensor
    """[m, edge]: those of the reads."""
    pair: Tensor
    """[p, pair]: those of the pairs."""
    asap: Tensor
    """[n]: levels."""
    reads: Tensor
    """[2, m]: sources and targets."""
    related: Tensor
    """[2, p]: the two of a pair."""
    neighbours: Tensor
    """[2, .]: (other, operation) that a read joins."""
    graph: Tensor
    """[n]: the flow of an operation."""
    factors: Tensor
    """[m, 4 * edge]: Eq. 5, see `read_factors`."""
    flows: int
    """The number of flows."""


def inputs_of(graphs: Graphs, scales: Scales, factors: Tensor) -> Inputs:
    """Return flows as the networks see them, in numpy."""
    from learn.labels.graphs import scaled

    return Inputs(
        scaled(graphs.node, scales.node),
        scaled(graphs.edge, scales.edge),
        scaled(graphs.pair, scales.pair),
        graphs.asap,
        graphs.reads,
        graphs.related,
        graphs.neighbours,
        graphs.graph,
        factors,
        graphs.count,
    )


def read_factors(tools: Tools, edge: Tensor, touching: Tensor) -> Tensor:
    """Return what Eq. 5 divides by: mean, sum, maximum and minimum of the reads around a read.

    The reads around a read are all reads of the operations at its ends, in `touching` [2, .] as in
    `Graphs`. The attributes `edge` are not standardised here. Most count things, but means, and
    differences of levels where a read is of a former iteration, can be small or negative.
    """
    other, own = touching
    return tools.join(tools.pooled(edge[other], own, len(edge), "mean sum max min"))


def outputs(kind: Kind, tools: Tools, x: Inputs) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return order [n], association [p], spatial and temporal distance [m]."""
    return (_paper if kind == "paper" else _wide)(tools, x)


def _paper(tools: Tools, x: Inputs) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """LISA's four networks, which share nothing."""
    state, change = x.asap[:, None], x.node
    other, own = x.neighbours
    for layer in range(LAYERS):
        # Eqs. 1 and 2; the first layer takes the attributes instead of the changes around it.
        if layer:
            around = tools.pooled(change[other], own, len(x.node), "mean max min")
            change = tools.join(around)
        change = tools.affine(f"order.{layer}.w1", change)
        state = tools.affine(f"order.{layer}.w2", tools.affine(f"order.{layer}.w3", state) + change)
    # Eqs. 4 and 6.
    first = tools.affine("spatial.w1", x.edge)
    weighted = (x.factors * tools.affine("spatial.w3", first)).sum(1)
    return (
        state[:, 0],
        _mlp(tools, "association", x.pair),
        tools.affine("spatial.w2", first)[:, 0] + weighted,
        _mlp(tools, "temporal", x.edge),
    )


def _wide(tools: Tools, x: Inputs) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """One trunk that passes messages along the reads and against them, and a head per label."""
    source, target = x.reads
    state = tools.relu(tools.affine("enter", x.node))
    for layer in range(ROUNDS):
        parts = [state]
        for name, here, there in (("down", source, target), ("up", target, source)):
            sent = tools.affine(f"round.{layer}.{name}", tools.join([state[here], x.edge]))
            parts += tools.pooled(tools.relu(sent), there, len(x.node), "mean max")
        (whole,) = tools.pooled(state, x.graph, x.flows, "mean")
        update = tools.join([*parts, whole[x.graph]])
        state = state + tools.relu(tools.affine(f"round.{layer}.update_state", update))
    (whole,) = tools.pooled(state, x.graph, x.flows, "mean")
    around = whole[x.graph]
    a, b = x.related
    both = [state[a] + state[b], abs(state[a] - state[b]), around[a], x.pair]
    ends = tools.join([state[source], state[target], around[source], x.edge])
    return (
        x.asap + _mlp(tools, "order", tools.join([state, around])),
        _mlp(tools, "association", tools.join(both)),
        _mlp(tools, "spatial", ends),
        _mlp(tools, "temporal", ends),
    )


def _mlp(tools: Tools, name: str, rows: Tensor) -> Tensor:
    """Eqs. 3 and 7: two maps with ReLU between them, and one number per row."""
    hidden = tools.relu(tools.affine(f"{name}.first", rows))
    return tools.affine(f"{name}.second", hidden)[:, 0]
