"""Graphs and arrays as networkx graphs: nothing is lost, and own graphs are read."""

from __future__ import annotations

import random
import re

import numpy
import pytest

import xyzmap
from models.errors import InputError
from models.formats.dot_dfg import dfg_from_dot
from models.notes import noted
from tests.models.random_sums import random_sums

networkx = pytest.importorskip("networkx")


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_and_arrays_come_back(seed: int) -> None:
    problem = random_sums(seed, patterns=True, ordered=True)
    assert xyzmap.dfg_from_networkx(xyzmap.to_networkx(problem.dfg)) == problem.dfg
    assert xyzmap.architecture_from_networkx(xyzmap.to_networkx(problem.arch)) == problem.arch


def test_a_graph_of_ones_own_is_mapped() -> None:
    """Tests plain attributes: inputs, places of operands, results and distances are found."""
    graph = networkx.DiGraph()
    graph.add_node("p", opcode="mul")
    graph.add_node("s", opcode="add")
    graph.add_node("three", value=3)
    graph.add_edges_from([("a", "p"), ("three", "p"), ("p", "s")])
    graph.add_edge("s", "s", distance=1)
    dfg = xyzmap.dfg_from_networkx(graph, "dot")
    assert (dfg.name, dfg.inputs, dfg.results) == ("dot", ("a",), ("s",))
    assert [operator.associative for operator in dfg.operators] == [True, True]
    answer = xyzmap.min_ii(dfg, "hycube:3x3")
    assert (answer.status, answer.value) == ("optimal", 1)


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
        one(("a", "s", {"operand": 5}), s={"opcode": "add"}),
        "graph: node 's': 'operand' must be 0 to 0, each once",
    ),
    (
        one(("s", "s", {"distance": 0}), s={"opcode": "f"}),
        "graph: $.operations: cycle of distance 0: s -> s",
    ),
    (
        one(("a", "s", {"distance": "x"}), s={"opcode": "f"}),
        "graph: distance 'x' of an edge into 's' is no whole number",
    ),
    (one(s={"opcode": "f", "result": "maybe"}), "graph: node 's': result 'maybe' must be true or"),
    (
        one(("a", "s", {"order": "maybe"}), s={"opcode": "neg"}),
        "an edge into 's': order 'maybe' must be true or false",
    ),
    (networkx.DiGraph([(1, "1")]), "graph: two nodes have the name '1'"),
    (one(("a", "s", {"distance": -1}), s={"opcode": "f"}), "distance -1 must be from 0 to 65536"),
]


@pytest.mark.parametrize(("graph", "line"), BAD, ids=[line for _, line in BAD])
def test_bad_graphs_are_one_line(graph: networkx.Graph, line: str) -> None:
    with pytest.raises(InputError) as caught:
        xyzmap.dfg_from_networkx(graph)
    assert line in str(caught.value) and "\n" not in str(caught.value)


def test_bad_arrays_are_one_line() -> None:
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


def as_dot(graph: networkx.DiGraph) -> str:
    """The same graph as DOT text, edge after edge."""
    nodes = "".join(f"{n} [opcode={d.get('opcode', 'input')}];" for n, d in graph.nodes(data=True))
    edges = "".join(f"{u} -> {v};" for v in graph for u in graph.pred[v])
    return f"digraph {graph.name} {{ {nodes} {edges} }}"


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs_are_those_of_dot(seed: int) -> None:
    """Tests graphs with cycles and phis: the same operands, distances, results and notes."""
    chance = random.Random(seed)
    graph = networkx.DiGraph(name="g1")
    names = [f"n{k}" for k in range(chance.randrange(2, 8))]
    for name in names:
        graph.add_node(name, opcode=chance.choice(("sub", "phi", "add", "store", "br")))
    for _ in range(chance.randrange(12)):
        graph.add_edge(chance.choice(names), chance.choice(names))
    with noted() as notes:
        dfg = xyzmap.dfg_from_networkx(graph)
    with noted() as others:
        again = dfg_from_dot(as_dot(graph), "g1", sources="operations")
    assert (reads(again), again.results) == (reads(dfg), dfg.results)
    own = [line for line in others if "in the order of the file:" not in line]
    plain = [re.sub(r" \(?line 1\)?:?", "", line).lower() for line in own]
    assert plain == [line.lower() for line in notes]


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
    assert notes == ["note: t: constants that are results are operations: seven"]
    with pytest.raises(InputError, match="unknown result 'y'; known: d, k, s"):
        xyzmap.dfg_from_networkx(graph, results=["y"])
    with pytest.raises(InputError, match="duplicate result 's'; leave it out"):
        xyzmap.dfg_from_networkx(graph, results=["s", "s"])


