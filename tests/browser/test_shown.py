"""The report in a browser: it loads, fits, can be read by all, and is not too large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.support import CUT_OFF, OVERFLOWING, Made, at_cycle
from tests.views.conftest import make
from views.html.page import report_html
from views.html.verdict import Verdict

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
NARROW = {"viewport": {"width": 380, "height": 800}}

# The contrast of texts with what is behind them, as WCAG 2 defines it: [least, its text].
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [r, g, b] = rgb(colour).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const own = getComputedStyle(e).backgroundColor;
      if (rgb(own)[3] === 255) return own;
    }
    return "white";
  };
  const style = (element) => getComputedStyle(element);
  const found = [];
  for (const e of document.querySelectorAll("h1, h2, p, dt, dd, summary, button, label, .badge")) {
    if (!e.textContent || !e.offsetParent) continue;
    found.push([ratio(style(e).color, behind(e)), e.textContent]);
  }
  for (const e of document.querySelectorAll(".node text, .chip:not(.empty) text")) {
    const box = e.parentNode.querySelector("rect");
    if (e.textContent) found.push([ratio(style(e).fill, style(box).fill), e.textContent]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""

# Controls, pictures and regions without a name for those who do not see them.
NAMELESS = """() => {
  const named = (e) => e.getAttribute("aria-label") || e.textContent.trim()
    || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent
    || [...(e.labels ?? [])].some((label) => label.textContent.trim());
  const selector = "button, select, input, svg[role], section, [role=option], [role=group], a";
  return [...document.querySelectorAll(selector)].filter((e) => !named(e)).map((e) => e.outerHTML);
}"""

# What has to be scrolled but cannot be reached by the keyboard.
UNREACHED = """() => [...document.querySelectorAll("body *")]
  .filter((e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY)
    && e.scrollHeight > e.clientHeight && e.tabIndex < 0).map((e) => e.outerHTML.slice(0, 99))"""

# Names that several regions have.
REPEATED = """() => {
  const name = (e) => e.getAttribute("aria-label")
    || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent;
  const names = [...document.querySelectorAll("section, [role=region]")].map(name);
  return names.filter((one, place) => names.indexOf(one) < place);
}"""


def test_texts_fit_in_their_boxes(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    for k in range(loop.mapping.horizon):
        at_cycle(page, k)
        assert page.evaluate(OVERFLOWING) == []
        page.keyboard.press("ArrowRight")
    assert page.evaluate(CUT_OFF) == []


def test_texts_fit_far_away_and_close(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    page.keyboard.press("End")
    for name in ("Zoom out: the array", "Zoom in: the array"):
        for _ in range(4):
            page.get_by_role("button", name=name).click()
            assert page.evaluate(OVERFLOWING) == []


def test_long_names_of_wide_letters_fit(opened: Open, folder: Path) -> None:
    names = {"product": "W" * 30, "total": "M" * 30, "element": "@W" * 9, "add": "W" * 9}
    problem, mapping = make(**names)
    page_file = folder / "wide.html"
    page_file.write_text(report_html(problem, mapping, Verdict("optimal", "W" * 300)), "utf-8")
    page = opened(page_file)
    for k in range(mapping.horizon):
        at_cycle(page, k)
        assert page.evaluate(OVERFLOWING) == []
        page.keyboard.press("ArrowRight")
    assert page.evaluate(CUT_OFF) == []


def test_a_narrow_window_needs_no_scrolling_to_the_side(opened: Open, loop: Made) -> None:
    page = opened(loop.page, **NARROW)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 380
    assert page.evaluate(CUT_OFF) == []
    array, graph = (page.locator(f"#{name}").bounding_box() for name in ("array", "graph"))
    assert array["y"] + array["height"] <= graph["y"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_have_contrast(opened: Open, loop: Made, scheme: str) -> None:
    page = opened(loop.page, color_scheme=scheme)
    for _ in range(loop.mapping.contexts):
        page.keyboard.press("ArrowRight")
    at_cycle(page, loop.mapping.contexts)
    least, text = page.evaluate(CONTRAST)
    assert least >= 4.5, text
    ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    shades = [int(part) for part in ground[4:-1].split(",")]
    assert all(shade < 60 for shade in shades) if scheme == "dark" else min(shades) > 220


def test_everything_has_a_name_and_a_role(opened: Open, loop: Made) -> None:
    from playwright.sync_api import expect

    page = opened(loop.page)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(UNREACHED) == []
    assert page.evaluate(REPEATED) == []
    for role, name in (
        ("slider", "Cycle"), ("button", "Play"), ("button", "One back"), ("button", "One on"),
        ("combobox", "Show"), ("combobox", "Speed"), ("searchbox", "Find"),
        ("listbox", "Components of the array"), ("listbox", "Values of the dataflow graph"),
        ("region", "Player"), ("heading", "Array"), ("heading", "Selection"),
    ):  # fmt: skip
        expect(page.get_by_role(role, name=name, exact=True)).to_have_count(1)
    components, values = loop.problem.arch.components, loop.problem.dfg.values
    options = page.get_by_role("option").filter(has_not=page.locator("option"))
    shown = options.evaluate_all("all => all.filter((e) => e.closest('svg')).length")
    assert shown == len(components) + len(values)
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    assert page.locator("#cycle").get_attribute("aria-valuetext").startswith("cycle 0")
    assert page.locator("html").get_attribute("lang") == "en"


def test_the_table_says_what_the_picture_shows(opened: Open, loop: Made) -> None:
    page = opened(loop.page)
    page.locator("#use summary").click()
    rows = page.locator("#use tbody tr")
    elements = [c for c in loop.problem.arch.components if c.issue]
    rows.first.wait_for()
    assert rows.count() == len(elements) + len(loop.problem.arch.paths)
    first = rows.first.locator("th, td").all_text_contents()
    issued = sum(i.component == elements[0].name for i in loop.mapping.issues)
    slots = elements[0].issue * loop.mapping.contexts
    assert first[:4] == [elements[0].name, "element", str(issued), str(slots)]


def test_pages_of_all_kinds_load_without_a_complaint(
    opened: Open, straight: Path, impossible: Path
) -> None:
    for path in (straight, impossible):
        page = opened(path)
        assert page.locator("#array .tile").count() > 0
        assert page.evaluate(OVERFLOWING) == []


def test_a_large_report_can_be_played(opened: Open, large: Path) -> None:
    page = opened(large)
    assert page.locator("#array .tile").count() == 16 * 16 + 1
    assert page.locator("#graph .node").count() > 300
    for k in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at_cycle(page, k)
    assert page.locator("#graph .node.now").count() >= 16
    assert page.evaluate(OVERFLOWING) == []


def test_reports_are_not_too_large(loop: Made, large: Path) -> None:
    assert loop.page.stat().st_size <= 1e6
    assert large.stat().st_size <= 10e6
