"""Pages: rows become a page, cells are asked once, and what papers print stands beside them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import scoreboard
from bench.cells import figure, lines
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
    for fresh, count in ((False, 2), (False, 2), (True, 4)):
        runner = Runner(jobs=2, fresh=fresh, kept=kept)
        runner.measure(page, tmp_path)
        assert not runner.failed and not runner.lacking
        assert len((kept / "page.jsonl").read_text().splitlines()) == count
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


def test_every_figure_and_table_of_a_paper_has_an_entry() -> None:
    """Tests that an entry compares, or says why not, and that there is none of anything else."""
    for paper in scoreboard.papers().values():
        assert [entry.of for entry in paper.entries] == list(paper.shows), paper.name
        assert all(entry.results or entry.why for entry in paper.entries), paper.name


def test_every_loss_has_a_cause() -> None:
    """Tests that each has one, and that the README has a win and a loss of each paper."""
    *papers, _ = scoreboard.papers().values()
    for paper in papers:
        for of, result in paper.results:
            assert result.verdict != "worse" or result.asked.cause, (of, result.what)
        shown = [result.verdict for _, result in paper.results if result.asked.readme]
        assert sorted(shown) == ["better", "worse"], paper.name


def test_no_exception_is_of_a_comparison_that_is_gone() -> None:
    """Tests that each `but` names a comparison of its entry."""
    for paper in scoreboard.papers().values():
        for entry in paper.entries:
            named = {what for result in entry.results for what in result.asked.but}
            assert named <= {result.what for result in entry.results}, (paper.name, entry.of)


@pytest.mark.parametrize(
    ("better", "printed", "here", "verdict", "times"),
    [
        ("less", "8.9", "5.57", "better", "1.60 ×"),
        ("less", "98.6", "98.9", "same", "same"),
        ("more", "0.788", "0.77 ↓", "worse", "0.98 ×"),
        ("less", "0", "2", "worse", "worse"),
        ("less", "UNSAT 2,879.8", "? > 600.0", "worse", "worse"),
        ("less", "> 10800", "? > 600.0", "open", "open"),
        ("less", "> 10800", "SAT 206.4", "better", "better"),
        ("less", "> 5", "SAT 206.4", "open", "open"),
        ("less", "< 8.5", "3.3", "same", "same"),
        ("less", "< 8.5", "9", "worse", "worse"),
        ("more", "> 1", "1.2", "same", "same"),
        ("more", "> 1", "0.9", "worse", "worse"),
    ],
)
def test_verdicts(
    better: scoreboard.Better, printed: str, here: str, verdict: str, times: str
) -> None:
    """Tests that bounds decide no more than they say, and that a stopped search counts as worse."""
    asked = scoreboard.Comparison(what="", page="", differs="", better=better)
    result = scoreboard.Result(asked, "", "", figure(printed), figure(here))
    assert (result.verdict, result.times) == (verdict, times)


def test_cells_by_place(tmp_path: Path) -> None:
    """Tests patterns of cells, heads that come again, and what is not there."""
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n\n| a | b | s | c | s |\n| - | - | - | - | - |\n| 1 | x | 2 | y | 3 |\n"
    )
    assert lines(page, {"b, s", "c, s"}, ["0|1", "x*"], "One")[0]["c, s"] == "3"
    for columns_, row in (({"s"}, ["1"]), ({"a"}, ["2"])):
        with pytest.raises(LookupError, match="no cells"):
            lines(page, columns_, row, "")
    for cell in ("-", "none (7–none)", "unknown"):
        with pytest.raises(LookupError, match="no figure"):
            figure(cell)


def test_all_pages_say_what_is_measured() -> None:
    """Tests that the answer page and the README are those that the rows make, losses too."""
    for path, text in scoreboard.pages():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: python -m bench --again"
    every = [result for paper in scoreboard.papers().values() for _, result in paper.results]
    losses = scoreboard.answer().partition("## Comparisons that we lose")[2].partition("\n## ")[0]
    lost = [result for result in every if result.verdict == "worse"]
    assert lost and all(f"{result.what}: " in losses for result in lost)
