"""Pages of results: Markdown tables, what a page begins with, and the file in `docs/results`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from bench.store import Origin

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"

T = TypeVar("T")
Column = tuple[str, Callable[[T], object]]
"""The head of a column, with the unit, and what a row shows there."""


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; numbers with a fraction have two digits, None is a dash."""
    lines = [heads, ["---"] * len(heads), *([_cell(value) for value in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def columns(items: Iterable[T], *shown: Column[T]) -> str:
    """Return a Markdown table with a row for each item."""
    return table([head for head, _ in shown], [[of(item) for _, of in shown] for item in items])


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def page(title: str, command: str, origins: Iterable[Origin], parts: Iterable[str]) -> str:
    """Return a page with the command that made it, and where and when it was measured."""
    made = f"Made by `{command}` {_said(Counter(origins))}"
    return f"# {title}\n\n{made}\n\n" + "\n".join(parts)


def _said(origins: Mapping[Origin, int]) -> str:
    """Return the origin, or how many measurements each of several has."""
    named = Counter[str]()
    for each, count in origins.items():
        named[f"on {each.machine}, at {each.commit} on {each.date}"] += count
    mixed = len({(each.code, each.versions) for each in origins}) > 1
    also = " Code or versions of packages differ between measurements." if mixed else ""
    if len(named) < 2:
        return f"{''.join(named) or 'without a measurement'}.{also}"
    counted = (f"{count} measurements {each}" for each, count in sorted(named.items()))
    return f"{'; '.join(counted)}.{also}"


def write(folder: Path, name: str, text: str) -> Path:
    """Write the page NAME.md."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.md"
    path.write_text(text, encoding="utf-8")
    return path
