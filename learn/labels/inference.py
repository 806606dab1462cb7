"""The networks of labels in numpy, which predicts; the cases `x` are standardised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from learn.labels.graphs import FloatArray, Graphs, IntArray, standardised
from learn.labels.network import LAYERS, LEAK, ROUNDS, TASKS, TILE_ROUNDS, TINY, Kind, Outputs
from learn.labels.scales import Scales

Parameters: TypeAlias = Mapping[str, FloatArray]
"""Affine maps [out, in + 1] by name."""


def read_factors(graphs: Graphs) -> FloatArray:
    """Return the factors of Eq. 5: mean, sum, maximum and minimum of the reads around a read,
    inverted unless they are 0.

    The reads around a read are all reads of the operations at its ends, in `touching`. Their
    attributes are not standardised here. Most are counts, but means, and differences of levels
    where a read is of a former iteration, can be small or negative.
    """
    other, own = graphs.touching
    below = _join(_pooled(graphs.edge[other], own, len(graphs.edge), "mean sum max min"))
    none = below == 0
    return np.where(none, 1.0, 1 / np.where(none, 1.0, below))


def outputs(kind: Kind, weights: Parameters, graphs: Graphs, scales: Scales) -> Outputs:
    """Return the outputs of the networks of one kind for cases."""
    x = standardised(graphs, scales)
    if kind == "paper":
        return _paper(weights, x, read_factors(graphs))
    return _labels(weights, x, encoded(weights, x))


def _paper(weights: Parameters, x: Graphs, factors: FloatArray) -> Outputs:
    """LISA's four networks, which share no parameters."""
    state, change = x.asap[:, None], x.node
    other, own = x.neighbours
    for layer in range(LAYERS):
        # Eqs. 1 and 2; the first layer takes the attributes instead of the changes around it.
        if layer:
            around = _pooled(change[other], own, len(x.node), "mean max min")
            change = _join(around)
        change = _affine(weights, f"order.{layer}.w1", change)
        state = _affine(
            weights, f"order.{layer}.w2", _affine(weights, f"order.{layer}.w3", state) + change
        )
    # Eqs. 4 and 6.
    first = _affine(weights, "spatial.w1", x.edge)
    weighted = (factors * _affine(weights, "spatial.w3", first)).sum(1)
    return Outputs(
        state[:, 0],
        _mlp(weights, "association", x.pair, leaky=False)[:, 0],
        _affine(weights, "spatial.w2", first)[:, 0] + weighted,
        _mlp(weights, "temporal", x.edge, leaky=False)[:, 0],
    )


def _tiles(weights: Parameters, x: Graphs) -> FloatArray:
    """Return [T, TILE_WIDTH], the states of tiles after messages along links, in both
    directions.
    """
    source, target = x.links
    state = _leaky(_affine(weights, "tile.enter", x.tile))
    for layer in range(TILE_ROUNDS):
        parts = [state]
        for here, there in ((source, target), (target, source)):
            parts += _pooled(state[here], there, len(x.tile), "mean")
        state = _normalised(state + _leaky(_affine(weights, f"tile.{layer}", _join(parts))))
    return state


class Encoded(NamedTuple):
    """The states of operations [n, WIDTH], tiles [T, TILE_WIDTH] and cases [cases, WIDTH]."""

    state: FloatArray
    tiles: FloatArray
    whole: FloatArray


def encoded(weights: Parameters, x: Graphs) -> Encoded:
    """Return the states of cases in the network for all arrays, for any of its heads."""
    source, target = x.reads
    tiles = _tiles(weights, x)
    (mean,) = _pooled(tiles, x.array, x.count, "mean")
    all_of_it = _leaky(_affine(weights, "whole", _join([x.whole, mean])))
    whole = all_of_it[x.graph]
    operator, tile = x.able
    (fitting,) = _pooled(tiles[tile], operator, x.operators, "mean")
    enter = _join([x.node, fitting[x.operator], whole])
    state = _leaky(_affine(weights, "enter", enter))
    for layer in range(ROUNDS):
        parts = [state]
        for name, here, there in (("down", source, target), ("up", target, source)):
            sent = _affine(weights, f"round.{layer}.{name}", _join([state[here], x.edge]))
            parts += _pooled(_leaky(sent), there, len(x.node), "mean max")
        (mean,) = _pooled(state, x.graph, x.count, "mean")
        update = _join([*parts, mean[x.graph], whole])
        update = _leaky(_affine(weights, f"round.{layer}.update_state", update))
        state = _normalised(state + update)
    return Encoded(state, tiles, all_of_it)


