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
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && e.checkVisibility()
    && !e.matches("input, .scroll") && getComputedStyle(e).display !== "inline")
  .map((e) => `${e.tagName} ${e.id} ${e.className}: ${e.scrollWidth} in ${e.clientWidth}`)"""

# Pairs of texts of a picture whose boxes overlap by more than a pixel: without the line around
# letters, and only what is in sight.
OVERLAPPING = """() => {
  const found = [];
  for (const picture of document.querySelectorAll("#array, #graph, #table")) {
    const frame = picture.getBoundingClientRect();
    const boxes = [];
    for (const text of picture.querySelectorAll("text")) {
      const style = getComputedStyle(text);
      if (!text.textContent || style.visibility === "hidden") continue;
      if (!text.getClientRects().length) continue;
      const { x, y, width, height } = text.getBBox();
      const place = text.getScreenCTM();
      const [a, b] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)]
        .map((point) => point.matrixTransform(place));
      const box = [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)];
      if (box[2] < frame.left || box[0] > frame.right) continue;
      if (box[3] < frame.top || box[1] > frame.bottom) continue;
      for (const [other, words] of boxes) {
        const wide = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
        const high = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
        if (wide > 1 && high > 1) found.push(`${picture.id}: ${text.textContent} on ${words}`);
      }
      boxes.push([box, text.textContent]);
    }
  }
  return found;
}"""

# Texts that are smaller on the screen than so many pixels.
SMALL = """(least) => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const holder = walk.currentNode.parentElement;
    const words = walk.currentNode.textContent.trim();
    if (!words || !holder.getClientRects().length) continue;
    if (holder.closest("script, style, title")) continue;
    const { a, b } = holder.getScreenCTM?.() ?? { a: 1, b: 0 };
    const by = Math.hypot(a, b);
    const size = parseFloat(getComputedStyle(holder).fontSize) * by;
    if (size < least - 0.1) found.push(`${words}: ${size}`);
  }
  return found;
}"""

# Controls and regions that overlap others which do not hold them.
COVERED = """() => {
  const kinds = "button, select, input, h1, h2, .badge, .card, #player";
  const parts = [...document.querySelectorAll(kinds)]
    .filter((e) => e.getClientRects().length);
  const found = [];
  for (const a of parts) for (const b of parts) {
    if (a === b || a.contains(b) || b.contains(a)) continue;
    const [one, two] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    const words = [a, b].map((e) => e.outerHTML.slice(0, 60));
    if (wide > 1 && high > 1) found.push(words.join(" on "));
  }
  return found;
}"""


# Pictures are drawn anew by an observer of their size, which runs after the layout of a frame: what
# is measured before that is not what is seen.
SETTLED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""


def require_sound(page: Any) -> None:
    """Check that nothing overlaps or is cut off, nor is too small where there is room."""
    page.evaluate(SETTLED)
    wide = page.viewport_size["width"] >= 1280
    wrong = [found for script in (OVERLAPPING, COVERED, CUT_OFF) for found in page.evaluate(script)]
    wrong += page.evaluate(SMALL, 12) if wide else []
    across = page.evaluate("() => document.documentElement.scrollWidth")
    wrong += [f"{across} pixels wide"] * (across > page.viewport_size["width"])
    assert not wrong, wrong
