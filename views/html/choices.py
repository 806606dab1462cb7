"""A table above the scenes: a row for each answer, with buttons that show its mappings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from views.drawing import xml
from views.html.page import Overview
from views.html.shell import table_html

STYLES = ("choices.css",)


@dataclass(frozen=True)
class Row:
    """The cells of a row, its name first; `scenes` are labels and numbers of its buttons."""

    cells: Sequence[str]
    scenes: Sequence[tuple[str, int]] = ()
    best: bool = False


def choice_table(heads: Sequence[str], rows: Sequence[Row], last: str = "mapping") -> str:
    """Return the table; the buttons have the column `last`."""
    return table_html((*heads, last), map(_row, rows), "numbers") + "\n"


def choices_overview(
    title: str, heads: Sequence[str], rows: Sequence[Row], note: str = ""
) -> Overview:
    """Return a card with a table only."""
    return Overview(
        f'<section class="card" aria-labelledby="choices-title">\n'
        f'<h2 id="choices-title">{xml(title)}</h2>\n{choice_table(heads, rows)}'
        f"{f'<p>{xml(note)}</p>' if note else ''}</section>\n",
        styles=STYLES,
    )


def _row(row: Row) -> str:
    name, *others = row.cells
    cells = "".join(f"<td>{xml(cell)}</td>" for cell in others)
    buttons = " ".join(
        f'<button type="button" data-scene="{scene}" aria-pressed="false"'
        f' aria-label="{xml(f"Show {label} of {name}")}">{xml(label)}</button>'
        for label, scene in row.scenes
    )
    kind = ' class="best"' if row.best else ""
    head = f'<th scope="row">{xml(name)}</th>'
    return f"<tr{kind}>{head}{cells}<td>{buttons}</td></tr>\n"
