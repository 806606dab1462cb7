"""Decoding of part numbers, one per coarse node, into a partition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from partition.heuristics.coarsen import Coarse
from partition.heuristics.quotient import matrix, part_order

Encoding = Literal["raw", "acyclic"]


def decode(coarse: Coarse, labels: Sequence[int], parts: int, encoding: Encoding) -> list[int]:
    """Return the part of each node encoded by `labels`.

    "raw": the numbers themselves, as in BOPart. Only equality of numbers matters, so the parts are
    renumbered in topological order, or in a heuristic order if the quotient graph is cyclic.
    "acyclic": see `forward`.
    """
    if encoding == "acyclic":
        return forward(coarse, labels)
    return ordered(coarse, labels, parts)


def forward(coarse: Coarse, labels: Sequence[int]) -> list[int]:
    """Return each label raised to the maximum of its predecessors: no edge leads backward."""
    found: list[int] = []
    for own, before in zip(labels, coarse.before, strict=True):
        found.append(max([own, *(found[n] for n in before)]))
    return found


def backward(coarse: Coarse, labels: Sequence[int]) -> list[int]:
    """Return each label lowered to the minimum of its successors: no edge leads backward."""
    found = list(labels)
    for n in range(len(found) - 1, -1, -1):
        found[n] = min([found[n], *(found[m] for m in coarse.after[n])])
    return found


def ordered(coarse: Coarse, labels: Sequence[int], parts: int) -> list[int]:
    """Renumber the groups so that few edges lead backward, and none if possible."""
    edges = np.array(coarse.edges, dtype=np.int64).reshape(-1, 2)
    links = matrix(edges, None, np.asarray(labels, dtype=np.int64), parts)
    place = {p: n for n, p in enumerate(part_order(links))}
    return [place[p] for p in labels]
