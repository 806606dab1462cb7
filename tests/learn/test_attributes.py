"""The attributes of small graphs by hand, and what holds for all graphs."""

from __future__ import annotations

from heuristics.labels.flow import Flow
from learn.labels.attributes import (
    EDGE_ATTRIBUTES,
    NODE_ATTRIBUTES,
    PAIR_ATTRIBUTES,
    edge_attributes,
    node_attributes,
    pair_attributes,
)
from tests.heuristics.test_labels_flow import STORING, C, K, L, M, Q, S, T, X

VOCABULARY = ("const", "load", "store", "add", "sub", "mul")
CONST, LOAD, STORE, ADD, _, MUL = range(6)
FLOW = Flow.of(STORING)


def test_nodes() -> None:
    """Tests ASAP, degrees, ancestors, descendants and types."""
    found = node_attributes(FLOW, VOCABULARY)
    assert found.shape == (8, len(NODE_ATTRIBUTES) + len(VOCABULARY))
    expected = {
        C: (0, 0, 2, 0, 5),
        L: (1, 1, 2, 1, 4),
        M: (2, 2, 1, 2, 2),
        S: (2, 2, 1, 2, 2),
        X: (3, 2, 2, 4, 1),
        T: (4, 2, 0, 7, 0),
        K: (0, 0, 1, 0, 2),
        Q: (1, 1, 1, 1, 1),
    }
    for node, numbers in expected.items():
        assert tuple(found[node, :5]) == numbers
    kinds = [CONST, LOAD, MUL, ADD, ADD, STORE, CONST, LOAD]
    assert found[:, 5:].argmax(axis=1).tolist() == kinds
    assert (found[:, 5:].sum(axis=1) == 1).all()


def test_edges() -> None:
    """Tests the five attributes of every read, the loop-carried one leading up a level."""
    found = edge_attributes(FLOW)
    assert found.shape == (10, len(EDGE_ATTRIBUTES))
    expected = {
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
    rows = {(e.source, e.target): tuple(row) for e, row in zip(FLOW.edges, found, strict=True)}
    assert rows == expected


def test_pairs() -> None:
    """Tests the seven attributes of pairs with one or two common relatives."""
    found = pair_attributes(FLOW)
    assert found.shape == (3, len(PAIR_ATTRIBUTES))
    expected = {
        (C, K): (0, 2.5, 0, 5, 3, 0, 5),
        (L, Q): (0, 2, 0, 3, 3, 0, 3),
        (M, S): (1, 1, 0, 0, 5, 0, 0),
    }
    assert dict(zip(FLOW.pairs, map(tuple, found), strict=True)) == expected
