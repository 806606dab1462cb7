"""What reports of several questions say of an answer, and the files that they share."""

from __future__ import annotations

from models.data.mapping import Mapping
from models.data.problem import Problem
from views.html.verdict import Fact


def ordered(transform: str) -> str:
    """Return who chose the order of associative operations."""
    return "as written" if transform == "none" else f"chosen by the mapper ({transform})"


def told_facts(*pairs: tuple[str, str | None]) -> list[Fact]:
    """Return facts, without those that are not known."""
    return [(label, text) for label, text in pairs if text is not None]


def draw_schedule(path: str, problem: Problem, mapping: Mapping) -> None:
    """Draw a mapping over time, as SVG or PDF by the ending of `path`. Raises `InputError`."""
    # Drawing is loaded by those who draw: small questions end in less time than it takes.
    from views.mapping.svg import mapping_svg
    from views.pictures import write_picture

    write_picture(path, mapping_svg(problem, mapping))
