"""Graphs and arrays as networkx graphs: nothing is lost, and own graphs are read."""

from __future__ import annotations

import pytest

import xyzmap
from archs.presets import PRESETS, architecture_preset
from examples.loops.kernels import SMALL, kernel_loop
from models.errors import InputError
from tests.models.random_sums import random_sums

networkx = pytest.importorskip("networkx")


@pytest.mark.parametrize("name", sorted(SMALL))
def test_loops_come_back(name: str) -> None:
    dfg = kernel_loop(name)
    assert xyzmap.dfg_from_networkx(xyzmap.to_networkx(dfg)) == dfg


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_and_arrays_come_back(seed: int) -> None:
    problem = random_sums(seed, patterns=True, ordered=True)
    assert xyzmap.dfg_from_networkx(xyzmap.to_networkx(problem.dfg)) == problem.dfg
    assert xyzmap.architecture_from_networkx(xyzmap.to_networkx(problem.arch)) == problem.arch


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_come_back(name: str) -> None:
    sizes = {"N": ":4", "RxC": ":3x3", "": ""}
    arch = architecture_preset(name + sizes[PRESETS[name].size])
    assert xyzmap.architecture_from_networkx(xyzmap.to_networkx(arch)) == arch


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


def test_an_array_of_ones_own_is_used() -> None:
    grid = networkx.grid_2d_graph(2, 2).to_directed()
    networkx.set_node_attributes(grid, 1, "issue")
    arch = xyzmap.architecture_from_networkx(grid, "grid")
    assert [c.name for c in arch.components] == ["0_0", "0_1", "1_0", "1_1"]
    assert len(arch.paths) == 8


def test_positions_go_both_ways() -> None:
    """Tests the cells of a drawing, which are attributes as the other fields are."""
    grid = networkx.grid_2d_graph(2, 2).to_directed()
    for node, data in grid.nodes(data=True):
        data |= {"issue": 1, "position": node[::-1]}
    arch = xyzmap.architecture_from_networkx(grid, "grid")
    assert [c.position for c in arch.components] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert xyzmap.architecture_from_networkx(xyzmap.to_networkx(arch)) == arch


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
    (one(("s", "s", {}), s={"opcode": "f"}), "graph: $.operations: cycle of distance 0: s -> s"),
    (
        one(("a", "s", {"distance": -1}), s={"opcode": "f"}),
        "distance -1 must be from 0 to 65536",
    ),
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
