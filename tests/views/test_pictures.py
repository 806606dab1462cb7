from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from views.mapping.svg import mapping_svg
from views.pictures import NEEDED, pdf_of, png_of


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
