"""The SVG writer that all pictures share: the frame, texts that fit, boxes, arrow heads, legends.

Lengths and coordinates are in pixels, y grows downward. Texts are escaped here.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from views.style import (
    BRIGHT,
    DARK,
    FACTS_SIZE,
    FAINT,
    FONT,
    LEGEND_ROW,
    LEGEND_SIZE,
    PAGE,
    PALETTE,
    TEXT,
    TITLE_SIZE,
    Page,
)

SIDE = 20.0
"""Left and right of the heading."""
FACTS_ROW = 16.0
SAMPLE = 14.0, 12.0
"""The size of a sample in a legend."""

_NARROW = set("ijltfrI1.,:;|'!()[]{}/\\ -")
_WIDE = set("mwMWGOQ@%&<>=+~×→…")


def framed(
    size: tuple[float, float],
    title: str,
    name: str,
    facts: Sequence[str],
    body: Iterable[str],
    page: Page = PAGE,
    top: float = 0.0,
) -> str:
    """Return an SVG file of `size` (width, height): lines of `facts` under `name`, then `body`.

    `title` identifies the picture where it is not visible. A figure begins at `top`, without
    heading.
    """
    width, height = size
    start = top - 6 if page.figure else 0.0
    shape = f'width="{width:.0f}" height="{height - start:.0f}"'
    room = width - 2 * SIDE
    heading = [
        text_drawn(SIDE, 30, name, TITLE_SIZE, TEXT, "start", 600, room),
        *(
            text_drawn(SIDE, 50 + FACTS_ROW * number, line, FACTS_SIZE, FAINT, room=room)
            for number, line in enumerate(facts)
        ),
    ]
    if page.figure:
        heading, body = [], [f'<g transform="translate(0 {-start:.1f})">', *body, "</g>"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {shape}'
        f' viewBox="0 0 {width:.0f} {height - start:.0f}" font-family="{xml(FONT)}" role="img">',
        f"<title>{xml(title)}</title>",
        f"<desc>{xml(' · '.join(facts))}</desc>",
        f'<rect {shape} fill="{BRIGHT}"/>',
        *heading,
        *body,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def least_width(name: str, page: Page) -> float:
    """Return the width at which the heading of a picture is not cut, or that of the page."""
    return min(page.width, text_width(name, 1.1 * TITLE_SIZE) + 2 * SIDE)


def in_lines(facts: Sequence[str], width: float) -> list[str]:
    """Join facts into as few lines as fit below the heading of a picture of `width`."""
    lines = list(facts[:1])
    for fact in facts[1:]:
        longer = f"{lines[-1]} · {fact}"
        if text_width(longer, FACTS_SIZE) <= width - 2 * SIDE:
            lines[-1] = longer
        else:
            lines.append(fact)
    return lines


def legend_drawn(
    samples: Iterable[tuple[str, str]], top: float, width: float
) -> tuple[list[str], float]:
    """Return samples with their words, in rows, and the height of a picture that ends with them.

    A sample is drawn at the origin, in a box of size `SAMPLE`.
    """
    x, y, parts = SIDE, top, []
    for sample, words in samples:
        room = width - 70
        wide = 34 + text_width(fitted(words, LEGEND_SIZE, room), LEGEND_SIZE)
        if x > SIDE and x + wide > width - 10:
            x, y = SIDE, y + LEGEND_ROW
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{sample}</g>')
        away = 20 if sample else 0
        parts.append(text_drawn(x + away, y + 10, words, LEGEND_SIZE, TEXT, room=room))
        x += wide
    return parts, y + 28


def sample_box(look: str, rounding: float = 2.0) -> str:
    """Return a box for the legend."""
    return box_drawn(0, 0, *SAMPLE, look, rounding)


def sample_line(look: str) -> str:
    """Return a horizontal line for the legend."""
    return f'<path d="M0 6h{SAMPLE[0]:g}" fill="none" {look}/>'


def box_drawn(
    x: float, y: float, width: float, height: float, look: str, rounding: float = 0.0
) -> str:
    """Return a rectangle; `look` are its attributes for fill and stroke."""
    sizes = {"x": x, "y": y, "width": width, "height": height}
    if rounding:
        sizes["rx"] = rounding
    # Two decimals: narrow bars on a time line have to be to scale.
    shape = " ".join(f'{name}="{round(size, 2):g}"' for name, size in sizes.items())
    return f"<rect {shape} {look}/>"


def arrow_head(x: float, y: float, colour: str, *, right: bool = False) -> str:
    """Return an arrow head whose tip is at (x, y); it points down, or to the right."""
    sides = (-5, -3), (-5, 3)
    one, two = sides if right else ((dy, dx) for dx, dy in sides)
    return (
        f'<path d="M{x:.1f} {y:.1f}L{x + one[0]:.1f} {y + one[1]:.1f}'
        f'L{x + two[0]:.1f} {y + two[1]:.1f}Z" fill="{colour}" stroke="none"/>'
    )


def badge_drawn(x: float, y: float, text: str, size: float, colour: str) -> str:
    """Return a short text centred in a rounded box around (x, y)."""
    half = text_width(text, size) / 2 + 3
    look = f'fill="{BRIGHT}" stroke="{colour}" stroke-width="0.8"'
    box = box_drawn(x - half, y - 7, 2 * half, 14, look, 7)
    return box + text_drawn(x, y + 0.36 * size, text, size, colour, "middle", 600)


def group(title: str, body: str, attributes: str = "") -> str:
    """Return drawn parts that share a tooltip."""
    return f"<g{' ' * bool(attributes)}{attributes}><title>{xml(title)}</title>{body}</g>"


def text_drawn(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    anchor: str = "start",
    weight: int = 400,
    room: float | None = None,
) -> str:
    """Return a text with its baseline at y; one that is cut to fit `room` has a tooltip."""
    shown = text if room is None else fitted(text, size, room)
    tip = f"<title>{xml(text)}</title>" if shown != text else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}"'
        f' text-anchor="{anchor}" font-weight="{weight}">{tip}{xml(shown)}</text>'
    )


def text_width(text: str, size: float) -> float:
    """Return an upper estimate of the width of `text` in a sans-serif font of `size`."""
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
    return html.escape(legal, quote=False).replace('"', "&quot;")


def colours(operators: Sequence[str]) -> dict[str, str]:
    """Return a colour per operator, by position, so that equal graphs have equal colours."""
    return {name: PALETTE[rank % len(PALETTE)] for rank, name in enumerate(operators)}


def ink(background: str) -> str:
    """Return the lighter or the darker text colour, whichever is legible on `background`.

    The threshold is a relative luminance of 0.18 (WCAG 2.1).
    """
    parts = [int(background[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return BRIGHT if luminance < 0.18 else DARK
