"""The quotient graph of a partition: its parts, and the edges between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[np.int64]


def matrix(edges: IntArray, weights: ArrayLike | None, part: IntArray, parts: int) -> IntArray:
    """Return A [parts, parts], the weight of edges from part to part; 0 on the diagonal.

    `edges` are [E, 2], `weights` [E], 1 by default.
    """
    pairs = part[edges]
    counted = np.bincount(pairs[:, 0] * parts + pairs[:, 1], weights, minlength=parts * parts)
    found = counted.reshape(parts, parts).astype(np.int64)
    np.fill_diagonal(found, 0)
    return found


def part_order(links: IntArray) -> list[int]:
    """Return an order of the parts with little backward weight in `links`, and none if acyclic.

    Parts without predecessors come first, by number; without any, parts without successors come
    last; without these either, the part with the largest difference of outgoing and incoming weight
    is next (Eades, Lin, Smyth, "A fast and effective heuristic for the feedback arc set problem",
    Information Processing Letters 47, 1993). `links` is [parts, parts].
    """
    rows: list[list[int]] = links.tolist()
    out, into = links.sum(axis=1).tolist(), links.sum(axis=0).tolist()
    left = list(range(len(rows)))
    first: list[int] = []
    last: list[int] = []
    while left:
        sources = [p for p in left if not into[p]]
        sinks = [p for p in left if not out[p]]
        if sinks and not sources:
            taken = sinks[0]
            last.append(taken)
        else:
            taken = max(sources[:1] or left, key=lambda p: out[p] - into[p])
            first.append(taken)
        left.remove(taken)
        for p in left:
            into[p] -= rows[taken][p]
            out[p] -= rows[p][taken]
    return first + last[::-1]


def backward_links(links: IntArray) -> int:
    """Return the backward weight of `links` in the order of `part_order`: 0 if acyclic."""
    order = part_order(links)
    return int(np.tril(links[np.ix_(order, order)], -1).sum())
