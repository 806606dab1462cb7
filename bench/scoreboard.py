"""What the papers print beside what is measured here: "How good is it?", and tables in other pages.

Comparisons are in `scoreboard.toml`; their figures are cells of pages in `docs/results`.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bench.cells import cells, matched, number
from bench.page import RESULTS
from bench.rows import ROOT
from bench.tables import columns
from models.errors import InputError

ANSWER = "docs/how-good.md"
NEAR = 0.005
"""Figures that differ by less are the same."""
PAPERS = {
    "sat-mapping": "Miyasaka et al.",
    "lisa": "LISA",
    "bopart": "BOPart",
    "pt-map": "PT-Map",
    "rl-mapper": "RL mapper",
}
BEYOND = "beyond"
UNDECIDED = re.compile(r"\?|>|-|none|fail|unknown|error|too large|time limit")
"""How a cell begins that has no answer."""
BLOCK = re.compile(r"(<!-- scoreboard: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A figure of a paper and where ours is. `scoreboard.toml` says what the fields mean."""

    paper: str
    of: str
    what: str
    page: str
    differs: str
    column: str = ""
    pattern: str = ""
    unit: str = ""
    printed: float | None = None
    section: str = ""
    row: list[str] = []
    next: bool = False
    over: str | None = None
    percent: bool = False
    share: bool = False
    sum: bool = False
    better: str = "less"
    answer: tuple[str, str] | None = None
    limit: bool = False
    cause: str | None = None
    readme: bool = False
    detail: bool = False

    @property
    def ours(self) -> float:
        """What is measured here.

        Raises `LookupError` where the page does not have it, or says that there is no answer.
        """
        if self.answer is not None:
            column, begins = self.answer
            said = self._cells(column)[0]
            if not said.startswith(begins):
                raise LookupError(f"{self.page}.md: '{said}' is not '{begins}'")
        if self.pattern:
            return number(matched(RESULTS / f"{self.page}.md", self.pattern, self.section))
        found = self._cells(self.column, int(self.next))
        if self.sum:
            return sum(map(number, found))
        if self.share:
            return 100 * number(found[0]) / number(found[0], -1)
        if self.over is not None:
            return number(found[0]) / number(self._cells(self.over)[0]) * (99 * self.percent + 1)
        return number(found[0])

    @property
    def ratio(self) -> float | None:
        """How many times as good as printed; None without a figure on one side, or where it is 0.

        What was given up has no figure.
        """
        if self.limit or not self.printed or not self.ours:
            return None
        return self.printed / self.ours if self.better == "less" else self.ours / self.printed

    @property
    def lost(self) -> bool:
        """Whether ours is worse than what is printed."""
        if self.limit:
            return True
        if self.ratio is None:
            return self.printed is not None and self.ours > self.printed
        return self.ratio < 1 - NEAR

    def linked(self, folder: str) -> str:
        """Return what is compared, with a link to the page."""
        return f"[{self.what}]({folder}/{self.page}.md)"

    @property
    def here(self) -> str:
        """What is measured here, in words."""
        return "> " * self.limit + self.said(self.ours)

    def said(self, figure: float | None) -> str:
        """Return a figure with its unit."""
        if figure is None:
            return "-"
        text = f"{figure:,.1f}" if self.unit == "%" or figure >= 100 else f"{figure:,.2f}"
        text = f"{figure:,.3f}" if figure < 1 else text
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return f"{text} {self.unit}".strip()

    def _cells(self, column: str, right: int = 0) -> list[str]:
        found = cells(RESULTS / f"{self.page}.md", column, self.row, self.section, right)
        found = found if self.sum else found[:1]
        if any(UNDECIDED.match(cell) for cell in found) != self.limit:
            raise LookupError(f"{self.page}.md: {found} for '{self.what}', limit = {self.limit}")
        return found


