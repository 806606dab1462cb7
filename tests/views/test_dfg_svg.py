from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge, Pattern
from views.graph.svg import dfg_svg

SVG = "{http://www.w3.org/2000/svg}"


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
