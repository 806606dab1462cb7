"""The picture of a mapping: valid XML, every text inside its box, nothing lost."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

from views.mapping.svg import mapping_svg

SVG = "{http://www.w3.org/2000/svg}"
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


def test_hostile_names(made: Callable[..., Any]) -> None:
    """Tests that names full of XML signs give valid XML."""
    problem, mapping = made(
        product=HOSTILE, total=f"t{HOSTILE}", element=HOSTILE, graph=HOSTILE, add="<&>"
    )
    root = tree((problem, mapping))
    assert any(HOSTILE in text for text in texts(root))
    assert any(HOSTILE in title for title in titles(root))
