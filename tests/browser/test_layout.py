"""The report at the sizes of a laptop, a projector and a phone, light and dark.

What is measured are the boxes of elements: texts do not overlap and are not cut off, and none is
smaller than 12 pixels where the window is that of a laptop or larger.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from examples.__main__ import main as examples
from solvers import min_ii, partition, prune_arch
from tests.browser.conftest import MESH
from tests.browser.support import (
    OVERLAPPING,
    SMALL,
    Made,
    at_cycle,
    cycle,
    read_made,
    require_sound,
)

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
WINDOWS = {"laptop": (1280, 800), "projector": (1920, 1080), "phone": (390, 844)}
EVERY = [("laptop", "light"), ("projector", "dark"), ("phone", "light")]

# Choose a value that is computed now and in sight.
CHOOSE = """() => {
  const frame = document.getElementById("graph").getBoundingClientRect();
  const inside = [...document.querySelectorAll("#graph .node.now")].find((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  });
  inside.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


@pytest.fixture(scope="module")
def hycube(folder: Path, loop: Made) -> Made:
    """Elements that are several components each, with switches and a shared external memory."""
    page, file = folder / "hycube.html", folder / "hycube.json"
    words = [str(folder / "dfg.json"), "hycube:4x4,io=memory", "--quiet"]
    assert min_ii.main([*words, "--html", str(page), "--mapping", str(file)]) == 0
    return read_made(page, folder / "dfg.json", "hycube:4x4,io=memory", file)


@pytest.fixture(scope="module")
def parts(folder: Path) -> Path:
    """A time line of parts above the mappings of the parts."""
    assert examples(["polybench", "gesummv", "--unroll", "2", "-o", str(folder / "parts")]) == 0
    page = folder / "parts.html"
    words = [str(folder / "parts/dfg.json"), MESH, "--parts", "2", "--max-ii", "16", "--quiet"]
    words += ["--method", "nsga2", "--trials", "4", "--html", str(page)]
    assert partition.main(words) in (0, 10)
    return page


@pytest.fixture(scope="module")
def pruned(folder: Path, straight: Path) -> Path:
    """The steps of a search for the smallest array above the mappings."""
    page = folder / "pruned.html"
    files = [str(straight.parent / name) for name in ("dfg.json", "arch.json")]
    assert prune_arch.main([*files, "--cycles", "8", "--quiet", "--html", str(page)]) in (0, 10)
    return page


def windowed(opened: Open, path: Path, size: str, scheme: str = "light", **options: Any) -> Any:
    width, height = WINDOWS[size]
    viewport = {"width": width, "height": height}
    return opened(path, viewport=viewport, color_scheme=scheme, **options)


@pytest.mark.parametrize(("size", "scheme"), EVERY)
@pytest.mark.parametrize("kind", ["loop", "hycube", "straight", "large"])
def test_nothing_overlaps_or_is_cut_off(
    opened: Open, request: pytest.FixtureRequest, kind: str, size: str, scheme: str
) -> None:
    made = request.getfixturevalue(kind)
    page = windowed(opened, getattr(made, "page", made), size, scheme, at="context=0")
    for step in range(3):
        at_cycle(page, step)
        assert page.evaluate(OVERLAPPING) == []
        page.keyboard.press("ArrowRight")
    page.evaluate(CHOOSE)
    require_sound(page)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("kind", ["parts", "pruned"])
def test_overviews_above_mappings_have_room(
    opened: Open, request: pytest.FixtureRequest, kind: str, size: str
) -> None:
    require_sound(windowed(opened, request.getfixturevalue(kind), size, at=""))


@pytest.mark.parametrize(("size", "scheme"), [*EVERY, ("laptop", "dark")])
def test_axe_finds_no_violation(opened: Open, loop: Made, size: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = windowed(opened, loop.page, size, scheme, at="")
    if size == "phone":
        page.locator("#more").click()
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], [each["html"] for each in one["nodes"]]) for one in found] == []


def test_a_presentation_fills_the_window(opened: Open, loop: Made) -> None:
    page = windowed(opened, loop.page, "projector", at="")
    before = page.locator("#array").bounding_box()
    page.keyboard.press("p")
    page.wait_for_function("() => document.body.classList.contains('present')")
    assert page.locator("h1").is_hidden() and page.locator("#about").is_hidden()
    assert page.locator("#array").bounding_box()["height"] > before["height"]
    assert page.evaluate(SMALL, 16) == []
    assert page.evaluate(OVERLAPPING) == []
    last = page.locator("#table-scroll").bounding_box()
    assert last["y"] + last["height"] <= WINDOWS["projector"][1]
    now = cycle(page)
    page.keyboard.press("ArrowRight")
    at_cycle(page, now + 1)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.body.classList.contains('present')")
    assert page.locator("h1").is_visible()


@pytest.mark.parametrize("name", ["the array", "the dataflow graph"])
def test_a_frame_is_saved_as_svg_and_png(
    opened: Open, loop: Made, name: str, tmp_path: Path
) -> None:
    page = opened(loop.page, at="cycle=2")
    for kind in ("SVG", "PNG"):
        with page.expect_download() as saving:
            page.get_by_role("button", name=f"Save as {kind}: {name}").click()
        saving.value.save_as(tmp_path / kind)
        assert "cycle-2" in saving.value.suggested_filename
    root = ElementTree.parse(tmp_path / "SVG").getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "cycle 2" in (texts[-1] or "")
    shown = (
        "#array .op:not([visibility=hidden]) text" if "array" in name else "#graph .node.now text"
    )
    assert set(filter(None, page.locator(shown).all_text_contents())) <= set(texts)
    assert not any(each.get("class") or each.get("style") for each in root.iter())
    data = (tmp_path / "PNG").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    box = page.locator("#array" if "array" in name else "#graph").bounding_box()
    assert width == int(2 * box["width"]) and height > 2 * box["height"]
