"""Pages of results: Markdown tables, the machine and versions, and the file in `docs/results`."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

from solvers.questions.entries import Entry, processor

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


def versions(*packages: str) -> str:
    """Return the versions of those of the packages that are installed."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def machine() -> str:
    """Return one line: processor, cores, versions of Python and of the main packages."""
    main = versions("python-sat", "numpy", "msgspec")
    return f"{processor()}; Python {platform.python_version()}, {main}"


def write(name: str, title: str, command: str, parts: Iterable[str]) -> Path:
    """Write `docs/results/NAME.md` with the command that made it and the machine."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.md"
    head = f"# {title}\n\nMade by `{command}` on {machine()}.\n\n"
    path.write_text(head + "\n".join(parts), encoding="utf-8")
    return path


def write_sections(
    name: str, raw: str, section: str, entry: Entry, page: Callable[[dict[str, Entry]], str]
) -> None:
    """Add a section to `docs/results/RAW.json`, and write the page of all that are there.

    The page has no command of its own, for each section may be of another run.
    """
    path = RESULTS / f"{raw}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[section] = {"machine": machine(), **entry}
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    (RESULTS / f"{name}.md").write_text(page(known), encoding="utf-8")
    print(RESULTS / f"{name}.md")
