"""Figures of pages by place: a cell of a table in `docs/results`, and the numbers in it."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Table:
    """A table of a page, below the heading `section`."""

    section: str
    heads: list[str]
    rows: list[list[str]]


@functools.cache
def tables(path: Path) -> tuple[Table, ...]:
    """Return the tables of a page in their order."""
    found: list[Table] = []
    section, before = "", ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        if line.startswith("|"):
            cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
            if not before.startswith("|"):
                found.append(Table(section, cells, []))
            elif set(line) - set("| -:"):
                found[-1].rows.append(cells)
        before = line
    return tuple(found)


def cells(
    path: Path, column: str, row: Sequence[str] = (), section: str = "", right: int = 0
) -> list[str]:
    """Return what a column has in the rows that begin with these cells, in the first such table.

    `section` is in the heading above the table, and `right` counts columns from the one that is
    named. Raises `LookupError` where there is none.
    """
    for table in tables(path):
        if column in table.heads and section in table.section:
            at = table.heads.index(column) + right
            found = [each[at] for each in table.rows if each[: len(row)] == list(row)]
            if found:
                return found
    raise LookupError(f"{path.name}: no cell '{column}' of {list(row)} in '{section}'")


def matched(path: Path, pattern: str, section: str = "") -> str:
    """Return the first group of a pattern in the page, from the heading with `section` on.

    Raises `LookupError` where it is not there.
    """
    text = path.read_text(encoding="utf-8")
    head = re.search(rf"^#+ .*{re.escape(section)}", text, re.M)
    found = re.search(pattern, text[head.start() :]) if head else None
    if found is None:
        raise LookupError(f"{path.name}: no '{pattern}' in '{section}'")
    return found[1]


def number(cell: str, which: int = 0) -> float:
    """Return a number of a cell; raises `LookupError` where it has none."""
    found = NUMBER.findall(cell)
    if not found:
        raise LookupError(f"no number in '{cell}'")
    return float(found[which].replace(",", ""))
