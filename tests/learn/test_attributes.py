"""The attributes of small graphs by hand, and what holds for all graphs."""

from __future__ import annotations

from heuristics.labels.flow import Flow
from learn.labels.attributes import (
    edge_attributes,
    pair_attributes,
)
from tests.heuristics.test_labels_flow import STORING, C, K, L, M, Q, S, T, X

FLOW = Flow.of(STORING)


def test_edges_and_pairs() -> None:
    """Tests the attributes of every read, the loop-carried one leading up a level, and of pairs."""
    rows = zip(FLOW.edges, edge_attributes(FLOW), strict=True)
    assert {(e.source, e.target): tuple(row) for e, row in rows} == {
        (C, L): (1, 0, 4, 0, 4),
        (C, M): (2, 2, 4, 0, 2),
        (L, M): (1, 0, 4, 1, 2),
        (L, S): (1, 0, 4, 1, 2),
        (M, X): (1, 0, 3, 2, 1),
        (S, X): (1, 0, 3, 2, 1),
        (X, S): (-1, 0, 3, 4, 2),
        (X, T): (1, 0, 2, 4, 0),
        (K, Q): (1, 0, 4, 0, 1),
        (Q, T): (3, 3, 3, 1, 0),
    }
    assert dict(zip(FLOW.pairs, map(tuple, pair_attributes(FLOW)), strict=True)) == {
        (C, K): (0, 2.5, 0, 5, 3, 0, 5),
        (L, Q): (0, 2, 0, 3, 3, 0, 3),
        (M, S): (1, 1, 0, 0, 5, 0, 0),
    }
