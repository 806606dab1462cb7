"""What every picture begins with: the SVG element, its title, a white ground, a heading; text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from views.style import (
    BRIGHT,
    FACTS_SIZE,
    FAINT,
    FONT,
    LEGEND_ROW,
    LEGEND_SIZE,
    TEXT,
    TITLE_SIZE,
)
from views.svg_text import fitted, text_width, xml

SIDE = 20.0
"""Left and right of the heading."""
FACTS_ROW = 16.0


def framed(
    size: tuple[float, float],
    title: str,
    name: str,
    facts: Sequence[str],
    body: Iterable[str],
) -> str:
    """Return an SVG file of `size` (width, height): lines of `facts` under `name`, then `body`.

    `title` is what tells the picture from others where it is not seen.
    """
    shape = f'width="{size[0]:.0f}" height="{size[1]:.0f}"'
    room = size[0] - 2 * SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {shape}'
        f' viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" font-family="{xml(FONT)}" role="img">',
        f"<title>{xml(title)}</title>",
        f"<desc>{xml(' · '.join(facts))}</desc>",
        f'<rect {shape} fill="{BRIGHT}"/>',
        text_drawn(SIDE, 30, name, TITLE_SIZE, TEXT, "start", 600, room),
        *(
            text_drawn(SIDE, 50 + FACTS_ROW * number, line, FACTS_SIZE, FAINT, room=room)
            for number, line in enumerate(facts)
        ),
        *body,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


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

    A sample is drawn in 14 × 12 at the origin.
    """
    x, y, parts = SIDE, top, []
    for sample, words in samples:
        room = width - 70
        wide = 34 + text_width(fitted(words, LEGEND_SIZE, room), LEGEND_SIZE)
        if x > SIDE and x + wide > width - 10:
            x, y = SIDE, y + LEGEND_ROW
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{sample}</g>')
        parts.append(text_drawn(x + 20, y + 10, words, LEGEND_SIZE, TEXT, room=room))
        x += wide
    return parts, y + 28


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
    """Return a text; where it must be cut to fit `room`, its tooltip has the whole of it."""
    shown = text if room is None else fitted(text, size, room)
    tip = f"<title>{xml(text)}</title>" if shown != text else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}"'
        f' text-anchor="{anchor}" font-weight="{weight}">{tip}{xml(shown)}</text>'
    )
