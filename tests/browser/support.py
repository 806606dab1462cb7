"""What the browser tests know about a page, from its mapping and from what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archs.files import load_architecture
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.native_json import dfg_from_json, mapping_from_json


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


# Pictures are drawn anew by an observer of their size, which runs after the layout of a frame: what
# is measured before that is not what is seen.
SETTLED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""


WINDOWS = {"laptop": (1280, 800), "phone": (390, 844)}
# Pairs of texts that lie over each other, as far as they are in sight: boxes that scroll cut them.
OVERLAPS = """() => {
  const seen = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, own = text.parentElement, said = text.data.trim();
    if (!said || own.closest("title, script, style, select, .unseen, .skip")) continue;
    if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const cuts = [];
    for (let one = own; one && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflow !== "visible") cuts.push(one.getBoundingClientRect());
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const box = cuts.reduce(([l, t, r, b], cut) => [Math.max(l, cut.left), Math.max(t, cut.top),
        Math.min(r, cut.right), Math.min(b, cut.bottom)], [left, top, right, bottom]);
      if (box[2] - box[0] > 1 && box[3] - box[1] > 1) seen.push([box, own, said]);
    }
  }
  const found = [];
  seen.forEach(([[l, t, r, b], own, said], number) => {
    for (const [box, other, text] of seen.slice(number + 1)) {
      if (own.contains(other) || other.contains(own)) continue;
      const wide = Math.min(r, box[2]) - Math.max(l, box[0]);
      const high = Math.min(b, box[3]) - Math.max(t, box[1]);
      if (wide > 2 && high > 3) found.push(`${said} | ${text}`);
    }
  });
  return found;
}"""


IN_SIGHT = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
LINES_INSIDE = """() => {
  document.querySelector('[aria-label="Fit: the dataflow graph"]').click();
  const [left, top, width, height] = document.getElementById("graph").getAttribute("viewBox")
    .split(" ").map(Number);
  return [...document.querySelectorAll("#graph .wire")].every((wire) => {
    const box = wire.getBBox();
    return box.x >= left && box.y >= top && box.x + box.width <= left + width
      && box.y + box.height <= top + height;
  });
}"""


def require_readable(page: Any) -> None:
    """Require that no text lies over another, nothing is wider than the window, that the graph's
    lines end in it, and that the legend can be seen as a whole: at once beside a single mapping on
    a large window, and otherwise by the link at the top.
    """
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    about = page.locator("#about")
    if about.count() and about.locator(".legend").count():
        assert about.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        assert page.evaluate(LINES_INSIDE)
        if page.locator("#chooser").is_visible() or page.viewport_size["width"] < 900:
            page.locator("header a").click()
        assert page.locator(".legend").evaluate(IN_SIGHT)
