"""The attributes of small graphs by hand, and what holds for all graphs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from heuristics.labels.flow import NONE, Flow
from learn.labels.attributes import (
    EDGE_ATTRIBUTES,
    NODE_ATTRIBUTES,
    PAIR_ATTRIBUTES,
    edge_attributes,
    node_attributes,
    pair_attributes,
)
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.errors import InputError
from tests.heuristics.test_labels_flow import STORING, C, K, L, M, Q, S, T, X, graph, graphs

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


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_invariants(dfg: Dfg) -> None:
    """Tests relations that hold between the attributes of any graph."""
    flow = Flow.of(dfg)
    nodes = node_attributes(flow, tuple(f"f{arity}" for arity in range(4)))
    edges, pairs = edge_attributes(flow), pair_attributes(flow)
    assert nodes[:, 1].sum() == nodes[:, 2].sum() == len(flow.edges)
    assert nodes[:, 3].sum() == nodes[:, 4].sum() == flow.ancestors.sum()
    assert (nodes[:, 0] <= nodes[:, 3]).all()
    for row, edge in zip(edges, flow.edges, strict=True):
        assert row[0] == nodes[edge.target, 0] - nodes[edge.source, 0]
        assert row[0] >= 1 or edge.distance > 0
        assert 0 <= row[1] <= flow.size - row[2]
        assert abs(row[0]) <= row[1] + 1
        assert row[3:].tolist() == [nodes[edge.source, 3], nodes[edge.target, 4]]
    for row, pair in zip(pairs, flow.related, strict=True):
        for side, common in enumerate((pair.ancestor, pair.descendant)):
            if common == NONE:
                assert row[side] == row[2 + side] == row[5 + side] == 0
            else:
                assert row[side] >= 1
                # On the shortest path to either of them lie as many as it has links, less one.
                assert row[5 + side] >= row[side] - 1
                assert row[5 + side] <= row[2 + side]
        assert 2 <= row[4] <= flow.size
    assert np.isfinite(nodes).all()


def test_unknown_kind() -> None:
    """Tests the line about an operation that no network has seen."""
    with pytest.raises(InputError, match="operation 'm' of kind 'mul' is unknown; known: add, co"):
        node_attributes(FLOW, ("add", "const", "load", "store"))


def test_pairs_below_a_fork() -> None:
    """Tests the attributes that concern an ancestor which is not the parent."""
    # 0 -> 1 -> 2 and 0 -> 3 -> 4, and 5, 6 on levels of their own accord.
    flow = Flow.of(graph([[], [(0, 0)], [(1, 0)], [(0, 0)], [(3, 0)], [], [(5, 0)]]))
    found = dict(zip(flow.pairs, map(tuple, pair_attributes(flow)), strict=True))
    assert found == {(1, 3): (1, 0, 0, 0, 5, 0, 0), (2, 4): (2, 0, 3, 0, 4, 2, 0)}


def test_self_read() -> None:
    """Tests a value that reads itself an iteration later."""
    dfg = Dfg(
        "self",
        (Operator("add", 2),),
        ("i",),
        (Operation("a", "add", (Operand("i"), Operand("a", 1))),),
    )
    flow = Flow.of(dfg)
    assert edge_attributes(flow).tolist() == [[0, 0, 1, 0, 0]]
    assert node_attributes(flow, ("add",)).tolist() == [[0, 1, 1, 0, 0, 1]]
    assert pair_attributes(flow).shape == (0, 7)


def test_empty() -> None:
    """Tests the shapes of a graph without operations."""
    flow = Flow.of(graph([]))
    assert node_attributes(flow, VOCABULARY).shape == (0, 11)
    assert edge_attributes(flow).shape == (0, 5)
    assert pair_attributes(flow).shape == (0, 7)
