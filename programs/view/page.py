"""The overview of a file's programs, above their mapped loops: candidates and winner per region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from views.drawing import xml
from views.html.page import CHOICES, Overview, Row, choice_table
from views.html.shell import facts_html
from views.html.verdict import Fact

HEADS = (
    "rank",
    "transformations",
    "structure",
    "predicted cycles",
    "bytes",
    "mapped cycles",
    "II of loops",
    "status",
)
"""The column heads of a candidate."""


@dataclass(frozen=True)
class RegionRows:
    """The rows shown for a region.

    `candidates` have a cell for each of `HEADS`; `loops`, the winner's, for each of `heads`.
    `steps` are the winner's transformations, None without a winner.
    """

    name: str
    status: str
    headline: str
    facts: Sequence[Fact]
    candidates: Sequence[Row]
    steps: Sequence[str] | None
    heads: Sequence[str]
    loops: Sequence[Row]
    note: str = ""


def programs_overview(regions: Sequence[RegionRows]) -> Overview:
    """Return a card per region; buttons show the loops of a program."""
    return Overview("".join(map(_region, regions)), styles=(*CHOICES, "programs.view/programs.css"))


def _region(region: RegionRows) -> str:
    badge = f'<span class="badge {xml(region.status)}">{xml(region.status)}</span>'
    note = f"<p>{xml(region.note)}</p>\n" if region.note else ""
    candidates = ""
    if region.candidates:
        candidates = f"<h3>Candidates</h3>\n{choice_table(HEADS, region.candidates, 'mappings')}"
    return (
        f'<section class="card" aria-label="Region {xml(region.name)}">\n'
        f"<h2>Region {xml(region.name)}</h2>\n<p>{badge} {xml(region.headline)}</p>\n"
        f"<dl>{facts_html(region.facts)}</dl>\n{_winner(region)}{candidates}{note}</section>\n"
    )


def _winner(region: RegionRows) -> str:
    if region.steps is None:
        return ""
    steps = "".join(f"<li>{xml(step)}</li>" for step in region.steps) or "<li>none: as it is</li>"
    return (
        f'<h3>Transformations of the winner</h3>\n<ol class="steps-of">{steps}</ol>\n'
        f"<h3>Loops of the winner</h3>\n{choice_table(region.heads, region.loops)}"
    )
