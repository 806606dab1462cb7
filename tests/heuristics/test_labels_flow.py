"""Flows and labels: levels, ancestors, paths and pairs; first labels and those of a mapping."""

from __future__ import annotations

import igraph
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.labels.flow import FAR, Flow
from heuristics.labels.labels import (
    initial_labels,
    read_labels,
    require_fit,
)
from heuristics.labels.tiles import tile_distances
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Issue, Mapping
from models.data.problem import Problem


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


FLOW = Flow.of(STORING)
ARRAY = architecture_preset("lisa-simple:3x3")


def placed(contexts: int = 3) -> Mapping:
    """Every operation of STORING somewhere, at cycles 2 … 10."""
    where = "0_0 0_1 0_2 1_1 1_2 2_2 2_0 2_1".split()
    cycles = (2, 3, 5, 4, 8, 10, 6, 9)
    issues = (
        Issue(name, f"pe_{tile}", cycle)
        for name, tile, cycle in zip(FLOW.names, where, cycles, strict=True)
    )
    return Mapping("storing", ARRAY.name, 11, contexts, (), (), tuple(issues))


def test_initial() -> None:
    """Tests Section V-B by hand: levels, means of shortest paths, 0 and 1."""
    labels = initial_labels(FLOW)
    assert labels.order.tolist() == [0, 1, 2, 2, 3, 4, 0, 1]
    # c and k are 3 and 2 from t, l and q 3 and 1; m and s are all 1 from l and x.
    assert labels.association.tolist() == [2.5, 2.0, 1.0]
    assert labels.spatial.tolist() == [0] * 10
    assert labels.temporal.tolist() == [1] * 10
    require_fit(FLOW, labels)


def test_read() -> None:
    """Tests the labels of a mapping by hand, its loop-carried read over three cycles."""
    labels = read_labels(FLOW, Problem(STORING, ARRAY, 3), placed(), tile_distances(ARRAY))
    assert labels.order.tolist() == [0.0, 0.5, 1.5, 1.0, 3.0, 4.0, 2.0, 3.5]
    assert labels.association.tolist() == [2, 2, 2]
    assert labels.spatial.tolist() == [1, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    assert labels.temporal.tolist() == [1, 3, 2, 1, 3, 4, -1, 2, 3, 1]
    require_fit(FLOW, labels)
