"""The DFG in layers: operands above their readers, nothing on top of each other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.data.dfg import Operand, Operation
from models.data.mapping import Mapping
from models.data.problem import Problem
from views.graph.layered import COLUMN, STEP, layers, placed
from views.html.graph_data import graph_data
from views.html.mapping_data import numbered_values

Made = tuple[Problem, Mapping]


@st.composite
def layered(draw: Any) -> tuple[list[int], list[tuple[int, int]]]:
    count = draw(st.integers(1, 30))
    some = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    pairs = draw(st.lists(some, max_size=40, unique=True))
    edges = [(a, b) for a, b in pairs if a < b]
    own = layers(count, [(a, b, 0) for a, b in edges], range(count))
    return own, edges


@settings(deadline=None)  # igraph is imported in the first example
@given(layered())
def test_nodes_do_not_touch_and_edges_lead_down(
    some: tuple[list[int], list[tuple[int, int]]],
) -> None:
    own, edges = some
    places, bends = placed(own, edges)
    assert len(places) == len(own) and len(bends) == len(edges)
    for (x1, y1), (x2, y2) in combinations(places, 2):
        assert abs(x1 - x2) >= COLUMN - 0.2 or abs(y1 - y2) >= min(STEP, 58) - 0.2
    for (a, b), way in zip(edges, bends, strict=True):
        heights = [places[a][1], *way[1::2], places[b][1]]
        assert heights == sorted(heights) and len(set(heights)) == len(heights)
    assert min(x for x, _ in places) >= 0
    assert placed(own, edges) == (places, bends)


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
