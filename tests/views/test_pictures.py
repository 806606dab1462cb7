"""Pictures as PDF and PNG, and plots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from views.mapping.svg import mapping_svg
from views.pictures import NEEDED, pdf_of, png_of
from views.plots import drawing, legend_below, series


def fonts(pdf: bytes) -> list[bytes]:
    return re.findall(rb"/BaseFont\s*/([^\s/]+)", pdf)


def test_a_picture_is_a_page_of_its_size_with_embedded_fonts(made: Callable[..., Any]) -> None:
    for package in NEEDED[".png"]:
        pytest.importorskip(package)
    svg = mapping_svg(*made())
    pdf = pdf_of(svg)
    assert pdf.startswith(b"%PDF") and pdf == pdf_of(svg)
    width, height = re.search(r'width="(\d+)" height="(\d+)"', svg).groups()  # type: ignore[union-attr]
    data = png_of(svg)
    size = [int.from_bytes(data[at : at + 4]) for at in (16, 20)]
    assert data.startswith(b"\x89PNG") and size == [2 * int(width), 2 * int(height)]
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert box is not None
    # 96 pixels of SVG are an inch, and so are 72 points of PDF.
    assert [float(side) for side in box.groups()] == pytest.approx(
        [0.75 * float(width), 0.75 * float(height)], abs=0.01
    )
    assert fonts(pdf) and all(b"+DejaVuSans" in font for font in fonts(pdf))
    assert pdf.count(b"/FontFile2") == len(set(fonts(pdf)))
    assert b"/Title (dot1 on pair: 5 cycles)" in pdf


matplotlib = pytest.importorskip("matplotlib")
NAME = "a $x_1$ <&>"


def plot(path: Path) -> bytes:
    with drawing(str(path), 3.5, 2.5) as figure:
        axis, other = figure.subplots(2)
        axis.plot([1, 2], [3, 4], label=NAME, **series(0))
        other.plot([1, 2], [3, 4], label=NAME, **series(0))
        other.plot([1, 2], [4, 3], label="second", **series(1))
        axis.set_title(NAME)
        legend_below(figure, 2)
    return path.read_bytes()


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_the_file_depends_on_the_data_only(ending: str, tmp_path: Path) -> None:
    first = plot(tmp_path / f"a.{ending}")
    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"font.size": 30.0, "lines.linewidth": 9.0, "axes.grid": False}):
        assert plot(tmp_path / f"b.{ending}") == first
    assert dict(matplotlib.rcParams) == before


def test_text_stays_text_and_no_mathematics(tmp_path: Path) -> None:
    text = plot(tmp_path / "a.svg").decode()
    assert text.count("a $x_1$ &lt;&amp;&gt;") == 2  # the title, and one entry for both panels
    assert "<dc:date>" not in text and "second" in text