def test_cycles_and_lost_orders_are_notes() -> None:
    """Tests that a choice of the reader is said, as is an order that networkx does not keep."""
    graph = networkx.MultiDiGraph([("a", "b"), ("b", "a"), ("x", "b"), ("a", "b")])
    networkx.set_node_attributes(graph, {"a": "neg", "b": "fma"}, "opcode")
    with noted() as notes:
        dfg = xyzmap.dfg_from_networkx(graph)
    assert reads(dfg) == {"a": [("b", 0)], "b": [("a", 1), ("a", 1), ("x", 0)]}
    assert [line.split(";")[0] for line in notes] == [
        "note: graph: cycles do not say which edge is loop-carried",
        "note: graph: parallel edges into b are taken one after the other",
        "note: graph: results, as only later iterations read them: a",
    ]


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


def test_results_of_the_graph_itself() -> None:
    """Tests the list at the graph: it counts alone, must be known, and marks go before it."""
    graph = one(("a", "d", {}), ("d", "e", {}), d={"opcode": "neg"}, e={"opcode": "neg"})
    graph.graph["results"] = ["d"]
    assert xyzmap.dfg_from_networkx(graph).results == ("d",)
    graph.nodes["e"]["result"] = True
    with noted() as notes:
        assert xyzmap.dfg_from_networkx(graph).results == ("e",)
    assert notes == ["note: graph: graph['results'] names d, without result=True: no results"]
    graph.graph["results"] = ["z"]
    with pytest.raises(InputError, match="unknown result 'z'"):
        xyzmap.dfg_from_networkx(graph)


def test_arrays_without_a_direction_or_with_void_limits_are_refused() -> None:
    """Tests that no edge is read in one direction only, and that limits limit something."""
    with pytest.raises(InputError, match="directed: use networkx.DiGraph"):
        xyzmap.architecture_from_networkx(networkx.Graph([("p", "m")]))
    graph = one(p={"issue": 1, "ops": ["load"]})
    graph.graph["shared"] = [{"name": "s", "components": ["p"], "ops": ["laod"], "at_most": 1}]
    with pytest.raises(InputError, match="supports 'laod'.*did you mean 'load'"):
        xyzmap.architecture_from_networkx(graph)


def test_an_array_of_ones_own_is_used() -> None:
    grid = networkx.grid_2d_graph(2, 2).to_directed()
    networkx.set_node_attributes(grid, 1, "issue")
    arch = xyzmap.architecture_from_networkx(grid, "grid")
    assert [c.name for c in arch.components] == ["0_0", "0_1", "1_0", "1_1"]
    assert len(arch.paths) == 8


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


@pytest.mark.parametrize("word", [False, "False", '"false"', "0", 0, "no", ""])
def test_order_that_is_denied_is_none(word: object) -> None:
    """Tests edges that say in words, as files have them, that they do more than order."""
    graph = one(("a", "s", {"order": word}), s={"opcode": "neg"})
    dfg = xyzmap.dfg_from_networkx(graph)
    assert reads(dfg) == {"s": [("a", 0)]} and dfg.order == ()


def test_whole_numbers_of_numpy_and_parallel_edges() -> None:
    """Tests operands and distances that come out of tables, and two paths of the same ends."""
    graph = one(s={"opcode": "sub"}, k={"value": 1})
    graph.add_edge("s", "s", operand=numpy.int64(1), distance=numpy.uint8(2))
    graph.add_edge("k", "s", operand=numpy.int32(0))
    assert reads(xyzmap.dfg_from_networkx(graph)) == {"s": [("k", 0), ("s", 2)]}
    graph = networkx.MultiDiGraph([("p", "m", {"width": 1}), ("p", "m", {"width": 1})])
    paths = xyzmap.architecture_from_networkx(graph).paths
    assert [(path.name, path.width) for path in paths] == [("p->m", 1), ("p->m.2", 1)]
