"""Figures of pages by place: lines of their tables, and the numbers in a cell or in a sentence."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

NUMBER = re.compile(r"([<>]?) ?(\d[\d,]*(?:\.\d+)?)")
UNANSWERED = re.compile(r"-|none|fail|unknown|error|too large|time limit")
"""How a cell begins that has no figure, or one of something else."""


@dataclass(frozen=True)
class Figure:
    """A number; with the sign `<` or `>` only this bound of it is known."""

    value: float
    sign: str = ""


@dataclass(frozen=True)
class Table:
    """A table of a page, below the heading `section`."""

    section: str
    heads: list[str]
    lines: list[dict[str, str]]


@functools.cache
def tables(path: Path) -> tuple[Table, ...]:
    """Return the tables of a page in their order; heads that come again follow the one before."""
    found: list[Table] = []
    section, before = "", ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        if line.startswith("|"):
            cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
            if not before.startswith("|"):
                again = {head for head in cells if cells.count(head) > 1}
                befores = ["", *cells]
                heads = [
                    f"{befores[at]}, {head}" if head in again else head
                    for at, head in enumerate(cells)
                ]
                found.append(Table(section, heads, []))
            elif set(line) - set("| -:"):
                found[-1].lines.append(dict(zip(found[-1].heads, cells, strict=True)))
        before = line
    return tuple(found)


def lines(path: Path, columns: set[str], row: Sequence[str], section: str) -> list[dict[str, str]]:
    """Return the lines that begin with these cells, of all tables with such columns.

    A cell of `row` is a pattern, such as `3×3|4×4` or `optimal*`; `section` is in the heading above
    the tables. Raises `LookupError` where there is none.
    """
    asked = [x for x in tables(path) if columns <= set(x.heads) and section in x.section]
    found = [line for table in asked for line in table.lines if _begins(line, row)]
    if not found:
        raise LookupError(f"{path.name}: no cells {sorted(columns)} of {row} in '{section}'")
    return found


def _begins(line: dict[str, str], row: Sequence[str]) -> bool:
    return all(
        any(fnmatchcase(cell, one) for one in pattern.split("|"))
        for cell, pattern in zip(line.values(), row, strict=False)
    )


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


def figure(cell: str, which: int = 0) -> Figure:
    """Return a figure of a cell; raises `LookupError` where it has none, or no answer."""
    found = NUMBER.findall(cell)
    if not found or UNANSWERED.match(cell):
        raise LookupError(f"no figure in '{cell}'")
    sign, digits = found[which]
    return Figure(float(digits.replace(",", "")), sign)
