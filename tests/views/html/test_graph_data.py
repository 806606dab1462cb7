"""The DFG in layers: operands above their readers, nothing on top of each other."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from models.data.dfg import Operand, Operation
from models.data.mapping import Mapping
from models.data.problem import Problem
from views.html.graph_data import critical, graph_data
from views.html.mapping_data import numbered_values

Made = tuple[Problem, Mapping]


def test_nodes_and_edges_are_those_of_the_graph(carried: Made) -> None:
    problem, mapping = carried
    data = graph_data(problem, mapping, numbered_values(problem, mapping))
    names = [node[0] for node in data["nodes"]]
    assert names == ["x", "c", "m", "s"]
    assert [node[1:3] for node in data["nodes"]] == [[0, ""], [0, ""], [1, "*"], [1, "+"]]
    assert data["nodes"][2][5] == "m = s@2 * c"
    edges = {(names[a], names[b], distance) for a, b, distance, *_ in data["edges"]}
    assert edges == {("s", "m", 2), ("c", "m", 0), ("m", "s", 0), ("x", "s", 0)}


def test_values_of_the_mapping_are_drawn_too(made: Callable[..., Made]) -> None:
    problem, mapping = made()
    own = Operation("t", "+", (Operand("a"), Operand("p")))
    changed = replace(mapping, intermediates=(own, Operation("p", "+", (Operand("t"),))))
    data = graph_data(problem, changed, numbered_values(problem, changed))
    assert [node[:2] for node in data["nodes"]][-2:] == [["s", 1], ["t", 2]]
    assert data["nodes"][3][5] == "p = a * b"  # what the DFG defines stays as it is


def test_the_critical_recurrence_takes_all_of_its_time(carried: Made) -> None:
    """Tests m and s, which take 3 cycles, over distances of one and two, at II 3 and 2."""
    problem, mapping = carried
    values = numbered_values(problem, mapping)
    x, m, s = (values[name] for name in "xms")
    edges = [(x, s, 0), (m, s, 0), (s, m, 1)]
    assert critical(problem, values, edges, 3) == [1, 2]
    assert critical(problem, values, edges, 4) == []
    assert critical(problem, values, edges, 2) == []  # no mapping of single operations
    assert "critical" not in graph_data(problem, mapping, values)