@functools.cache
def items() -> tuple[Item, ...]:
    """Return all comparisons."""
    text = (Path(__file__).parent / "scoreboard.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["item"], list[Item]))


def times(ratio: float | None) -> str:
    """Return a ratio in words for a cell."""
    if ratio is None:
        return "-"
    if abs(ratio - 1) <= NEAR:
        return "same"
    return f"{ratio:,.0f} ×" if ratio >= 20 else f"{ratio:.2f} ×"


def side_by_side(shown: Sequence[Item], folder: str) -> str:
    """Return a table: printed, ours, the ratio, what differs; `folder` is that of result pages."""
    return columns(
        shown,
        ("of the paper", lambda item: item.of),
        ("what", lambda item: item.linked(folder)),
        ("printed", lambda item: item.said(item.printed)),
        ("here", lambda item: item.here),
        ("times as good", lambda item: times(item.ratio)),
        ("what differs", lambda item: item.differs),
    )


def block(name: str, folder: str) -> str:
    """Return what stands in a page between its marks: a paper's table, or that of the README."""
    if name != "readme":
        return side_by_side([item for item in items() if item.paper == name], folder)
    return columns(
        [item for item in items() if item.readme],
        ("against", lambda item: f"[{PAPERS[item.paper]}](docs/papers/{item.paper}.md)"),
        ("question", lambda item: item.what),
        ("theirs", lambda item: item.said(item.printed)),
        ("here", lambda item: item.here),
        ("times as good", lambda item: times(item.ratio)),
    )


def losses(shown: Sequence[Item]) -> str:
    """Return a table of what is lost; comparisons of one table and one cause share a row."""
    same: dict[tuple[str, str, str | None], list[Item]] = {}
    for item in shown:
        same.setdefault((item.paper, item.of, item.cause), []).append(item)

    def one(item: Item) -> str:
        ratio = "" if item.ratio is None else f", {times(item.ratio)}"
        return f"{item.linked('results')}: {item.here} ({item.said(item.printed)}{ratio})"

    return columns(
        list(same.values()),
        ("of the paper", lambda group: f"{PAPERS[group[0].paper]}, {group[0].of}"),
        ("here (printed, times as good)", lambda group: "; ".join(map(one, group))),
        ("cause", lambda group: group[0].cause),
    )


def answer() -> str:
    """Return the page that says how good the tool is, with losses as openly as wins."""
    every = sorted(items(), key=lambda item: [*PAPERS, BEYOND].index(item.paper))
    shown = [item for item in every if not item.detail]
    parts = [
        "---\nhide: [navigation, toc]\n---\n",
        "# How good is it?\n",
        "First the main result of each paper, then results that no paper reports, then every"
        " comparison that is lost. The papers' pages have all comparisons, the"
        " [pages of results](papers/index.md) every cell (some mark more that are below a"
        " paper's), `docs/results/data` the [rows](measurements.md) that they are made of."
        " Times of papers are of their machines, ours of that which a page names.\n",
        columns(
            [item for item in shown if item.paper != BEYOND],
            ("paper", lambda item: f"[{PAPERS[item.paper]}](papers/{item.paper}.md), {item.of}"),
            ("what", lambda item: item.linked("results")),
            ("printed", lambda item: item.said(item.printed)),
            ("here", lambda item: item.here),
            ("times as good", lambda item: times(item.ratio)),
            ("what differs", lambda item: item.differs),
        ),
        columns(
            [item for item in shown if item.paper == BEYOND],
            ("beyond them", lambda item: item.of),
            ("what", lambda item: item.linked("results")),
            ("here", lambda item: item.here),
            ("beside others", lambda item: item.differs),
        ),
        "## What is lost, and why\n",
        losses([item for item in every if item.lost]),
    ]
    return "\n".join(parts)


def filled(path: Path, text: str) -> str:
    """Return the text of a page with what stands between its marks made again."""
    folder = "docs/results" if path.parent == ROOT else "../results"
    return BLOCK.sub(lambda m: m.group(1) + block(m.group(2), folder) + m.group(3), text)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the pages that show comparisons, with what they say today."""
    yield ROOT / ANSWER, answer()
    for path in (ROOT / "README.md", *(ROOT / f"docs/papers/{paper}.md" for paper in PAPERS)):
        yield path, filled(path, path.read_text(encoding="utf-8"))


def write() -> None:
    """Write all pages that show comparisons.

    Raises `InputError` where a page of results does not have what is compared.
    """
    try:
        found = list(pages())
    except LookupError as error:
        raise InputError(f"scoreboard.toml compares what is not there: {error}") from None
    for path, text in found:
        path.write_text(text, encoding="utf-8")
