"""Attributes of the fit of a DFG on an array at an II, which the attributes of LISA lack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heuristics.labels.flow import Flow, IntArray
from learn.labels.array_view import ARRAY_ATTRIBUTES, ArrayView, FloatArray

NODE_FIT = ("latest level", "slots in use", "tiles that execute it", "mean distance of these")
EDGE_FIT = ("iterations", "cycles of these", "mean distance of tiles", "levels of slack")
PAIR_FIT = ("mean distance of tiles",)
WHOLE = (
    *ARRAY_ATTRIBUTES, "interval", "operations", "slots in use", "most slots in use of a kind",
    "levels an interval", "reads an operation", "registers an operation",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Fit:
    """The fit of a flow of n operations and K operators on an array of T tiles.

    `operator` [n] numbers the operators, `able` [2, A] are the (operator, tile) that fit; `node`,
    `edge` and `pair` are attributes beside those of LISA, `whole` those of flow and array together.
    """

    operator: IntArray
    able: IntArray
    node: FloatArray
    edge: FloatArray
    pair: FloatArray
    whole: FloatArray


def fit_of(flow: Flow, view: ArrayView, interval: int) -> Fit:
    """Return the fit of a flow on an array at an II in cycles."""
    operators, number = np.unique(np.array(flow.operators), return_inverse=True)
    slots = np.array([view.slots(str(each)) for each in operators]).reshape(-1, view.size)
    rate = np.array([view.rate(str(each)) for each in operators])
    share = slots / np.maximum(slots.sum(axis=1, keepdims=True), 1)
    far = share @ view.apart @ share.T
    # Operators that the same tiles execute compete.
    _, same = np.unique(slots > 0, axis=0, return_inverse=True)
    same = same.reshape(-1)
    wanted = np.bincount(same[number], minlength=len(operators))[same]
    given = np.zeros(len(operators))
    np.maximum.at(given, same, rate)
    used = np.minimum(wanted / np.maximum(given[same] * interval, 0.5), 4.0)
    node = np.column_stack(
        [
            flow.alap,
            used[number],
            (slots > 0).mean(axis=1)[number],
            np.diagonal(far)[number],
        ]
    )
    reads = np.array(flow.edges, dtype=np.int64).reshape(-1, 3)
    source, target, distance = reads.T
    edge = np.column_stack(
        [
            distance,
            np.minimum(distance * interval, 64),
            far[number[source], number[target]],
            flow.alap[target] - flow.asap[source],
        ]
    )
    pairs = np.array(flow.pairs, dtype=np.int64).reshape(-1, 2)
    total = sum(float(p.issue) for p in view.arch.components)
    size = max(flow.size, 1)
    whole = np.array(
        [
            *view.whole,
            np.log2(interval),
            np.log2(size),
            size / max(total * interval, 1),
            float(used.max(initial=0.0)),
            min(flow.longest / interval, 16.0),
            len(reads) / size,
            min(view.whole[1] * view.size * interval / size, 64.0),
        ]
    )
    return Fit(
        operator=number.reshape(-1).astype(np.int64),
        able=np.stack(np.nonzero(slots)).astype(np.int64),
        node=node.astype(float),
        edge=edge.astype(float),
        pair=far[number[pairs[:, 0]], number[pairs[:, 1]]][:, None],
        whole=whole,
    )
