"""Pictures of data in notebooks. The code that draws them registers itself by `draw_with`."""

from __future__ import annotations

from collections.abc import Callable

Draw = Callable[[object], str | None]
"""Returns the picture of an object as the text of an SVG file; None where there is none."""

_draw: Draw = lambda data: None  # noqa: E731  # until `draw_with`


def draw_with(draw: Draw) -> None:
    """Let `draw` make the pictures of all `Pictured` objects from now on."""
    global _draw
    _draw = draw


class Pictured:
    """Data that a notebook shows as a picture, if there is one."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _draw(self)
