"""What reports of several questions say of an answer."""

from __future__ import annotations

from views.html.verdict import Fact


def ordered(transform: str) -> str:
    """Return who chose the order of associative operations."""
    return "as written" if transform == "none" else f"chosen by the mapper ({transform})"


def told_facts(*pairs: tuple[str, str | None]) -> list[Fact]:
    """Return facts, without those that are not known."""
    return [(label, text) for label, text in pairs if text is not None]
