"""Pictures as files: SVG as drawn, or the same as PDF or PNG, by the suffix of the name."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from models.errors import InputError
from models.formats.text_files import require_place, write_bytes, write_text

PDF = ("svglib", "reportlab", "matplotlib")
"""The packages that read SVG, write PDF, and bring the font, in its free version."""
NEEDED = {".pdf": PDF, ".png": (*PDF, "pypdfium2")}
"""Packages by suffix, beyond SVG; PNG is drawn from the PDF."""
SCALE = 2.0
"""Pixels of a PNG for each of the picture's own, which are 3/4 of a point in the PDF."""
FAMILY = "DejaVu Sans"
FILES = {"normal": "DejaVuSans.ttf", "400": "DejaVuSans.ttf", "600": "DejaVuSans-Bold.ttf"}
"""The first font of every picture, by the weights that we use."""


def require_picture(path: str | None) -> None:
    """Raise `InputError` before long work if a requested picture could not be written.

    What writes PDF is imported: that takes longer than a command has to write files once it is
    stopped.
    """
    if path is None:
        return
    require_place(path)
    ending = _ending(path)
    if ending not in ("", ".svg", *NEEDED):
        raise InputError("a picture is written as .svg, .pdf or .png", path)
    missing = [package for package in NEEDED.get(ending, ()) if find_spec(package) is None]
    if missing:
        what = f"a picture as {ending[1:].upper()} needs {', '.join(missing)}"
        raise InputError(f"{what}: pip install 'xyzmap[pictures]'", path)
    if ending in NEEDED:
        import_module("svglib.svglib")


def write_picture(path: str, svg: str) -> None:
    """Write a picture, given as SVG: as PDF or PNG to a name that ends in `.pdf` or `.png`.

    Raises `InputError` when the file cannot be written.
    """
    require_picture(path)
    if _ending(path) == ".pdf":
        write_bytes(path, pdf_of(svg))
    elif _ending(path) == ".png":
        write_bytes(path, png_of(svg))
    else:
        write_text(path, svg)


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def png_of(svg: str) -> bytes:
    """Return one of our pictures as PNG of `SCALE` times its size; equal pictures, equal bytes."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf_of(svg)) as document:
        file = BytesIO()
        document[0].render(scale=SCALE * 4 / 3).to_pil().save(file, "PNG")
        return file.getvalue()


def pdf_of(svg: str) -> bytes:
    """Return one of our pictures as a PDF of one page of its size; equal pictures, equal bytes.

    Tooltips are lost. Signs that the font does not have are boxes.
    """
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    font = _register_fonts()
    # The converter would write the titles of texts beside them.
    drawing: Any = svg2rlg(BytesIO(re.sub("<title>.*?</title>", "", svg).encode()))
    file = BytesIO()
    canvas = Canvas(
        file,
        (drawing.width, drawing.height),
        pageCompression=1,
        invariant=1,  # a fixed date, and identifiers that follow from the contents
        initialFontName=font,
    )
    title = svg.partition("<title>")[2].partition("</title>")[0]
    canvas.setTitle(html.unescape(title))
    canvas.setAuthor("xyzmap")
    canvas.setCreator("xyzmap")
    with _initially(font):
        renderPDF.draw(drawing, canvas, 0, 0)
    canvas.save()
    return file.getvalue()


@contextmanager
def _initially(font: str) -> Iterator[None]:
    """Let a drawing begin with this font: any other would be named, and not embedded."""
    from reportlab.graphics.shapes import STATE_DEFAULTS

    before = STATE_DEFAULTS["fontName"]
    STATE_DEFAULTS["fontName"] = font
    try:
        yield
    finally:
        STATE_DEFAULTS["fontName"] = before


def _register_fonts() -> str:
    """Tell the converter where our font is, so that it looks for none on this machine.

    Return the name of the normal one.
    """
    from matplotlib import get_data_path
    from svglib.svglib import register_font

    folder = os.path.join(get_data_path(), "fonts", "ttf")
    names = [
        register_font(FAMILY, os.path.join(folder, file), weight=weight)[0]
        for weight, file in FILES.items()
    ]
    return str(names[0])
