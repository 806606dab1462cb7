"""Flows side by side as arrays: what both training and inference compute with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heuristics.labels.flow import Flow
from learn.labels.attributes import edge_attributes, node_attributes, pair_attributes
from learn.labels.scales import Scale

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Graphs:
    """Flows as one graph: operations, reads and same-level pairs are numbered through.

    `node`, `edge` and `pair` are attributes as the generator makes them; `reads` [2, edges] goes
    from source to target, `related` [2, pairs] names the two of a pair, `neighbours` [2, ·] are the
    (other, operation) that a read joins, without repetition, `touching` [2, ·] the (other, read)
    that share an operation, each read among its own. `graph` is the flow of an operation.
    """

    node: FloatArray
    edge: FloatArray
    pair: FloatArray
    asap: FloatArray
    reads: IntArray
    related: IntArray
    neighbours: IntArray
    touching: IntArray
    graph: IntArray
    count: int


def graphs_of(flows: Sequence[Flow], vocabulary: tuple[str, ...]) -> Graphs:
    """Return at least one flow as arrays."""
    starts = np.cumsum([0, *(flow.size for flow in flows)])
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
        touching.append(_touching(pairs) + edges)
        edges += len(pairs)
    return Graphs(
        node=np.concatenate([node_attributes(flow, vocabulary) for flow in flows]).astype(float),
        edge=np.concatenate([edge_attributes(flow) for flow in flows]).astype(float),
        pair=np.concatenate([pair_attributes(flow) for flow in flows]).astype(float),
        asap=np.concatenate([flow.asap for flow in flows]).astype(float),
        reads=np.concatenate(reads, axis=1),
        related=np.concatenate(related, axis=1),
        neighbours=np.concatenate(neighbours, axis=1),
        touching=np.concatenate(touching, axis=1),
        graph=np.repeat(np.arange(len(flows)), [flow.size for flow in flows]),
        count=len(flows),
    )


def scale_of(values: FloatArray) -> Scale:
    """Return the scale that gives every column mean 0 and deviation 1 over its rows.

    Columns of zeros and ones, such as those of the operator, and constant columns, stay as they
    are: a rare operator would get a huge number.
    """
    plain = ((values == 0) | (values == 1)).all(axis=0)
    plain |= (values == values[:1]).all(axis=0)
    mean = np.where(plain, 0, values.mean(axis=0) if len(values) else 0)
    deviation = np.where(plain, 1, values.std(axis=0) if len(values) else 1)
    return Scale(
        tuple(_short(number) for number in mean), tuple(_short(number) for number in deviation)
    )


def scaled(values: FloatArray, scale: Scale) -> FloatArray:
    """Return standardised attributes."""
    found: FloatArray = (values - np.array(scale.mean)) / np.array(scale.deviation)
    return found


def _short(number: float) -> float:
    return float(f"{number:.6g}")


def _neighbours(pairs: IntArray) -> IntArray:
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[both[:, 0] != both[:, 1]]
    return np.unique(both, axis=0).T


def _touching(pairs: IntArray) -> IntArray:
    ends = (pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    return np.stack(np.nonzero(ends)).astype(np.int64)
