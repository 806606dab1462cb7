"""The networks of LISA (Li et al., HPCA 2022, Eqs. 1-7), and one for all arrays.

They are written once for numpy, which predicts, and torch, which trains; `Tools` are the functions
in which the two differ. Every parameter is an affine map `out x (in + 1)`, its last column the
bias. Attribute vectors are as wide as `learn.labels.attributes` makes them: `node`, `edge`, `pair`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from learn.labels.options import Kind

if TYPE_CHECKING:
    from learn.labels.graphs import Graphs
    from learn.labels.scales import Scales

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


class Tools(Protocol):
    """Operations in which numpy and torch differ, with the parameters of a network."""

    def affine(self, name: str, rows: Tensor) -> Tensor:
        """Return [n, out]: the map called `name`, applied to rows [n, in]."""
        ...

    def relu(self, rows: Tensor) -> Tensor:
        """Return the positive part."""
        ...

    def leaky(self, rows: Tensor) -> Tensor:
        """Return the positive part, and `LEAK` times the negative part: units that are never
        positive learn.
        """
        ...

    def held(self, rows: Tensor) -> Tensor:
        """Return rows as constants, through which no gradient flows."""
        ...

    def join(self, parts: Sequence[Tensor]) -> Tensor:
        """Return the columns of all parts side by side."""
        ...

    def pooled(self, rows: Tensor, number: Tensor, count: int, how: str) -> list[Tensor]:
        """Return [count, columns] for each word of `how`: sum, mean, max or min of the rows [n, .]
        of equal `number` [n]; 0 for a number without rows.
        """
        ...


class Inputs(NamedTuple):
    """Cases with n operations, m reads, p same-level pairs and T tiles; see `Graphs`."""

    node: Tensor
    """[n, node]: standardised attributes of the operations."""
    edge: Tensor
    """[m, edge]: those of the reads."""
    pair: Tensor
    """[p, pair]: those of the pairs."""
    tile: Tensor
    """[T, tile]: those of the tiles."""
    whole: Tensor
    """[cases, whole]: those of the cases."""
    asap: Tensor
    """[n]: levels."""
    reads: Tensor
    """[2, m]: sources and targets."""
    related: Tensor
    """[2, p]: the two of a pair."""
    neighbours: Tensor
    """[2, .]: (other, operation) that a read joins."""
    links: Tensor
    """[2, .]: (tile, tile) that a link joins."""
    able: Tensor
    """[2, .]: (operator, tile) that fit."""
    operator: Tensor
    """[n]: the operator of an operation."""
    graph: Tensor
    """[n]: the case of an operation."""
    array: Tensor
    """[T]: the case of a tile."""
    factors: Tensor
    """[m, 4 * edge]: Eq. 5, see `read_factors`."""
    operators: int
    """The number of operators."""
    cases: int
    """The number of cases."""


def inputs_of(graphs: Graphs, scales: Scales, factors: Tensor) -> Inputs:
    """Return cases as the networks see them, in numpy."""
    from learn.labels.graphs import scaled

    seen = bool(scales.tile.mean)
    return Inputs(
        scaled(graphs.node, scales.node),
        scaled(graphs.edge, scales.edge),
        scaled(graphs.pair, scales.pair),
        scaled(graphs.tile, scales.tile) if seen else graphs.tile,
        scaled(graphs.whole, scales.whole) if seen else graphs.whole,
        graphs.asap,
        graphs.reads,
        graphs.related,
        graphs.neighbours,
        graphs.links,
        graphs.able,
        graphs.operator,
        graphs.graph,
        graphs.array,
        factors,
        graphs.operators,
        graphs.count,
    )


def read_factors(tools: Tools, edge: Tensor, touching: Tensor) -> Tensor:
    """Return the divisors of Eq. 5: mean, sum, maximum and minimum of the reads around a read.

    The reads around a read are all reads of the operations at its ends, in `touching` [2, .] as in
    `Graphs`. The attributes `edge` are not standardised here. Most are counts, but means, and
    differences of levels where a read is of a former iteration, can be small or negative.
    """
    other, own = touching
    return tools.join(tools.pooled(edge[other], own, len(edge), "mean sum max min"))


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


def outputs(kind: Kind, tools: Tools, x: Inputs) -> Outputs:
    """Return the outputs of the networks of one kind for cases."""
    return _paper(tools, x) if kind == "paper" else _labels(tools, x, encoded(tools, x))


def _paper(tools: Tools, x: Inputs) -> Outputs:
    """LISA's four networks, which share no parameters."""
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
    return Outputs(
        state[:, 0],
        _mlp(tools, "association", x.pair, leaky=False)[:, 0],
        tools.affine("spatial.w2", first)[:, 0] + weighted,
        _mlp(tools, "temporal", x.edge, leaky=False)[:, 0],
    )