def _labels(weights: Parameters, x: Graphs, known: Encoded) -> Outputs:
    """Return labels, with a head for each, and one for tiles."""
    source, target = x.reads
    state = known.state
    (mean,) = _pooled(state, x.graph, x.count, "mean")
    around = _join([mean[x.graph], known.whole[x.graph]])
    a, b = x.related
    both = [state[a] + state[b], abs(state[a] - state[b]), around[a], x.pair]
    ends = _join([state[source], state[target], around[source], x.edge])
    own = _join([state, around])
    heads = {
        "order": own,
        "association": _join(both),
        "spatial": ends,
        "temporal": ends,
    }
    median, scale = {}, []
    for name, rows in heads.items():
        hidden = _leaky(_affine(weights, f"{name}.first", rows))
        median[name], own_scale = _affine(weights, f"{name}.second", hidden).T
        scale.append(own_scale)
    return Outputs(
        x.asap + median["order"],
        median["association"],
        median["spatial"],
        median["temporal"],
        tuple(scale),
        _affine(weights, "query", own),
        _affine(weights, "key", known.tiles),
    )


def intervals(weights: Parameters, x: Graphs, known: FloatArray) -> dict[str, FloatArray]:
    """Return [cases] for each of `TASKS`: the predictions for a mapper, with the features `known`
    [cases, .]; these and `x` are standardised.
    """
    it = encoded(weights, x)
    pooled = _pooled(it.state, x.graph, x.count, "mean max")
    rows = _join([*pooled, it.whole, known])
    return {task: _mlp(weights, task, rows)[:, 0] for task in TASKS}


def _normalised(rows: FloatArray) -> FloatArray:
    """Return rows of mean square 1, so that no round makes them grow."""
    return rows / ((rows * rows).mean(1)[:, None] + TINY) ** 0.5


def _mlp(weights: Parameters, name: str, rows: FloatArray, leaky: bool = True) -> FloatArray:
    """Two affine maps with a leaky ReLU between them, or with the ReLU of Eqs. 3 and 7."""
    hidden = _affine(weights, f"{name}.first", rows)
    hidden = _leaky(hidden) if leaky else hidden.clip(0)
    return _affine(weights, f"{name}.second", hidden)


def _affine(weights: Parameters, name: str, rows: FloatArray) -> FloatArray:
    """Return [n, out]: the map called `name`, applied to rows [n, in]."""
    matrix = weights[name]
    found: FloatArray = rows @ matrix[:, :-1].T + matrix[:, -1]
    return found


def _leaky(rows: FloatArray) -> FloatArray:
    """Return the positive part, and `LEAK` times the negative part."""
    return np.maximum(rows, LEAK * rows)


def _join(parts: Sequence[FloatArray]) -> FloatArray:
    """Return the columns of all parts side by side."""
    return np.concatenate(parts, axis=1)


def _pooled(rows: FloatArray, number: IntArray, count: int, how: str) -> list[FloatArray]:
    """Return [count, columns] for each word of `how`: sum, mean, max or min of the rows [n, .] of
    equal `number` [n]; 0 for a number without rows.
    """
    size = np.bincount(number, minlength=count)[:, None]
    total = np.zeros((count, rows.shape[1]))
    np.add.at(total, number, rows)
    found = {"sum": total, "mean": total / np.maximum(size, 1)}
    for name, start, pick in (("max", -np.inf, np.maximum), ("min", np.inf, np.minimum)):
        most = np.full(total.shape, start)
        pick.at(most, number, rows)
        found[name] = np.where(size > 0, most, 0)
    return [found[word] for word in how.split()]
