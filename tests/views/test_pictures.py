from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from views.mapping.svg import mapping_svg
from views.pictures import NEEDED, pdf_of, require_picture, write_picture


@pytest.fixture
def converter() -> None:
    for package in NEEDED[".png"]:
        pytest.importorskip(package)


def fonts(pdf: bytes) -> list[bytes]:
    return re.findall(rb"/BaseFont\s*/([^\s/]+)", pdf)


@pytest.mark.usefixtures("converter")
def test_a_picture_is_a_page_of_its_size_with_embedded_fonts(made: Callable[..., Any]) -> None:
    svg = mapping_svg(*made())
    pdf = pdf_of(svg)
    assert pdf.startswith(b"%PDF") and pdf == pdf_of(svg)
    width, height = re.search(r'width="(\d+)" height="(\d+)"', svg).groups()  # type: ignore[union-attr]
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert box is not None
    # 96 pixels of SVG are an inch, and so are 72 points of PDF.
    assert [float(side) for side in box.groups()] == pytest.approx(
        [0.75 * float(width), 0.75 * float(height)], abs=0.01
    )
    assert fonts(pdf) and all(b"+DejaVuSans" in font for font in fonts(pdf))
    assert pdf.count(b"/FontFile2") == len(set(fonts(pdf)))
    assert b"/Title (dot1 on pair: 5 cycles)" in pdf


def test_a_place_that_cannot_be_written_is_refused_before(tmp_path: Path) -> None:
    for name, line in (
        ("a.jpg", "written as .svg, .pdf or .png"),
        ("no/a.svg", "is not a directory"),
    ):
        with pytest.raises(InputError, match=line):
            require_picture(str(tmp_path / name))
    require_picture(None)


def test_what_is_missing_for_pdf_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("views.pictures.find_spec", lambda name: None)
    line = "needs svglib, reportlab, matplotlib: pip install 'xyzmap\\[pictures\\]'"
    for act in (require_picture, lambda path: write_picture(path, "<svg/>")):
        with pytest.raises(InputError, match=line):
            act(str(tmp_path / "a.pdf"))
    require_picture(str(tmp_path / "a.svg"))
    assert list(tmp_path.iterdir()) == []
