"""Pages: rows become a page, cells are asked once, and what papers print stands beside them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from bench import scoreboard
from bench.page import RESULTS, Cell, Page, pages
from bench.rows import Origin, Row, Rows, read, write
from bench.runner import Runner, release
from bench.tables import columns

ORIGIN = Origin("abc", "2026-01-02", "a machine", "numpy 2")
LATER = Origin("def", "2026-01-04", "a machine", "numpy 2")
PRINTS = ("json.tool", "{number}")
"""A command that prints the file that it is given."""


def numbers(count: int, asked: tuple[str, ...] = PRINTS) -> Iterator[Cell]:
    """Yield cells that print their number."""
    for number in range(count):
        files = {"number": json.dumps({"value": number, "unused": 1})}
        yield Cell({"number": number}, asked, ("value", "seconds"), files)


def made(cells: list[Cell]) -> Page:
    """Return a page of these cells."""

    def tables(rows: Rows) -> Iterator[str]:
        yield columns(rows, ("number", lambda row: row["number"]), ("n", lambda row: row["value"]))

    return Page("page", "A page", "About.", lambda: cells, tables, [{"number": 0}])


def test_a_page_is_made_of_its_rows(tmp_path: Path) -> None:
    """Tests the whole text of a page, with the range of its origins."""
    rows = [
        Row({"number": 0}, "x {dfg}", {"value": 7}, ORIGIN),
        Row({"number": 1}, "x {dfg}", {"value": None}, LATER),
    ]
    (tmp_path / "data").mkdir()
    write(tmp_path / "data" / "page.jsonl", "page", rows)
    assert read(tmp_path / "data" / "page.jsonl") == rows
    Runner().make(made([]), tmp_path)
    assert (tmp_path / "page.md").read_text() == (
        "# A page\n\nAbout.\n\nMade by `python -m bench page`: 2 rows, measured 2026-01-02 to"
        " 2026-01-04 on a machine: 1 at abc, 1 at def. [Rows](data/page.jsonl) name commands and"
        " versions.\n\n| number | n |\n| --- | --- |\n| 0 | 7 |\n| 1 | - |\n"
    )


def test_cells_are_asked_once(tmp_path: Path) -> None:
    """Tests that rows are kept as they come, and asked again only with `fresh`."""
    page, kept = made(list(numbers(2))), tmp_path / "kept"
    for fresh, lines in ((False, 2), (False, 2), (True, 4)):
        runner = Runner(jobs=2, fresh=fresh, kept=kept)
        runner.measure(page, tmp_path)
        assert not runner.failed and not runner.lacking
        assert len((kept / "page.jsonl").read_text().splitlines()) == lines
    rows = read(tmp_path / "data" / "page.jsonl")
    assert [row["value"] for row in rows] == [0, 1]
    assert {row.command for row in rows} == {"json.tool {number}"}
    assert "unused" not in rows[0].answer
    assert '"page":"page"' in gzip.decompress(release(kept).read_bytes()).decode()


def test_pages_in_the_tree_are_made_of_their_rows() -> None:
    """Tests that each page has rows, names its command, and contradicts no proof."""
    every = pages()
    assert {path.stem for path in RESULTS.glob("*.md")} == set(every)
    for page in every.values():
        rows = read(RESULTS / "data" / f"{page.name}.jsonl")
        text, faults = page.text(rows)
        assert rows and not faults, page.name
        assert f"`python -m bench {page.name}`" in text
    sizes = [path.stat().st_size for path in (RESULTS / "data").iterdir()]
    assert len(every) <= 20 and sum(sizes) <= 1_000_000


def test_every_comparison_has_its_figure() -> None:
    """Tests that each is on a page that exists, and that each loss has a cause."""
    for item in scoreboard.items():
        assert item.page in pages()
        assert item.here and (item.cause or not item.lost), item.what


def test_all_pages_say_what_is_measured() -> None:
    """Tests that the answer page, papers and README are those that the rows make, losses too."""
    for path, text in scoreboard.pages():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: python -m bench --again"
    answer = scoreboard.answer()
    lost = [item for item in scoreboard.items() if item.lost]
    assert lost and all(item.linked("results") in answer for item in lost)
