"""What the browser tests know about a page, from its mapping and from what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archs.files import load_architecture
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.dfg_json import dfg_from_json
from models.formats.mapping_json import mapping_from_json


@dataclass(frozen=True)
class Made:
    """A page with the mapping that it should show."""

    page: Path
    problem: Problem
    mapping: Mapping


def read_made(page: Path, dfg: Path, arch: str, mapping: Path) -> Made:
    found = mapping_from_json(mapping.read_bytes(), str(mapping))
    graph = dfg_from_json(dfg.read_bytes(), str(dfg))
    return Made(page, Problem(graph, load_architecture(arch), found.contexts), found)


def node(page: Any, value: str) -> Any:
    """The node of a value in the dataflow graph."""
    inputs = f'#graph .node[aria-label="{value}, input"]'
    return page.locator(f'#graph .node[aria-label^="{value} = "], {inputs}')


def tile(page: Any, component: str) -> Any:
    """The tile of a component in the array; its label goes on behind a comma or a period."""
    return page.locator(f'#array .tile[aria-label^="{component},"]')


LABELS = 'all => all.map((one) => one.getAttribute("aria-label"))'


def names_of(found: Any) -> set[str]:
    """The names of tiles or nodes."""
    return {label.split(",")[0].split(" = ")[0] for label in found.evaluate_all(LABELS)}


def cycle(page: Any) -> int:
    return int(page.locator("#cycle").input_value())


def at_cycle(page: Any, expected: int) -> None:
    """Wait until the player is there; fail if it does not come there."""
    from playwright.sync_api import expect

    expect(page.locator("#cycle")).to_have_value(str(expected))


FOCUS = """() => {
  const at = document.activeElement;
  return at.id || at.getAttribute("aria-label") || at.textContent.trim().slice(0, 30);
}"""


def focused(page: Any) -> str:
    """The id, label or text of what has the focus."""
    return page.evaluate(FOCUS)


# Texts of pictures that are wider than the box around them, with how much; what is not shown has
# no width.
OVERFLOWING = """() => {
  const found = [];
  for (const text of document.querySelectorAll(".op text, .chip text, .node text, .cell text")) {
    const boxes = [...text.parentNode.querySelectorAll("rect")];
    const room = Math.max(...boxes.map((box) => box.getBoundingClientRect().width));
    const width = text.getBoundingClientRect().width;
    if (width > room + 0.5) found.push(`${text.textContent}: ${width} in ${room}`);
  }
  return found;
}"""

# Elements that would need to be scrolled sideways, but for those that are meant to be.
CUT_OFF = """() => [...document.querySelectorAll("body, body *:not(svg *, .unseen, .skip, script)")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
    && !e.matches("input, .scroll") && getComputedStyle(e).display !== "inline")
  .map((e) => `${e.tagName} ${e.id} ${e.className}: ${e.scrollWidth} in ${e.clientWidth}`)"""
