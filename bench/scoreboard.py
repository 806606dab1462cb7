"""Printed and measured figures side by side: "How good is it?", and the README's table.

`scoreboard.toml` has an entry for every figure and table of every paper: comparisons, whose figures
are cells of pages, or why there are none.
"""

from __future__ import annotations

import functools
import statistics
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from bench.cells import Figure, figure, lines, matched
from bench.page import RESULTS
from bench.rows import ROOT
from bench.tables import columns, table
from models.errors import InputError

ANSWER = "docs/how-good.md"
NEAR = 0.005
"""Figures that differ by less are the same."""
MARKS = ("<!-- scoreboard -->\n", "<!-- end -->")
VERDICTS = ("better", "same", "worse", "open")
RATIO = "ratio (> 1: ours is better)"
Better = Literal["less", "more"]


class Comparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures of a paper and places of ours. `scoreboard.toml` defines the fields."""

    what: str
    page: str
    differs: str
    section: str = ""
    row: list[str] = []
    column: str = ""
    over: str = ""
    number: int = 0
    take: Literal["each", "sum", "geometric"] = "each"
    share: bool = False
    pattern: str = ""
    unit: str = ""
    better: Better = "less"
    printed: float | str | dict[str, float | str] | None = None
    cause: str = ""
    readme: bool = False
    but: dict[str, dict[str, Any]] = {}

    @property
    def path(self) -> Path:
        """The page with our figures."""
        own = RESULTS / f"{self.page}.md"
        return own if own.exists() else ROOT / f"docs/{self.page}.md"

    def results(self) -> Iterator[Result]:
        """Yield the comparisons: each line of the table that has a printed figure, or all in one.

        Raises `LookupError` where a page does not have it.
        """
        if self.pattern:
            yield self._result({}, figure(matched(self.path, self.pattern, self.section)))
            return
        found = lines(self.path, {self.column, self.over} - {""}, self.row, self.section)
        if self.take != "each":
            mean = sum if self.take == "sum" else statistics.geometric_mean
            yield self._result({}, Figure(mean(self._here(line).value for line in found)))
            return
        for line in found:
            if not isinstance(self.printed, dict) or _first(line) in self.printed:
                yield self._result(line, self._here(line))

    def _here(self, line: Mapping[str, str]) -> Figure:
        here = figure(line[self.column], self.number)
        if not (self.over or self.share):
            return here
        whole = figure(line[self.over or self.column], -1 if self.share else self.number)
        return Figure(here.value / whole.value * (100 if self.unit == "%" else 1))

    def _result(self, line: Mapping[str, str], here: Figure) -> Result:
        what = self.what.format_map(line)
        own = msgspec.structs.replace(self, **self.but.get(what, {}))
        said = own.printed[_first(line)] if isinstance(own.printed, dict) else own.printed
        printed = None if said is None else figure(line.get(str(said), str(said)), -1)
        return Result(own, what, own.differs.format_map(line), printed, here)


def _first(line: Mapping[str, str]) -> str:
    return next(iter(line.values()))


@dataclass(frozen=True)
class Result:
    """A printed figure, if there is one, and ours."""

    asked: Comparison
    what: str
    differs: str
    printed: Figure | None
    here: Figure

    @property
    def ratio(self) -> float | None:
        """Ratio to the printed figure, above 1 if ours is better; None if unknown or 0."""
        printed, here = self.printed, self.here
        if printed is None or printed.sign or here.sign or not printed.value or not here.value:
            return None
        ratio = printed.value / here.value
        return ratio if self.asked.better == "less" else 1 / ratio

    @property
    def verdict(self) -> str:
        """Whether ours is better, the same or worse, or not known; what was given up is worse."""
        printed, here = self.printed, self.here
        if printed is None:
            return ""
        down = self.asked.better == "less"
        gain = printed.value - here.value if down else here.value - printed.value
        if here.sign:
            return "open" if printed.sign else "worse"
        if printed.sign:
            kept = "same" if (printed.sign == "<") == down else "better"
            return kept if gain >= 0 else "worse" if kept == "same" else "open"
        if abs(gain) <= NEAR * printed.value:
            return "same"
        return "better" if gain > 0 else "worse"

    @property
    def times(self) -> str:
        """The ratio in words for a cell, the verdict where there is none."""
        ratio = self.ratio
        if ratio is None or self.verdict == "same":
            return self.verdict
        return f"{ratio:,.0f} ×" if ratio >= 20 else f"{ratio:.2f} ×"

    @property
    def linked(self) -> str:
        """The name of the comparison, with a link to the page."""
        return f"[{self.what}]({self.asked.path.relative_to(ROOT / 'docs')})"

    def said(self, figure: Figure | None) -> str:
        """Return a figure with its unit."""
        if figure is None:
            return "-"
        value, unit = figure.value, self.asked.unit
        text = f"{value:,.1f}" if unit == "%" or value >= 100 else f"{value:,.2f}"
        text = f"{value:,.3f}" if value < 1 else text
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return f"{figure.sign} {text} {unit}".strip()


@dataclass(frozen=True)
class Entry:
    """A figure or table of a paper: its comparisons, and the reason for leaving out the rest."""

    of: str
    results: tuple[Result, ...]
    why: str


@dataclass(frozen=True)
class Paper:
    """A paper: the name of its page, its own, all its figures and tables, and their entries."""

    page: str
    name: str
    shows: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def results(self) -> Iterator[tuple[str, Result]]:
        """All comparisons, each with the figure or table that it is of."""
        return ((entry.of, result) for entry in self.entries for result in entry.results)

    def linked(self, folder: str) -> str:
        """Return the name with a link to the page."""
        return f"[{self.name}]({folder}{self.page}.md)"


@functools.cache
def papers() -> dict[str, Paper]:
    """Return all papers by their pages, and what no paper reports as the last."""
    text = (Path(__file__).parent / "scoreboard.toml").read_text(encoding="utf-8")
    found = {}
    for page, said in tomllib.loads(text).items():
        shows = tuple(part.strip() for part in said["shows"].split(","))
        own = sorted(said["of"].items(), key=lambda item: [*shows, item[0]].index(item[0]))
        entries = tuple(_entry(of, dict(entry)) for of, entry in own)
        found[page] = Paper(page, said["name"], shows, entries)
    return found


def _entry(of: str, entry: dict[str, Any]) -> Entry:
    why, rows = entry.pop("why", ""), entry.pop("rows", [])
    asked = [msgspec.convert({**entry, **row}, Comparison) for row in rows]
    return Entry(of, tuple(result for each in asked for result in each.results()), why)


def readme() -> str:
    """Return a comparison that we win clearly and one that we lose clearly, for each paper."""
    shown = [
        (paper, result)
        for paper in papers().values()
        for _, result in sorted(paper.results, key=lambda each: each[1].verdict == "worse")
        if result.asked.readme
    ]
    return columns(
        shown,
        ("against", lambda each: each[0].linked("docs/papers/")),
        ("question", lambda each: each[1].what),
        ("theirs", lambda each: each[1].said(each[1].printed)),
        ("here", lambda each: each[1].said(each[1].here)),
        (RATIO, lambda each: each[1].times),
        ("what differs", lambda each: each[1].differs),
    )


def _every(paper: Paper) -> str:
    """Return the comparisons of a paper, then the others, by reason."""
    body: list[list[object]] = []
    for of, each in paper.results:
        figures = (each.said(each.printed), each.said(each.here), each.times)
        body.append([of, each.linked, *figures, each.differs])
    reasons: dict[str, list[str]] = {}
    for entry in paper.entries:
        if entry.why:
            reasons.setdefault(entry.why, []).append(entry.of)
    heads = ["of the paper", "what", "printed", "here", RATIO, "what differs"]
    left = "\n".join(f"- {', '.join(of)}: {why}" for why, of in reasons.items())
    return table(heads, body) + f"\nNot compared:\n\n{left}\n"


def _losses(shown: Sequence[Paper]) -> str:
    """Return a table of the comparisons that we lose; one row per table and cause."""

    def one(each: Result) -> str:
        ratio = "" if each.ratio is None else f", {each.times}"
        return f"{each.what}: {each.said(each.here)} ({each.said(each.printed)}{ratio})"

    body: list[list[object]] = []
    for paper in shown:
        for entry in paper.entries:
            worse = [each for each in entry.results if each.verdict == "worse"]
            for cause in dict.fromkeys(each.asked.cause for each in worse):
                some = "; ".join(one(each) for each in worse if each.asked.cause == cause)
                share = f"{paper.name}, {entry.of} ({len(worse)} of {len(entry.results)})"
                body.append([share, some, cause])
    return table(["of the paper (worse of all)", "here (printed, ratio)", "cause"], body)


def answer() -> str:
    """Return the page that says how good the tool is, with losses as openly as wins."""
    *shown, beyond = papers().values()
    counts = [Counter(each.verdict for _, each in paper.results) for paper in shown]
    parts = [
        "---\nhide: [navigation, toc]\n---\n",
        "# How good is it?\n",
        "First every comparison that we lose, with its cause; then every figure and table of the"
        " five papers, with the reason where there is no comparison. A ratio above 1 means that"
        " ours is better. Times in papers were measured on their machines, ours on the machine that"
        " each page names. `<` and `>` mark bounds; `open` means that the bounds do not decide. If"
        " our search was stopped and the paper's was not, ours counts as worse. Our figures are"
        " cells of the"
        " [pages of results](papers/index.md), which are made of [rows](measurements.md); a few"
        " were [measured once](measured-once.md).\n",
        table(
            ["paper", "comparisons", *VERDICTS],
            [
                [paper.linked("papers/"), count.total(), *(count[name] for name in VERDICTS)]
                for paper, count in zip(shown, counts, strict=True)
            ],
        ),
        "## Comparisons that we lose, with the cause\n",
        _losses(shown),
        *(f"## {paper.name}\n\n{_every(paper)}" for paper in shown),
        f"## {beyond.name}\n",
        columns(
            list(beyond.results),
            ("about", lambda each: each[0]),
            ("what", lambda each: each[1].linked),
            ("here", lambda each: each[1].said(each[1].here)),
            ("beside others", lambda each: each[1].differs),
        ),
    ]
    return "\n".join(parts)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the pages that show comparisons, with what they say today."""
    yield ROOT / ANSWER, answer()
    path = ROOT / "README.md"
    before, _, text = path.read_text(encoding="utf-8").partition(MARKS[0])
    yield path, before + MARKS[0] + readme() + MARKS[1] + text.partition(MARKS[1])[2]


def write() -> None:
    """Write all pages that show comparisons.

    Raises `InputError` where a page lacks a compared figure.
    """
    try:
        found = list(pages())
    except LookupError as error:
        raise InputError(f"scoreboard.toml compares what is not there: {error}") from None
    for path, text in found:
        path.write_text(text, encoding="utf-8")
