from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

from views.mapping.routes_svg import routes_svg

SVG = "{http://www.w3.org/2000/svg}"


def tree(made: Any) -> ElementTree.Element:
    return ElementTree.fromstring(routes_svg(*made))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def tips(root: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in root.iter(f"{SVG}title")]


def panels(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [g for g in root.iter(f"{SVG}g") if "data-panel" in g.attrib]


def test_a_mapping_without_contexts_has_a_panel_for_every_cycle(made: Callable[..., Any]) -> None:
    root = tree(made())
    found = panels(root)
    assert [texts(panel)[0] for panel in found] == [f"cycle {n}" for n in range(5)]
    assert "p = a * b, cycle 2" in tips(found[2]) and "across: p in cycle 3" in tips(found[3])
    assert tips(found[0]) == []
    assert "in: c in cycle 3; a in cycle 3; b in cycle 3" in tips(found[3])
    assert texts(root).count("p") == 1 and texts(root).count("s") == 2


def test_contexts_have_what_every_iteration_does_then(carried: Any) -> None:
    found = panels(tree(carried))
    assert [texts(panel)[0] for panel in found] == ["context 0", "context 1", "context 2"]
    # m in cycle 1, s in cycle 3 of 3 contexts.
    assert "s" in texts(found[0]) and "m" in texts(found[1])
    assert "in: c in cycle 1; s in cycle 7" in tips(found[1])
    assert "1 held" in texts(found[2]) and "1 held" in texts(found[0])
