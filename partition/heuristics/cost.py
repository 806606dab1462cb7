"""The cost function of BOPart: edges cut, imbalance of the parts and of the edges between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from partition.heuristics.coarsen import Coarse
from partition.heuristics.quotient import backward_links, matrix


@dataclass(frozen=True)
class Weights:
    """The weights of the four cost terms; the poster does not publish its values.

    The unit is a cut edge, `alpha`: at most a store and a load, so two operations. If one part has
    one operation more than another, the larger part has half an operation too many, a quarter of
    the unit: `beta`. The same argument gives `gamma` for pairs of parts that exchange values.
    `invalid` is the penalty of a backward edge and of an empty part; None: more than the maximum of
    all other terms together, so that a search removes these first, one by one.
    """

    alpha: float = 1.0
    beta: float = 0.25
    gamma: float = 0.25
    invalid: float | None = None


class Score(NamedTuple):
    """The cost of a partition, and its validity: no part empty, the quotient graph acyclic."""

    cost: float
    valid: bool


class Cost:
    """The cost of partitions of one graph into `parts` parts."""

    def __init__(self, coarse: Coarse, parts: int, weights: Weights | None = None) -> None:
        self.parts = parts
        self.weights = weights or Weights()
        self._edges = np.array(coarse.edges, dtype=np.int64).reshape(-1, 2)
        self._cut = np.array(coarse.cut, dtype=np.float64)
        # An order between operations is never a cut edge, but it may be on a cycle.
        self._links = np.maximum(self._cut, 1)
        self._sizes = np.array(coarse.sizes, dtype=np.float64)
        given = self.weights
        most = (abs(given.alpha) + abs(given.gamma)) * self._cut.sum()
        most += abs(given.beta) * self._sizes.sum()
        self._invalid = float(most) + 1 if given.invalid is None else given.invalid

    def __call__(self, labels: Sequence[int]) -> Score:
        """Return alpha * sum A + beta * (max n - min n) + gamma * (max A_e - min A_e) + validity.

        n are the operations of each part, A the edges cut from part to part, and A_e the non-zero
        entries of A, the edges of the quotient graph. Validity counts empty parts, and backward
        edges in an order of the parts with few of them (`quotient.part_order`): 0 if the quotient
        graph is acyclic. Counting all edges on its cycles instead would give a search no gradient
        before the last backward edge is gone.
        """
        part = np.asarray(labels, dtype=np.int64)
        cut = matrix(self._edges, self._cut, part, self.parts)
        links = matrix(self._edges, self._links, part, self.parts)
        sizes = np.bincount(part, self._sizes, minlength=self.parts)
        between = cut[cut > 0]
        spread = int(between.max() - between.min()) if len(between) else 0
        faults = backward_links(links) + int(np.count_nonzero(sizes == 0))
        given = self.weights
        cost = given.alpha * int(cut.sum()) + given.beta * float(sizes.max() - sizes.min())
        return Score(cost + given.gamma * spread + self._invalid * faults, not faults)
