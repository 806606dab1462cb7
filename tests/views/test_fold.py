"""Folded schedules: tiles in use, contexts, and the width of a page."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operator
from models.data.mapping import Issue, Mapping
from models.data.problem import Problem
from tests.models.mappings import operations
from views.mapping.svg import mapping_svg
from views.mapping.table import mapping_text
from views.style import PAGE, Page

SVG = "{http://www.w3.org/2000/svg}"
LONG = 24
TILES = [f"tile_{row}_5" for row in range(4)]


def mapped(contexts: int | None) -> tuple[Problem, Mapping]:
    """A chain of operations with long names on four of the 36 tiles of HyCUBE."""
    chain = "; ".join(f"a_long_name_{n} + x x" for n in range(LONG))
    dfg = Dfg("chain", (Operator("+", 2),), ("x",), operations(chain), ())
    arch = architecture_preset("hycube:6x6,io=memory")
    issues = tuple(Issue(f"a_long_name_{n}", f"fu_{n % 4}_5", n) for n in range(LONG))
    return Problem(dfg, arch, contexts), Mapping("chain", arch.name, LONG, contexts, (), (), issues)


def texts(root: ElementTree.Element) -> list[ElementTree.Element]:
    return list(root.iter(f"{SVG}text"))


@pytest.mark.parametrize("contexts", [None, 4])
@pytest.mark.parametrize("page", [PAGE, Page(96 * 3.3, figure=True)])
def test_a_page_has_tiles_in_use_in_letters_of_eight_points(
    contexts: int | None, page: Page
) -> None:
    """Tests the width of pictures, the rows, that every operation is there, and no small text."""
    root = ElementTree.fromstring(mapping_svg(*mapped(contexts), page))
    assert float(root.attrib["width"]) <= page.width + 1
    assert float(root.attrib["width"]) >= page.width - 1 or not page.figure
    shown = ["".join(text.itertext()) for text in texts(root)]
    assert {word for word in shown if word.startswith("tile_")} == {*TILES}
    tips = " ".join(title.text or "" for title in root.iter(f"{SVG}title"))
    assert all(re.search(rf"a_long_name_{n}\b.* issued on", tips) for n in range(LONG))
    assert all(float(text.attrib["font-size"]) >= 8 * 96 / 72 for text in texts(root))


def test_boxes_of_a_cell_do_not_touch() -> None:
    """Tests that nothing is drawn over anything else in a row of a folded picture."""
    root = ElementTree.fromstring(mapping_svg(*mapped(2)))
    for cell in root.iter(f"{SVG}g"):
        boxes = [
            box.attrib for group in cell.findall(f"{SVG}g") for box in group if "y" in box.attrib
        ]
        for one, other in combinations([b for b in boxes if "rx" in b], 2):
            assert abs(float(one["y"]) - float(other["y"])) >= float(one["height"])


def test_the_whole_of_a_mapping_has_all_components_and_cycles() -> None:
    problem, mapping = mapped(4)
    root = ElementTree.fromstring(mapping_svg(problem, mapping, whole=True))
    shown = ["".join(text.itertext()) for text in texts(root)]
    assert {component.name for component in problem.arch.components} <= {*shown}
    assert {str(cycle) for cycle in range(LONG)} <= {*shown}


def test_a_wide_table_is_folded() -> None:
    """Tests that a table keeps its width, with a row per tile and a stage per name."""
    lines = mapping_text(*mapped(3), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[2].split() == ["context", "0", "1", "2"]
    assert [line[:8] for line in lines if line.startswith("tile")] == TILES
    assert "a_long_name_4₁" in "\n".join(lines) and "x₁: one II (3) after x₀" in lines


def test_held_values_and_stages(carried: Any) -> None:
    """Tests a value that is read six cycles after its begin, in the third of three contexts."""
    text = mapping_text(*carried, width=120, mode="folded")
    assert "s₁" in text and "m₀" in text
