"""The picture of a mapping: valid XML, every text inside its box, nothing lost."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from models.data.dfg import Operand, Operation
from models.data.mapping import Issue, Mapping, Performed
from models.data.problem import Problem
from views.drawing import PALETTE, fitted, ink, text_width, xml
from views.mapping.svg import mapping_svg

SVG = "{http://www.w3.org/2000/svg}"
Made = tuple[Problem, Mapping]
HOSTILE = "<&\">']]>"


def tree(made: Any) -> ElementTree.Element:
    return ElementTree.fromstring(mapping_svg(*made))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def titles(root: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}title")]


def test_everything_is_shown(made: Callable[..., Any]) -> None:
    """Tests that title, components, operations, legend and tooltips are all there."""
    root = tree(made())
    shown = texts(root)
    for word in ("dot1 on pair", "pe0", "last", "extmem", "p = a * b", "s = c + p", "+", "*"):
        assert word in shown
    assert any("5 cycles" in text and "no pipelining" in text for text in shown)
    tips = titles(root)
    assert "p = a * b, issued on pe0 in cycle 2" in tips
    assert "p: pe0 to last over across, cycle 3" in tips
    assert "p is held in pe0 at the end of cycle 2" in tips


def test_what_is_performed_is_shown(made: Callable[..., Any]) -> None:
    """Tests that a multi-node operation has its expression, and its own colour in the legend."""
    problem, mapping = made()
    performs = Performed("mac", (Operand("c"), Operand("a"), Operand("b")))
    issues = (*mapping.issues[:2], replace(mapping.issues[2], performs=performs))
    made_up = Operation("t", "+", (Operand("a"), Operand("b")))
    issues = (*issues, Issue("t", "last", 2), Issue("?", "last", 1))
    root = tree((problem, replace(mapping, issues=issues, intermediates=(made_up,))))
    assert "s = mac(c, a, b)" in texts(root)
    assert "s = mac(c, a, b), issued on pe0 in cycle 4" in titles(root)
    for operator in ("+", "*", "mac", "?"):
        assert operator in texts(root)
    assert "mac" not in texts(tree((problem, mapping)))
    fills = [rect.attrib["fill"] for rect in root.iter(f"{SVG}rect")]
    assert {*PALETTE[:4]} <= {*fills}


def test_arrows_of_a_bus_end_where_the_value_is_used(made: Callable[..., Any]) -> None:
    """Tests that targets which use the value get an arrow, and all do when none of them does."""
    arrows = {title for title in titles(tree(made())) if " over " in title}
    assert {title for title in arrows if "over in" not in title} == {
        "p: pe0 to last over across, cycle 3",
        "s: last to extmem over out, cycle 4",
    }
    assert {title for title in arrows if "over in" in title} == {
        "a: extmem to pe0 over in, cycle 1",
        "b: extmem to pe0 over in, cycle 1",
        "c: extmem to last over in, cycle 3",
        *(f"{v}: extmem to {pe} over in, cycle 3" for v in "ab" for pe in ("pe0", "last")),
    }


def test_contexts(made: Callable[..., Any]) -> None:
    """Tests that rows carry their context, and the title the number of contexts."""
    shown = texts(tree(made(contexts=2)))
    assert shown.count("context 0") == 3
    assert shown.count("context 1") == 2
    assert any("2 contexts (II = 2)" in text for text in shown)
    assert any("1 context (II = 1)" in text for text in texts(tree(made(contexts=1))))


def test_cycles_beyond_the_horizon(carried: Made) -> None:
    """Tests that late rows say so, and that nothing in the margin overlaps."""
    root = tree(carried)
    assert texts(root).count("carried on") == 3
    margin = [text for text in root.iter(f"{SVG}text") if text.attrib["x"] == "38.0"]
    lines = [(float(t.attrib["y"]), float(t.attrib["font-size"])) for t in margin]
    assert len(lines) == 8 + 8 + 3
    for (above, _), (below, size) in pairwise(sorted(lines)):
        assert below - above >= size
    rows = [r for r in root.iter(f"{SVG}rect") if r.attrib.get("x") == "10"]
    for row in rows[5:]:
        top = float(row.attrib["y"])
        bottom = top + float(row.attrib["height"])
        inside = [(y, size) for y, size in lines if top <= y <= bottom]
        assert len(inside) == 3
        assert all(y - 0.75 * size >= top for y, size in inside)


def test_hostile_names(made: Callable[..., Any]) -> None:
    """Tests that names full of XML signs give valid XML."""
    problem, mapping = made(
        product=HOSTILE, total=f"t{HOSTILE}", element=HOSTILE, graph=HOSTILE, add="<&>"
    )
    root = tree((problem, mapping))
    assert any(HOSTILE in text for text in texts(root))
    assert any(HOSTILE in title for title in titles(root))


@pytest.mark.parametrize("name", ["p", "W" * 90, "a_rather_long_name_of_a_value", "値" * 30])
def test_no_text_overflows_its_box(name: str, made: Callable[..., Any]) -> None:
    """Tests that every text in a box is narrower than the box; the tooltip has all of it."""
    root = tree(made(product=name, total=f"t{name}", element=f"e{name}", graph=name))
    boxes = 0
    for group in root.iter(f"{SVG}g"):
        rectangle, text = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        if rectangle is None or text is None:
            continue
        boxes += 1
        width = text_width(text.text or "", float(text.attrib["font-size"]))
        assert width <= float(rectangle.attrib["width"])
    assert boxes > 15
    assert any(name in title for title in titles(root))


@pytest.mark.parametrize("name", ["W" * 90, "値" * 30])
def test_cut_text_has_a_tooltip(name: str, made: Callable[..., Any]) -> None:
    """Tests that wherever a text was cut, its own tooltip continues it."""
    problem, mapping = made(name, f"t{name}", f"e{name}", f"g{name}", f"o{name}", 10**30)
    root = tree((problem, mapping))
    parents = {child: parent for parent in root.iter() for child in parent}
    cut = 0
    for text in root.iter(f"{SVG}text"):
        own = text.text or (text[0].tail if len(text) else "") or ""
        if not own.endswith("…") or own.endswith("= …"):
            continue
        cut += 1
        title = text.find(f"{SVG}title")
        if title is None and parents[text].tag == f"{SVG}g":
            title = parents[text].find(f"{SVG}title")
        assert title is not None and own[:-1] in (title.text or "")
    assert cut >= 10


def test_everything_lies_inside_the_picture(made: Callable[..., Any]) -> None:
    """Tests that all boxes and titles stay within the width and height of the picture."""
    root = tree(made(graph="g" * 300, element="e" * 50))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for rectangle in root.iter(f"{SVG}rect"):
        x, y = float(rectangle.attrib.get("x", 0)), float(rectangle.attrib.get("y", 0))
        assert x >= 0 and x + float(rectangle.attrib["width"]) <= width
        assert y >= 0 and y + float(rectangle.attrib["height"]) <= height
    for text in root.iter(f"{SVG}text"):
        own = text.text or (text[0].tail if len(text) else "") or ""
        if text.attrib["text-anchor"] == "start":
            size = float(text.attrib["font-size"])
            assert float(text.attrib["x"]) + text_width(own, size) <= width


def test_empty_mapping(made: Callable[..., Any]) -> None:
    """Tests that a mapping in which nothing happens is still a picture."""
    problem, _ = made()
    root = tree((problem, Mapping("dot1", "pair", 1, None, (), (), ())))
    assert "dot1 on pair" in texts(root)


def test_same_input_same_picture(made: Callable[..., Any]) -> None:
    """Tests that the picture depends on nothing but the mapping."""
    assert mapping_svg(*made()) == mapping_svg(*made())


def test_fitted() -> None:
    """Tests that a cut text fits and ends with an ellipsis."""
    assert fitted("short", 10, 100) == "short"
    cut = fitted("a name that is too long", 10, 60)
    assert cut.endswith("…") and text_width(cut, 10) <= 60


def test_ink_is_readable() -> None:
    """Tests that text on every colour of the palette has a contrast of at least 4.5 to 1."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in PALETTE:
        low, high = sorted((luminance(colour), luminance(ink(colour))))
        assert (high + 0.05) / (low + 0.05) >= 4.5, colour


def test_xml_escapes() -> None:
    """Tests that markup signs are escaped and characters that XML forbids are replaced."""
    assert xml('<&">\x00\ud800') == "&lt;&amp;&quot;&gt;??"
