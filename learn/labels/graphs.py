"""Cases side by side as arrays: the input of training and inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.labels.flow import Flow
from learn.labels.array_view import ArrayView
from learn.labels.attributes import edge_attributes, node_attributes, pair_attributes
from learn.labels.fit_attributes import fit_of
from learn.labels.scales import Scale, Scales

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Case(NamedTuple):
    """A flow, its array, and the initiation interval of the question."""

    flow: Flow
    view: ArrayView
    interval: int


@dataclass(frozen=True)
class Graphs:
    """Cases as one graph: operations, reads, same-level pairs and tiles are numbered through.

    `node`, `edge` and `pair` are attributes as the generator makes them, with those of `Fit` behind
    them where arrays are to be seen; `tile` are those of tiles, `whole` those of cases. `reads`
    [2, edges] goes from source to target, `related` [2, pairs] names the two of a pair,
    `neighbours` [2, ·] are the (other, operation) that a read joins, without repetition, `touching`
    [2, ·] the (other, read) that share an operation, each read among its own. `graph` is the case
    of an operation, `array` that of a tile. `links` [2, ·] join tiles, `able` [2, ·] are the
    (operator, tile) that fit, of all `operators`, and `operator` is that of an operation.
    """

    node: FloatArray
    edge: FloatArray
    pair: FloatArray
    tile: FloatArray
    whole: FloatArray
    asap: FloatArray
    reads: IntArray
    related: IntArray
    neighbours: IntArray
    touching: IntArray
    links: IntArray
    able: IntArray
    operator: IntArray
    graph: IntArray
    array: IntArray
    operators: int
    count: int


def graphs_of(cases: Sequence[Case], vocabulary: tuple[str, ...], arrays: bool) -> Graphs:
    """Return at least one case as arrays; `arrays`: with the attributes of the fit on the
    arrays.
    """
    flows = [case.flow for case in cases]
    fits = [fit_of(*case) for case in cases]
    starts = _starts([flow.size for flow in flows])
    tiles = _starts([case.view.size for case in cases])
    kinds = _starts([int(fit.operator.max(initial=-1)) + 1 for fit in fits])
    reads: list[IntArray] = []
    related: list[IntArray] = []
    neighbours: list[IntArray] = []
    touching: list[IntArray] = []
    edges = 0
    for flow, start in zip(flows, starts, strict=False):
        pairs = np.array(flow.edges, dtype=np.int64).reshape(-1, 3)[:, :2]
        reads.append((pairs + start).T)
        related.append(np.array(flow.pairs, dtype=np.int64).reshape(-1, 2).T + start)
        neighbours.append(_neighbours(pairs) + start)
        if not arrays:  # Eq. 5 needs them, and they are many
            touching.append(_touching(pairs) + edges)
        edges += len(pairs)

    def joined(first: Sequence[FloatArray], more: Sequence[FloatArray]) -> FloatArray:
        rows = np.concatenate(first).astype(float)
        return np.column_stack([rows, np.concatenate(more)]) if arrays else rows

    able = [fit.able + np.array([[k], [t]]) for fit, k, t in zip(fits, kinds, tiles, strict=False)]
    return Graphs(
        node=joined(
            [node_attributes(flow, vocabulary, arrays) for flow in flows], [f.node for f in fits]
        ),
        edge=joined([edge_attributes(flow) for flow in flows], [f.edge for f in fits]),
        pair=joined([pair_attributes(flow) for flow in flows], [f.pair for f in fits]),
        tile=np.concatenate([case.view.tiles for case in cases]),
        whole=np.stack([fit.whole for fit in fits]),
        asap=np.concatenate([flow.asap for flow in flows]).astype(float),
        reads=np.concatenate(reads, axis=1),
        related=np.concatenate(related, axis=1),
        neighbours=np.concatenate(neighbours, axis=1),
        touching=np.concatenate([np.zeros((2, 0), dtype=np.int64), *touching], axis=1),
        links=np.concatenate(
            [case.view.links + t for case, t in zip(cases, tiles, strict=False)], axis=1
        ),
        able=np.concatenate(able, axis=1),
        operator=np.concatenate([f.operator + k for f, k in zip(fits, kinds, strict=False)]),
        graph=np.repeat(np.arange(len(flows)), [flow.size for flow in flows]),
        array=np.repeat(np.arange(len(cases)), [case.view.size for case in cases]),
        operators=int(kinds[-1]),
        count=len(flows),
    )


def _starts(sizes: Sequence[int]) -> IntArray:
    return np.cumsum([0, *sizes]).astype(np.int64)


def scale_of(values: FloatArray) -> Scale:
    """Return the scale that gives every column mean 0 and deviation 1 over its rows.

    Columns of zeros and ones, such as those of the operator, are not scaled: a rare operator would
    get a huge number. Constant columns get the deviation 1.
    """
    plain = ((values == 0) | (values == 1)).all(axis=0)
    same = plain | (values == values[:1]).all(axis=0)
    mean = np.where(plain, 0, values.mean(axis=0) if len(values) else 0)
    deviation = np.where(same, 1, values.std(axis=0) if len(values) else 1)
    return Scale(
        tuple(_short(number) for number in mean), tuple(_short(number) for number in deviation)
    )


def scaled(values: FloatArray, scale: Scale) -> FloatArray:
    """Return standardised attributes."""
    found: FloatArray = (values - np.array(scale.mean)) / np.array(scale.deviation)
    return found


def standardised(graphs: Graphs, scales: Scales) -> Graphs:
    """Return cases with all attributes that have a scale standardised."""
    found: dict[str, Any] = {}
    for name in ("node", "edge", "pair", "tile", "whole"):
        scale: Scale = getattr(scales, name)
        if scale.mean:
            found[name] = scaled(getattr(graphs, name), scale)
    return replace(graphs, **found)


def _short(number: float) -> float:
    return float(f"{number:.6g}")


def _neighbours(pairs: IntArray) -> IntArray:
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[both[:, 0] != both[:, 1]]
    return np.unique(both, axis=0).T


def _touching(pairs: IntArray) -> IntArray:
    ends = (pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    return np.stack(np.nonzero(ends)).astype(np.int64)
