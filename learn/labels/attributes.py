"""The attributes of the networks, those of Section IV-A of the paper on LISA.

Where the paper leaves something open:

- Degrees count every distinct read, loop-carried ones too; all else looks at one iteration.
- The operation type is one column per kind of operation, of which one is 1.
- A level is all operations of equal ASAP, those in question included. "Between" two levels is
  strictly between; a loop-carried read may lead to an earlier level, and then the difference of its
  levels is negative.
- The distance of a same-level pair to the closest common ancestor or descendant is the mean of the
  shortest paths of both. The operations "on the path" are those on any path from the common one to
  either of the pair, without its ends: the operations to be mapped in between.
- Where a pair has no common ancestor, or no common descendant, its attributes are 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heuristics.labels.flow import NONE, Flow, IntArray
from learn.labels.vocabulary import kind_of
from models.errors import InputError

FloatArray = NDArray[np.float64]

NODE_ATTRIBUTES = ("asap", "in-degree", "out-degree", "ancestors", "descendants")
"""The columns of `node_attributes` before those of the operation type."""

EDGE_ATTRIBUTES = (
    "levels apart",
    "operations between the levels",
    "operations of the levels",
    "ancestors of the source",
    "descendants of the target",
)
PAIR_ATTRIBUTES = (
    "distance to the ancestor",
    "distance to the descendant",
    "operations between the ancestor's level and theirs",
    "operations between their level and the descendant's",
    "operations of the three levels",
    "operations on the paths from the ancestor",
    "operations on the paths to the descendant",
)


def node_attributes(flow: Flow, vocabulary: tuple[str, ...], others: bool = False) -> FloatArray:
    """Return [n, 5 + kinds], the six attributes of operations, the type as one column per kind.

    Raises `InputError` naming an operation whose kind the vocabulary lacks, unless there may be
    `others`, which are of no kind.
    """
    kinds = np.zeros((flow.size, len(vocabulary)))
    for node, operator in enumerate(flow.operators):
        kind = kind_of(operator)
        if kind not in vocabulary:
            if others:
                continue
            raise InputError(
                f"operation '{flow.names[node]}' of kind '{kind}' is unknown;"
                f" known: {', '.join(vocabulary)}"
            )
        kinds[node, vocabulary.index(kind)] = 1
    reads = np.array(flow.edges, dtype=np.int64).reshape(-1, 3)
    columns = (
        flow.asap,
        np.bincount(reads[:, 1], minlength=flow.size),
        np.bincount(reads[:, 0], minlength=flow.size),
        flow.ancestors.sum(axis=0),
        flow.ancestors.sum(axis=1),
    )
    return np.column_stack([*columns, kinds])


def edge_attributes(flow: Flow) -> FloatArray:
    """Return [m, 5], the attributes of the reads, in the order of `flow.edges`."""
    levels = _Levels(flow)
    found = np.zeros((len(flow.edges), len(EDGE_ATTRIBUTES)))
    for row, (source, target, _) in zip(found, flow.edges, strict=True):
        above, below = flow.asap[source], flow.asap[target]
        row[:] = (
            below - above,
            levels.between(above, below),
            levels.of(above, below),
            flow.ancestors[:, source].sum(),
            flow.ancestors[target].sum(),
        )
    return found


def pair_attributes(flow: Flow) -> FloatArray:
    """Return [p, 7], the attributes of the same-level pairs, in the order of `flow.pairs`."""
    levels = _Levels(flow)
    found = np.zeros((len(flow.related), len(PAIR_ATTRIBUTES)))
    for row, (a, b, ancestor, descendant) in zip(found, flow.related, strict=True):
        here = flow.asap[a]
        touched = [here]
        for side, common in enumerate((ancestor, descendant)):
            if common != NONE:
                there = flow.asap[common]
                touched.append(there)
                hops = flow.hops if side == 0 else flow.hops.T
                row[side] = (hops[common, a] + hops[common, b]) / 2
                row[2 + side] = levels.between(there, here)
                related = flow.ancestors if side == 0 else flow.ancestors.T
                row[5 + side] = (related[common] & (related[:, a] | related[:, b])).sum()
        row[4] = levels.of(*touched)
    return found


class _Levels:
    """Number of operations per ASAP."""

    def __init__(self, flow: Flow) -> None:
        self.count: IntArray = np.bincount(flow.asap)

    def between(self, one: int, other: int) -> int:
        """The operations strictly between two levels, in any order."""
        return int(self.count[min(one, other) + 1 : max(one, other)].sum())

    def of(self, *levels: int) -> int:
        """The operations of some levels, each level once."""
        return sum(int(self.count[level]) for level in set(levels))
