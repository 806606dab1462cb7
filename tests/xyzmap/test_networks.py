"""Graphs and arrays as networkx graphs: nothing is lost, and own graphs are read."""

from __future__ import annotations

import pytest

import xyzmap
from models.errors import InputError
from models.notes import Note, noted
from tests.models.random_sums import random_sums
from tests.one_line import one_line

networkx = pytest.importorskip("networkx")


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_and_arrays_come_back(seed: int) -> None:
    problem = random_sums(seed, patterns=True, ordered=True)
    assert xyzmap.dfg_from_networkx(xyzmap.to_networkx(problem.dfg)) == problem.dfg
    assert xyzmap.architecture_from_networkx(xyzmap.to_networkx(problem.arch)) == problem.arch


def one(*edges: tuple[str, str, dict], **nodes: dict) -> networkx.MultiDiGraph:
    graph = networkx.MultiDiGraph()
    for name, data in nodes.items():
        graph.add_node(name, **data)
    for source, target, data in edges:
        graph.add_edge(source, target, **data)
    return graph


BAD = [
    (networkx.Graph([("a", "b")]), "graph: a dataflow graph is directed"),
    (one(("a", "b", {})), "graph: node 'b' reads values and has no 'opcode'"),
    (
        one(("a", "s", {"operand": 0}), ("b", "s", {"operand": 0}), s={"opcode": "add"}),
        "graph: node 's' has two operands 0",
    ),
    (
        one(("s", "s", {"distance": 0}), s={"opcode": "f"}),
        "graph: $.operations: cycle of distance 0: s -> s",
    ),
    (networkx.DiGraph([(1, "1")]), "graph: two nodes have the name '1'"),
    (one(("a", "s", {"distance": -1}), s={"opcode": "f"}), "distance -1 must be from 0 to 65536"),
]


@pytest.mark.parametrize(("graph", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_graphs_are_one_line(graph: networkx.Graph, line: str) -> None:
    with one_line(within=line):
        xyzmap.dfg_from_networkx(graph)


def test_arrays() -> None:
    """Tests that paths of the same ends have two names, and what is refused."""
    graph = networkx.MultiDiGraph([("p", "m", {"width": 1}), ("p", "m", {"width": 1})])
    paths = xyzmap.architecture_from_networkx(graph).paths
    assert [(path.name, path.width) for path in paths] == [("p->m", 1), ("p->m.2", 1)]
    with pytest.raises(InputError, match="directed: use networkx.DiGraph"):
        xyzmap.architecture_from_networkx(networkx.Graph([("p", "m")]))
    graph = one(p={"isue": 1})
    with pytest.raises(InputError, match="node 'p'.*isue"):
        xyzmap.architecture_from_networkx(graph)
    graph = one(
        ("p", "q", {"path": "bus", "width": 1}), ("p", "r", {"path": "bus", "width": 2}), p={}
    )
    with pytest.raises(InputError, match="edges of path 'bus' differ"):
        xyzmap.architecture_from_networkx(graph)


def reads(dfg: xyzmap.Dfg) -> dict[str, list[tuple[str, int]]]:
    return {o.name: [(x.value, x.distance) for x in o.operands] for o in dfg.operations}


def difference() -> networkx.DiGraph:
    """d = s - k, where k was added before s; w gives d away, t is a sum over iterations."""
    graph = networkx.DiGraph(name="t")
    for name, opcode in (("k", "load"), ("s", "add"), ("d", "sub"), ("w", "store"), ("t", "add")):
        graph.add_node(name, opcode=opcode)
    edges = [("k", "s"), ("x", "s"), ("s", "d"), ("k", "d"), ("d", "w"), ("t", "t"), ("d", "t")]
    graph.add_edges_from(edges)
    return graph


def test_results_are_what_is_asked_for() -> None:
    """Tests `results=`, `result=False`, constants as results, and names that are unknown."""
    graph = difference()
    assert xyzmap.dfg_from_networkx(graph, results=["s", "d"]).results == ("s", "d")
    graph.nodes["t"]["result"] = False
    graph.nodes["s"]["result"] = True
    assert xyzmap.dfg_from_networkx(graph).results == ("s",)
    graph.add_node("seven", value=7)
    with noted() as notes:
        dfg = xyzmap.dfg_from_networkx(graph, results=["seven", "x"])
    assert dfg.results == ("seven", "x") and reads(dfg)["seven"] == [("seven.const", 0)]
    with pytest.warns(Note, match="^t: constants that are results"):
        xyzmap.dfg_from_networkx(graph, results=["seven", "x"])
    assert notes == ["note: t: constants that are results are operations: seven"]
    with pytest.raises(InputError, match="unknown result 'y'; known: d, k, s"):
        xyzmap.dfg_from_networkx(graph, results=["y"])
    with pytest.raises(InputError, match="duplicate result 's'; leave it out"):
        xyzmap.dfg_from_networkx(graph, results=["s", "s"])


def test_files_that_networkx_reads() -> None:
    """Tests that attributes that are text, maybe with quotes, are read."""
    graph = networkx.DiGraph()
    graph.add_node("k", opcode='"const"', value="3")
    graph.add_node("s", opcode='"sub"', result='"true"')
    graph.add_edge("k", "s", operand='"1"')
    graph.add_edge("s", "s", operand="0", distance="2")
    dfg = xyzmap.dfg_from_networkx(graph)
    assert reads(dfg) == {"k": [("k.const", 0)], "s": [("s", 2), ("k", 0)]}
    assert dfg.constant_by_name == {"k.const": 3} and dfg.results == ("s",)


def test_attributes_that_are_not_read_are_named() -> None:
    """Tests words for operands and distances of other tools; what only draws is passed over."""
    graph = one(
        ("a", "d", {"port": 1, "Distance": 2, "weight": 3}),
        ("k", "d", {"port": 0, "color": "red"}),
        d={"opcode": "sub", "latency": 4, "pos": "1,2"},
    )
    with noted() as notes:
        xyzmap.dfg_from_networkx(graph)
    assert notes == [
        "note: graph: attributes of edges that are not read (operand=0, distance=1 are):"
        " port, Distance",
        "note: graph: attributes of nodes that are not read: latency",
    ]
