from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from views.mapping.svg import mapping_svg
from views.pictures import NEEDED, pdf_of, png_of, require_picture, write_picture

HOSTILE = "<&\">']]>値→≥"


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


@pytest.mark.usefixtures("converter")
def test_no_word_of_a_picture_is_lost(made: Callable[..., Any]) -> None:
    from io import BytesIO

    from reportlab.graphics.shapes import Drawing, Group, String
    from svglib.svglib import svg2rlg

    svg = mapping_svg(*made(product=HOSTILE))
    assert pdf_of(svg).startswith(b"%PDF")

    def words(shape: Any) -> list[str]:
        if isinstance(shape, String):
            return [shape.text]
        return [w for s in shape.contents for w in words(s)] if isinstance(shape, Group) else []

    drawing = svg2rlg(BytesIO(svg.encode()))
    assert isinstance(drawing, Drawing)
    plain = re.sub(r"<title>[^<]*</title>", "", svg)
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", plain)
    assert len(words(drawing)) == len(shown) > 20
    assert any(HOSTILE in word for word in words(drawing))


def test_a_name_without_pdf_gets_the_svg_as_it_is(tmp_path: Path) -> None:
    for name in ("a.svg", "a.SVG", "a"):
        write_picture(str(tmp_path / name), "<svg/>")
        assert (tmp_path / name).read_text() == "<svg/>"


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


def test_png_is_the_picture_at_twice_its_size(converter: None, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><title>t</title></svg>'
    write_picture(str(tmp_path / "a.png"), svg)
    data = (tmp_path / "a.png").read_bytes()
    assert data == png_of(svg) and data.startswith(b"\x89PNG")
    size = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    assert tuple(size) == (80, 60)
