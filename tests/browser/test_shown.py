"""Reports of all kinds load without a complaint, can be read by all, and frames are saved."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from archs.files import load_architecture
from examples.__main__ import main as examples
from models.data.problem import Problem
from partition import __main__ as partition
from pruning import __main__ as prune_arch
from solvers import min_ii
from sweeps.compare import __main__ as compare
from tests.browser.conftest import MESH
from tests.browser.support import WINDOWS, Made, require_readable
from views.html.page import report_html
from views.html.verdict import Verdict

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


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


def test_pages_of_all_kinds_load_without_a_complaint(
    opened: Open, straight: Path, impossible: Path, parts: Path, pruned: Path
) -> None:
    for path in (straight, impossible, parts, pruned):
        assert opened(path, at="").locator("#array .tile").count() > 0


OWN = """
rows = 5
columns = 3
io = "left"
ops = ["add", "sub", "const"]
regions = [{columns = 0, ops = ["memory"]}, {columns = 1, ops = ["mul"], latencies = {mul = 2}}]
"""


@pytest.fixture(scope="module")
def others(folder: Path) -> list[Path]:
    """A filter on HyCUBE, a dot product on an array of its own and on a large one, and solvers
    compared.
    """
    (folder / "own.toml").write_text(OWN)
    pages = []
    for kind, size, array in (
        ("fir", "4", "hycube:4x4"), ("dot", "4", str(folder / "own.toml")),
        ("dot", "3", "mesh:16x16,io=left"),
    ):  # fmt: skip
        assert examples([kind, size, "-o", str(folder / "other")]) == 0
        pages.append(folder / f"other-{len(pages)}.html")
        words = [str(folder / "other" / "dfg.json"), array, "--quiet", "--html", str(pages[-1])]
        assert min_ii.main(words) in (0, 10)
    pages.append(folder / "compared.html")
    words = [str(folder / "other" / "dfg.json"), "mesh:2x2,io=all", "--cycles", "5", "--quiet"]
    words += ["--solver", "cadical195", "--solver", "minicard", "--html", str(pages[-1])]
    assert compare.main(words) == 0
    return pages


@pytest.mark.parametrize("size", WINDOWS)
def test_no_text_lies_over_another(
    opened: Open, size: str, straight: Path, loop: Made, parts: Path, pruned: Path,
    others: list[Path],
) -> None:  # fmt: skip
    """Tests pages of all kinds as they open; and that their legend needs no scrolling."""
    width, height = WINDOWS[size]
    for path in (straight, loop.page, parts, pruned, *others):
        page = opened(path, at="", viewport={"width": width, "height": height})
        require_readable(page)
    # The last one has a table of short cells: each is one line, beside which one can scroll.
    lines = page.locator(".plain td").evaluate_all("all => all.map((one) => one.clientHeight)")
    assert max(lines) < 30


@pytest.mark.parametrize(("size", "scheme"), [("laptop", "light"), ("phone", "dark")])
def test_axe_finds_no_violation(opened: Open, loop: Made, size: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    width, height = WINDOWS[size]
    viewport = {"width": width, "height": height}
    page = opened(loop.page, viewport=viewport, color_scheme=scheme, at="")
    if size == "phone":
        page.locator("#more").click()
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], [each["html"] for each in one["nodes"]]) for one in found] == []


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


def test_the_page_explains_its_signs_and_clips_no_schedule(opened: Open, loop: Made) -> None:
    """Tests the legend where nothing is chosen, and that pointing at something moves nothing."""
    page = opened(loop.page)
    said = page.locator("#about .legend").text_content()
    for sign in ("a′", "[i−2]", "+2", "hollow node", "dot on a path", "dashed edge, @1"):
        assert sign in said
    scroll = page.locator("#table-scroll")
    assert scroll.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    before = page.locator("#frame-title").bounding_box()
    page.locator("#graph .node").first.hover()
    assert page.locator("#about .legend").count() == 0
    assert page.locator("#frame-title").bounding_box() == before


def test_a_large_array_opens_on_the_elements_in_use(opened: Open, loop: Made, folder: Path) -> None:
    """Tests the same mapping on a mesh of 16 × 16: names of elements in use can be read."""
    problem = Problem(
        loop.problem.dfg, load_architecture("mesh:16x16,io=all"), loop.mapping.contexts
    )
    page, corner = folder / "large.html", loop.mapping
    own = {path.name for path in problem.arch.paths}
    kept = tuple(transfer for transfer in corner.transfers if transfer.path in own)
    mapping = msgspec.structs.replace(corner, transfers=kept)
    page.write_text(report_html(problem, mapping, Verdict("feasible", "")), encoding="utf-8")
    box = (
        opened(page, at="")
        .locator("#array .tile:has(.op[visibility=inherit])")
        .first.bounding_box()
    )
    assert box["width"] > 30