def _tiles(tools: Tools, x: Inputs) -> Tensor:
    """Return [T, TILE_WIDTH], the states of tiles after messages along links, in both
    directions.
    """
    source, target = x.links
    state = tools.leaky(tools.affine("tile.enter", x.tile))
    for layer in range(TILE_ROUNDS):
        parts = [state]
        for here, there in ((source, target), (target, source)):
            parts += tools.pooled(state[here], there, len(x.tile), "mean")
        state = _normalised(state + tools.leaky(tools.affine(f"tile.{layer}", tools.join(parts))))
    return state


class Encoded(NamedTuple):
    """The states of operations [n, WIDTH], tiles [T, TILE_WIDTH] and cases [cases, WIDTH]."""

    state: Tensor
    tiles: Tensor
    whole: Tensor


def encoded(tools: Tools, x: Inputs) -> Encoded:
    """Return the states of cases in the network for all arrays, for any of its heads."""
    source, target = x.reads
    tiles = _tiles(tools, x)
    (mean,) = tools.pooled(tiles, x.array, x.cases, "mean")
    all_of_it = tools.leaky(tools.affine("whole", tools.join([x.whole, mean])))
    whole = all_of_it[x.graph]
    operator, tile = x.able
    (fitting,) = tools.pooled(tiles[tile], operator, x.operators, "mean")
    enter = tools.join([x.node, fitting[x.operator], whole])
    state = tools.leaky(tools.affine("enter", enter))
    for layer in range(ROUNDS):
        parts = [state]
        for name, here, there in (("down", source, target), ("up", target, source)):
            sent = tools.affine(f"round.{layer}.{name}", tools.join([state[here], x.edge]))
            parts += tools.pooled(tools.leaky(sent), there, len(x.node), "mean max")
        (mean,) = tools.pooled(state, x.graph, x.cases, "mean")
        update = tools.join([*parts, mean[x.graph], whole])
        update = tools.leaky(tools.affine(f"round.{layer}.update_state", update))
        state = _normalised(state + update)
    return Encoded(state, tiles, all_of_it)


def _labels(tools: Tools, x: Inputs, known: Encoded) -> Outputs:
    """Return labels, with a head for each, and one for tiles."""
    source, target = x.reads
    state = known.state
    (mean,) = tools.pooled(state, x.graph, x.cases, "mean")
    around = tools.join([mean[x.graph], known.whole[x.graph]])
    a, b = x.related
    both = [state[a] + state[b], abs(state[a] - state[b]), around[a], x.pair]
    ends = tools.join([state[source], state[target], around[source], x.edge])
    own = tools.join([state, around])
    heads = {
        "order": own,
        "association": tools.join(both),
        "spatial": ends,
        "temporal": ends,
    }
    median, scale = {}, []
    for name, rows in heads.items():
        hidden = tools.leaky(tools.affine(f"{name}.first", rows))
        median[name] = tools.affine(f"{name}.second", hidden)[:, 0]
        # The loss of the scale does not train the layers below the median.
        scale.append(tools.affine(f"{name}.second", tools.held(hidden))[:, 1])
    return Outputs(
        x.asap + median["order"],
        median["association"],
        median["spatial"],
        median["temporal"],
        tuple(scale),
        tools.affine("query", own),
        tools.affine("key", known.tiles),
    )


def intervals(tools: Tools, x: Inputs, known: Tensor) -> dict[str, Tensor]:
    """Return [cases] for each of `TASKS`: the predictions for a mapper, with the features `known`
    [cases, .].
    """
    it = encoded(tools, x)
    pooled = tools.pooled(it.state, x.graph, x.cases, "mean max")
    rows = tools.join([*pooled, it.whole, known])
    return {task: _mlp(tools, task, rows)[:, 0] for task in TASKS}


def _normalised(rows: Tensor) -> Tensor:
    """Return rows of mean square 1, so that no round makes them grow."""
    return rows / ((rows * rows).mean(1)[:, None] + TINY) ** 0.5


def _mlp(tools: Tools, name: str, rows: Tensor, leaky: bool = True) -> Tensor:
    """Two maps with a step between them; Eqs. 3 and 7 have ReLU there."""
    hidden = tools.affine(f"{name}.first", rows)
    hidden = tools.leaky(hidden) if leaky else tools.relu(hidden)
    return tools.affine(f"{name}.second", hidden)
