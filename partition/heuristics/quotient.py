"""The quotient graph of a partition: its parts, and the edges between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[np.int64]


def matrix(edges: IntArray, weights: ArrayLike | None, part: IntArray, parts: int) -> IntArray:
    """Return A [parts, parts], what leads from one part to another; 0 on the diagonal.

    `edges` are [E, 2], `weights` [E] what each counts, 1 unless told.
    """
    pairs = part[edges]
    counted = np.bincount(pairs[:, 0] * parts + pairs[:, 1], weights, minlength=parts * parts)
    found = counted.reshape(parts, parts).astype(np.int64)
    np.fill_diagonal(found, 0)
    return found


def part_order(links: IntArray) -> list[int]:
    """Return the parts in an order in which little of `links` leads backward: nothing if possible.

    Parts without predecessors come first, the lowest number before others; where there are none,
    those without successors come last; and where there are none of those either, the part from
    which most leaves and least arrives is next (Eades, Lin, Smyth, "A fast and effective heuristic
    for the feedback arc set problem", Information Processing Letters 47, 1993). `links` is [parts,
    parts].
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
    """Return how much of `links` leads backward in that order: 0 where there is no cycle."""
    order = part_order(links)
    return int(np.tril(links[np.ix_(order, order)], -1).sum())
