"""Text and colour for pictures: how wide a word is, how it is cut, what colour an operator has."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from views.style import BRIGHT, PALETTE

_NARROW = set("ijltfrI1.,:;|'!()[]{}/\\ -")
_WIDE = set("mwMWGOQ@%&<>=+~×→…")


def text_width(text: str, size: float) -> float:
    """Return a safe estimate of the width of `text` in a sans-serif font of `size`."""
    return size * sum(map(_advance, text))


def _advance(letter: str) -> float:
    if letter in _NARROW:
        return 0.42 if letter not in "1-/" else 0.64
    if letter in _WIDE or not letter.isascii():
        return 1.02
    return 0.70 if letter.isupper() else 0.645


def fitted(text: str, size: float, width: float) -> str:
    """Return `text`, cut and ended with `…` when it is wider than `width`."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def xml(text: str) -> str:
    """Return `text` as XML character data or attribute value, without illegal characters."""
    legal = "".join(c if c >= " " and not 0xD800 <= ord(c) <= 0xDFFF else "?" for c in text)
    legal = legal.replace("\ufffe", "?").replace("\uffff", "?")
    return escape(legal, {'"': "&quot;"})


def colours(operators: Sequence[str]) -> dict[str, str]:
    """Return a colour per operator, by position, so that equal graphs look alike."""
    return {name: PALETTE[rank % len(PALETTE)] for rank, name in enumerate(operators)}


def ink(background: str) -> str:
    """Return black or white, whichever can be read on `background`."""
    parts = [int(background[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return BRIGHT if luminance < 0.18 else "#111418"
