"""Pictures of graphs, schedules and routes: valid XML that shows everything."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from archs.presets import architecture_preset
from models.data.dfg import Constant, Dfg, Operator, OrderEdge, Pattern
from models.data.mapping import Issue, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from tests.models.mappings import operations
from views.graph.svg import dfg_svg
from views.mapping.routes_svg import routes_svg
from views.mapping.svg import mapping_svg
from views.style import PAGE

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<&\">']]>"


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def titles(root: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}title")]


def panels(picture: str) -> list[ElementTree.Element]:
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [group for group in groups if "data-panel" in group.attrib]


def test_everything_of_a_graph_is_drawn_once() -> None:
    """Tests s += x[i] · a, with an address, an order edge, a constant, and multiply-add."""
    dfg = Dfg(
        "dot",
        (Operator("load", 1), Operator("*", 2, True), Operator("+", 2, True, True)),
        ("a",),
        operations("i + i@1 step; x load i; p * x a; s + s@2 p"),
        ("s",),
        (Constant("step", 4),),
        (OrderEdge("s", "x", 3),),
        patterns=(Pattern("mac", ("+", "_", "*", "_", "_")),),
    )
    root = ElementTree.fromstring(dfg_svg(dfg))
    shown, tips = texts(root), titles(root)
    for word in ("i", "x", "p", "s", "a", "4", "1", "2", "3"):
        assert shown.count(word) == 1
    for tip in ("p = x * a", "step = 4", "a, input", "s = s@2 + p", "mac: p, s", "p reads x"):
        assert tip in tips
    assert "s reads s, 2 iterations later" in tips and "s before x, 3 iterations later" in tips


def test_everything_of_a_mapping_is_shown(made: Callable[..., Any]) -> None:
    """Tests that title, components, operations, legend and tooltips are all there."""
    root = ElementTree.fromstring(mapping_svg(*made(), whole=True))
    shown, tips = texts(root), titles(root)
    for word in ("dot1 on pair", "pe0", "last", "extmem", "p", "s", "+", "*"):
        assert word in shown
    assert any("5 cycles" in text and "no pipelining" in text for text in shown)
    assert "p = a * b, issued on pe0 in cycle 2" in tips
    assert "p from pe0 over across arrives in last in cycle 3" in tips
    assert "p is held in pe0 in cycle 2" in tips


def test_hostile_names(made: Callable[..., Any]) -> None:
    """Tests that names full of XML signs give valid XML."""
    problem, mapping = made(
        product=HOSTILE, total=f"t{HOSTILE}", element=HOSTILE, graph=HOSTILE, add="<&>"
    )
    for picture in (mapping_svg, routes_svg):
        root = ElementTree.fromstring(picture(problem, mapping))
        assert any(HOSTILE in text for text in texts(root))
        assert any(HOSTILE in title for title in titles(root))


def test_routes_have_a_panel_for_every_cycle(made: Callable[..., Any]) -> None:
    found = panels(routes_svg(*made()))
    assert [texts(panel)[0] for panel in found] == [f"cycle {n}" for n in range(5)]
    assert "p = a * b, cycle 2" in titles(found[2]) and "across: p in cycle 3" in titles(found[3])
    assert titles(found[0]) == []
    assert {f"in: {value} in cycle 3" for value in "abc"} <= {*titles(found[3])}


def test_contexts_have_what_every_iteration_does_then(carried: Any) -> None:
    found = panels(routes_svg(*carried))
    assert [texts(panel)[0] for panel in found] == ["context 0", "context 1", "context 2"]
    # m in cycle 1, s in cycle 3 of 3 contexts.
    assert "s" in texts(found[0]) and "m" in texts(found[1])
    assert {"in: c in cycle 1", "in: s in cycle 7"} <= {*titles(found[1])}
    assert "1 held" in texts(found[2]) and "1 held" in texts(found[0])


def test_every_net_has_a_look_lanes_and_a_name_beside_its_wire(made: Callable[..., Any]) -> None:
    """Tests three values on one bus: no two look the same, lie on each other, or share a name."""
    panel = panels(routes_svg(*made()))[3]
    nets = {g.attrib["data-net"]: list(g.iter(f"{SVG}path")) for g in panel.iter(f"{SVG}g")
            if "data-net" in g.attrib}  # fmt: skip
    assert {*nets} == {*"abcp"}
    looks = {(w[0].attrib["stroke"], w[0].attrib.get("stroke-dasharray")) for w in nets.values()}
    assert len(looks) == 4
    assert len({wires[0].attrib["d"] for wires in nets.values()}) == 4
    legend = texts(ElementTree.fromstring(routes_svg(*made())))
    assert {*nets} <= {*legend}


def test_names_of_nets_are_on_no_box_wire_or_other_name(made: Callable[..., Any]) -> None:
    """Tests the rectangles of all names in all panels against those of the tiles."""
    root = ElementTree.fromstring(routes_svg(*made()))
    (ground,) = (g for g in root.iter(f"{SVG}g") if g.attrib.get("id") == "array")
    boxes = [area(box) for box in ground.iter(f"{SVG}rect")]
    for panel in panels(routes_svg(*made())):
        inner = panel.find(f"{SVG}g")
        assert inner is not None
        labels = [area(box) for box in inner.findall(f"{SVG}rect")]
        for one, other in [*combinations(labels, 2), *product(labels, boxes)]:
            apart = one[0] >= other[2] or other[0] >= one[2]
            assert apart or one[1] >= other[3] or other[1] >= one[3]


def on_mesh(size: str, contexts: int, *places: str) -> tuple[Problem, Mapping]:
    """Operations on places of a mesh, one a context; the first one goes to a neighbour."""
    arch = architecture_preset(f"mesh:{size},io=all")
    names = ["select0", *(f"v{n}" for n in range(1, len(places)))]
    dfg = Dfg("g", (Operator("+", 2),), ("x",), operations("; ".join(f"{n} + x x" for n in names)))
    issues = [
        Issue(name, f"pe_{place}", n % contexts)
        for n, (name, place) in enumerate(zip(names, places, strict=True))
    ]
    (way,) = (p for p in arch.paths if (p.sources, p.targets) == (("pe_0_0",), ("pe_0_1",)))
    travels = (Transfer("select0", way.name, 1),)
    return Problem(dfg, arch, contexts), Mapping(
        "g", arch.name, contexts, contexts, (), travels, tuple(issues)
    )


def test_routes_leave_out_rows_and_columns_without_a_tile_in_use() -> None:
    root = ElementTree.fromstring(routes_svg(*on_mesh("8x8", 2, "0_0", "7_7")))
    (ground,) = (g for g in root.iter(f"{SVG}g") if g.attrib.get("id") == "array")
    assert len(list(ground.iter(f"{SVG}rect"))) == 6
    assert {f"pe_{row}_{column}" for row in (0, 7) for column in (0, 1, 7)} <= {*texts(root)}


def test_routes_have_narrower_gaps_where_that_makes_them_fit_a_page() -> None:
    """Tests four contexts on three rows of four tiles: two beside two, not one below the other."""
    made = on_mesh("3x4", 4, *(f"{row}_{column}" for row in range(3) for column in range(4)))
    root = ElementTree.fromstring(routes_svg(*made))
    assert float(root.attrib["width"]) <= PAGE.width and float(root.attrib["height"]) < 9.5 * 96


def test_some_contexts_of_routes(made: Callable[..., Any]) -> None:
    found = panels(routes_svg(*made(), panels=(1, 3)))
    assert [texts(panel)[0] for panel in found] == ["cycle 1", "cycle 3"]
    with pytest.raises(InputError, match="^--panels 5: the mapping has cycles 0-4$"):
        routes_svg(*made(), panels=(5,))


def area(box: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def test_distances_of_a_graph_are_on_no_other_distance() -> None:
    """Tests seven values of one result, each some iterations later."""
    rows = "; ".join(f"v{n} + s@{n + 1} x" for n in range(7)) + "; s + v0 x"
    root = ElementTree.fromstring(
        dfg_svg(Dfg("far", (Operator("+", 2),), ("x",), operations(rows), ("s",)))
    )
    look = "[@font-size='10.7'][@font-weight='600'][@fill='#D55E00']"
    found = [text.attrib for text in root.findall(f".//{SVG}text{look}")]
    tags = [(float(text["x"]), float(text["y"])) for text in found]
    assert len(tags) == 7
    assert all(dist(one, other) > 14 for one, other in combinations(tags, 2))
