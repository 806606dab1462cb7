"""The numbers of a flow: levels, ancestors, paths, and same-level pairs."""

from __future__ import annotations

import igraph
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristics.labels.flow import FAR, NONE, Flow, FlowEdge, Pair
from models.data.dfg import Dfg, Operand, Operation, Operator


def graph(operands: list[list[tuple[int, int]]]) -> Dfg:
    """Return the DFG in which operation o<i> reads those (operation, distance)."""
    arities = sorted({len(reads) for reads in operands})
    return Dfg(
        "graph",
        tuple(Operator(f"f{arity}", arity) for arity in arities),
        (),
        tuple(
            Operation(f"o{i}", f"f{len(reads)}", tuple(Operand(f"o{v}", d) for v, d in reads))
            for i, reads in enumerate(operands)
        ),
    )


@st.composite
def graphs(draw: st.DrawFn) -> Dfg:
    """Random graphs of up to 12 operations, some reads carried by the loop."""
    size = draw(st.integers(1, 12))
    operands: list[list[tuple[int, int]]] = []
    for node in range(size):
        now = st.tuples(st.integers(0, node - 1), st.just(0)) if node else st.nothing()
        later = st.tuples(st.integers(0, size - 1), st.integers(1, 2))
        operands.append(draw(st.lists(st.one_of(now, now, later), max_size=3)))
    return graph(operands)


# A constant c is the address of a load l and a factor of m; s accumulates x; t stores x at the
# address that q loads from k.
STORING = Dfg(
    "storing",
    (
        Operator("const", 0),
        Operator("load", 1),
        Operator("mul", 2),
        Operator("add", 2),
        Operator("store", 2, effect=True),
    ),
    ("i",),
    (
        Operation("c", "const"),
        Operation("l", "load", (Operand("c"),)),
        Operation("m", "mul", (Operand("l"), Operand("c"))),
        Operation("s", "add", (Operand("l"), Operand("x", 1))),
        Operation("x", "add", (Operand("m"), Operand("s"))),
        Operation("t", "store", (Operand("x"), Operand("q"))),
        Operation("k", "const"),
        Operation("q", "load", (Operand("k"),)),
    ),
)
C, L, M, S, X, T, K, Q = range(8)


def test_by_hand() -> None:
    """Tests all numbers of a small graph with a loop-carried read."""
    flow = Flow.of(STORING)
    assert flow.names == tuple("clmsxtkq")
    assert flow.operators == ("const", "load", "mul", "add", "add", "store", "const", "load")
    assert flow.edges == (
        FlowEdge(C, L, 0),
        FlowEdge(C, M, 0),
        FlowEdge(L, M, 0),
        FlowEdge(L, S, 0),
        FlowEdge(M, X, 0),
        FlowEdge(S, X, 0),
        FlowEdge(X, S, 1),
        FlowEdge(X, T, 0),
        FlowEdge(K, Q, 0),
        FlowEdge(Q, T, 0),
    )
    assert flow.asap.tolist() == [0, 1, 2, 2, 3, 4, 0, 1]
    assert flow.longest == 4
    assert flow.ancestors.sum(axis=0).tolist() == [0, 1, 2, 2, 4, 7, 0, 1]
    assert flow.ancestors.sum(axis=1).tolist() == [5, 4, 2, 2, 1, 0, 2, 1]
    assert flow.hops[C].tolist() == [0, 1, 1, 2, 2, 3, FAR, FAR]
    assert flow.hops[X, S] == FAR
    assert flow.related == (Pair(C, K, NONE, T), Pair(L, Q, NONE, T), Pair(M, S, L, X))
    assert flow.pairs == ((C, K), (L, Q), (M, S))


@pytest.mark.parametrize("operands", [[], [[]]])
def test_smallest(operands: list[list[tuple[int, int]]]) -> None:
    """Tests a graph of no operation and one of a single one."""
    flow = Flow.of(graph(operands))
    assert flow.longest == 1
    assert flow.edges == flow.pairs == ()
    assert flow.asap.tolist() == [0] * len(operands)


@pytest.mark.oracle
@given(graphs())
@settings(max_examples=150, deadline=None)
def test_invariants(dfg: Dfg) -> None:
    """Tests levels, ancestors and paths against igraph, and pairs against their definition."""
    flow = Flow.of(dfg)
    now = [(edge.source, edge.target) for edge in flow.edges if edge.distance == 0]
    other = igraph.Graph(n=flow.size, edges=now, directed=True)
    lengths = np.array(other.distances(), dtype=float).reshape(flow.size, flow.size)
    assert (np.where(np.isinf(lengths), FAR, lengths) == flow.hops).all()
    for node in range(flow.size):
        above = set(other.subcomponent(node, mode="in")) - {node}
        assert set(np.flatnonzero(flow.ancestors[:, node])) == above
        before = [source for source, target in now if target == node]
        assert flow.asap[node] == max((flow.asap[source] + 1 for source in before), default=0)
    for a in range(flow.size):
        for b in range(a + 1, flow.size):
            common = (flow.ancestors[:, a] & flow.ancestors[:, b]).any()
            common |= (flow.ancestors[a] & flow.ancestors[b]).any()
            assert ((a, b) in flow.pairs) == (flow.asap[a] == flow.asap[b] and common)
    assert list(flow.pairs) == sorted(flow.pairs)


@given(graphs())
@settings(max_examples=60, deadline=None)
def test_latest_levels(dfg: Dfg) -> None:
    """Tests that ALAP levels are late, in order, and those of the longest path as early as ASAP."""
    flow = Flow.of(dfg)
    assert (flow.alap >= flow.asap).all() and flow.alap.max() == flow.asap.max()
    for edge in flow.edges:
        if edge.distance == 0:
            assert flow.alap[edge.source] < flow.alap[edge.target]
    for node in range(flow.size):
        below = np.flatnonzero(flow.ancestors[node])
        if not len(below):
            assert flow.alap[node] == flow.asap.max()
    assert (flow.alap == flow.asap).any()
