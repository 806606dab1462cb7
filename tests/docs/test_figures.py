"""Figures in the README and in `docs`: each is on a page of results that its paragraph links to.

What is no measurement of this tool, and so on no page, is in `figures.toml` beside this file, with
the reason: limits and settings, and what papers and other tools print.
"""

from __future__ import annotations

import functools
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.page import RESULTS
from bench.sources import ROOT

NUMBER = r"(?<![\w.,-])(\d+(?:,\d{3})*(?:\.\d+)?)"
UNITS = "s|ms|µs|seconds?|minutes?|hours?|h|%|percent|MB|GB|kB|×|times"
FIGURE = re.compile(rf"{NUMBER}\s?(?:{UNITS})(?![\w-])")
BARE = re.compile(rf"{NUMBER}(?![\w×-]|[.,]\d)")
"""A number of any kind; only one with a fraction, or of three digits, is a figure without unit."""
RESULT = re.compile(r"\((?:\.\./|docs/)?results/(\w+)\.md(?:#[\w-]*)?\)")
SCOREBOARD = re.compile(r"^<!-- scoreboard: .*?^<!-- end -->", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^ *(```|~~~).*?^ *\1|<!--.*?-->", re.MULTILINE | re.DOTALL)
# A span of code may go on in the next line, but not in the next paragraph.
INLINE = re.compile(r"(`+)(?:[^`\n]|\n(?!\s*\n))+?\1(?!`)")
TARGET = re.compile(r"\]\((?!(?:\.\./|docs/)?results/)[^)]*\)")
START = re.compile(r"^(?:\s*(?:[*+-]|\d+\.)\s|\||#|\s*$)", re.MULTILINE)
PAGES = [
    *("README.md", "CONTRIBUTING.md"),
    *sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "docs").rglob("*.md")
        if "results" not in path.parts and path.name != "how-good.md"
    ),
]
ALLOWED: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "figures.toml").read_text(encoding="utf-8")
)


def paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs, items of lists, rows of tables and headings: no code, no scoreboards."""
    text = SCOREBOARD.sub("\n", text)
    text = TARGET.sub("]", INLINE.sub("x", CODE.sub("\n", text)))
    starts = [found.start() for found in START.finditer(text)]
    for begin, end in zip([0, *starts], [*starts, len(text)], strict=True):
        yield text[begin:end]


def plain(figure: str) -> str:
    """Return a figure as it is compared: one space, and no line breaks."""
    return " ".join(figure.split())


def figures(paragraph: str) -> Iterator[tuple[str, str]]:
    """Yield each figure of a paragraph as it is written, and its number.

    Without a unit, only what stands beside a link to results can be meant as a measurement.
    """
    with_unit = {found.start(1): found for found in FIGURE.finditer(paragraph)}
    for found in with_unit.values():
        yield plain(found[0]), found[1]
    for found in BARE.finditer(paragraph) if RESULT.search(paragraph) else ():
        number = found[1].replace(",", "")
        if found.start(1) not in with_unit and ("." in number or len(number) > 2):
            yield found[1], found[1]


@functools.cache
def numbers(path: Path) -> frozenset[str]:
    """Return the numbers that a page of results has, without commas in them."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", path.read_text(encoding="utf-8"))
    return frozenset(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\.?\d)", text))


def is_on(page: str, number: str) -> bool:
    """Return whether a page of results has a number."""
    return number.replace(",", "") in numbers(RESULTS / f"{page}.md")


def unlinked(page: str) -> list[str]:
    """Return the figures of a page that are on none of the pages that their paragraphs link to."""
    found = []
    for paragraph in paragraphs((ROOT / page).read_text(encoding="utf-8")):
        linked = RESULT.findall(paragraph)
        for figure, number in figures(paragraph):
            if not any(is_on(each, number) for each in linked):
                found.append(figure)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_figures_are_measured_or_said_not_to_be(page: str) -> None:
    allowed = {figure for entry in ALLOWED.get(page, []) for figure in entry["figures"]}
    found = set(unlinked(page))
    assert found - allowed == set(), "neither on a linked page of results, nor in figures.toml"
    assert allowed - found == set(), "in figures.toml, and no longer there, or linked"


def test_the_list_names_pages_and_reasons() -> None:
    assert set(ALLOWED) <= set(PAGES)
    for entries in ALLOWED.values():
        assert all(set(entry) == {"figures", "why"} and entry["why"] for entry in entries)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes 2.4 s.", ["2.4 s"]),
        ("It takes 2 to 3\nminutes, or 10–20 %.", ["3 minutes", "20 %"]),
        ("It takes 0.73 s ([page](results/some.md)).", []),
        ("It takes 0.7 s or 73 s ([page](results/some.md)).", ["0.7 s", "73 s"]),
        ("0.73 s\n\n[page](results/some.md)", ["0.73 s"]),
        ("* 0.73 s\n* [page](results/some.md)", ["0.73 s"]),
        ("| 0.73 s |\n| [page](results/some.md) |", ["0.73 s"]),
        ("0.731, 52 and 1,003 of 1,234 ([page](results/some.md))", ["0.731", "1,234"]),
        ("`--time-limit 60 s`, 4×4, ring 4, version 1.5 and [link](a.md#3-s)", []),
        ("```sh\n3 s\n```\n<!-- scoreboard: lisa -->\n| 3 s |\n<!-- end -->\n", []),
    ],
)
def test_what_a_figure_is(
    text: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some.md").write_text("| 0.73 | 1003 |\n", encoding="utf-8")
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "RESULTS", tmp_path)
    assert unlinked(str(tmp_path / "page.md")) == found
