from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examples.loops.random_loops import random_loop
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge, Pattern
from views.drawing import text_width
from views.graph.layout import DfgLayout, tag_place
from views.graph.svg import dfg_svg

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<&\">']]>"


def dot(name: str = "dot", value: str = "p", operator: str = "*", constant: str = "step") -> Dfg:
    """s += x[i] · a, with an address, an order edge, a constant, and multiply-add."""
    return Dfg(
        name,
        (Operator("load", 1), Operator(operator, 2, True), Operator("+", 2, True, True)),
        ("a",),
        (
            Operation("i", "+", (Operand("i", 1), Operand(constant))),
            Operation("x", "load", (Operand("i"),)),
            Operation(value, operator, (Operand("x"), Operand("a"))),
            Operation("s", "+", (Operand("s", 2), Operand(value))),
        ),
        ("s",),
        (Constant(constant, 4),),
        (OrderEdge("s", "x", 3),),
        patterns=(Pattern("mac", ("+", "_", operator, "_", "_")),),
    )


def tree(dfg: Dfg) -> ElementTree.Element:
    return ElementTree.fromstring(dfg_svg(dfg))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def titles(root: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}title")]


def test_everything_is_drawn_once() -> None:
    root = tree(dot())
    shown = texts(root)
    for word in ("i", "x", "p", "s", "a", "4", "1", "2", "3"):
        assert shown.count(word) == 1
    for word in ("dot", "load", "constant", "result", "order", "multi-node: mac"):
        assert word in shown
    assert "4 operations · 1 input · 1 result" in shown[1]
    tips = titles(root)
    for tip in ("p = x * a", "step = 4", "a, input", "s = s@2 + p", "mac: p, s", "p reads x"):
        assert tip in tips
    assert "s reads s, 2 iterations later" in tips and "s before x, 3 iterations later" in tips
    dotted = [p for p in root.iter(f"{SVG}path") if "stroke-dasharray" in p.attrib]
    assert len(dotted) == 2  # the edge, and in the legend


def test_names_are_escaped() -> None:
    root = tree(dot(HOSTILE, f"v{HOSTILE}", f"o{HOSTILE}", f"c{HOSTILE}"))
    assert any(HOSTILE in text for text in texts(root))
    assert any(f"c{HOSTILE} = 4" == title for title in titles(root))


@pytest.mark.parametrize("name", ["W" * 90, "値" * 30, "a_rather_long_name_of_a_value"])
def test_no_text_overflows_its_box(name: str) -> None:
    root = tree(dot(name, f"v{name}", f"o{name}", f"c{name}"))
    boxes = 0
    for group in root.iter(f"{SVG}g"):
        rectangle = group.find(f"{SVG}rect")
        for text in group.findall(f"{SVG}text"):
            if rectangle is not None and "data-value" in group.attrib:
                boxes += 1
                own = text.text or (text[0].tail if len(text) else "") or ""
                width = text_width(own, float(text.attrib["font-size"]))
                assert width <= float(rectangle.attrib["width"])
    assert boxes == 4 * 2 + 1 + 1
    assert any(name in title for title in titles(root))


@settings(max_examples=15, deadline=None)
@example(size=54, seed=48, recurrences=0)  # a bend left of all nodes
@example(size=100, seed=1, recurrences=3)
@given(st.integers(1, 60), st.integers(0, 1000), st.integers(0, 4))
def test_nodes_do_not_overlap_and_all_lies_inside(size: int, seed: int, recurrences: int) -> None:
    layout = DfgLayout(random_loop(size, seed, recurrences=min(recurrences, size)))
    for one, other in combinations(layout.nodes, 2):
        apart = [(a + b) / 2 for a, b in zip(one.size, other.size, strict=True)]
        assert abs(one.x - other.x) >= apart[0] or abs(one.y - other.y) >= apart[1]
    for edge in layout.edges:
        points = [*edge.bends]
        if edge.distance:
            points.append(tag_place(layout.nodes, edge))
        else:
            assert layout.nodes[edge.source].y < layout.nodes[edge.target].y
        for x, y in points:
            assert 5 <= x <= layout.width - 5 and 0 <= y <= layout.height
    for node in layout.nodes:
        assert node.x - node.size[0] / 2 >= 0 and node.x + node.size[0] / 2 <= layout.width


def test_an_empty_graph_is_a_picture() -> None:
    assert texts(tree(Dfg("nothing", (), (), ())))[0] == "nothing"
