"""The page "How good is it?": its figures are those of pages, and what is lost has a cause."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench import scoreboard
from bench.cells import cells, number
from bench.scoreboard import BEYOND, PAPERS, PLOT, ROOT, Item, draw, items, pages

PAGE = """# A page

## One

| array | how | s | ours | s |
| --- | --- | --- | --- | --- |
| `a` | fast | 1,200.5 | 3 / 2 of 4 | 9 |
| `a` | slow | > 10 | none | 8 |

## Two

| array | how | s |
| --- | --- | --- |
| `a` | fast | 7 |
| b | fast | 8 (≥ 5) |
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(scoreboard, "RESULTS", tmp_path)
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    return tmp_path / "page.md"


def item(**fields: object) -> Item:
    known = {"paper": "lisa", "of": "Fig. 1", "what": "x", "page": "page", "differs": ""}
    return msgspec.convert({"column": "s", **known, **fields}, Item)


def test_cells_are_found_by_section_row_and_column(page: Path) -> None:
    assert cells(page, "s") == ["1,200.5", "> 10"]
    assert cells(page, "s", section="Two") == ["7", "8 (≥ 5)"]
    assert cells(page, "s", ["a", "slow"]) == ["> 10"]
    assert cells(page, "s", ["b"]) == ["8 (≥ 5)"]
    assert cells(page, "ours", ["a", "fast"], right=1) == ["9"]
    for wrong in (("t", [], ""), ("s", ["c"], ""), ("s", [], "Three")):
        with pytest.raises(LookupError):
            cells(page, *wrong)
    assert (number("> 1,200.5 s"), number("3 / 2 of 4", -1)) == (1200.5, 4)
    with pytest.raises(LookupError, match="no number in 'none'"):
        number("none")


def test_figures_ratios_and_losses(page: Path) -> None:
    assert item(printed=2401).ratio == 2.0
    assert item(printed=600.25).lost and not item(printed=1201).lost
    assert item(column="ours", printed=50, share=True, better="more").ratio == 1.5
    assert item(section="Two", sum=True).ours == 15
    assert item(row=["a", "fast"], over="ours").ours == 1200.5 / 3
    assert item(row=["a", "fast"], column="ours", next=True).ours == 9
    assert item(printed=0).lost and item(printed=0).ratio is None
    assert not item().lost and item().said(item().printed) == "-"


def test_what_is_not_decided_is_no_figure(page: Path) -> None:
    with pytest.raises(LookupError, match="limit = False"):
        assert item(row=["a", "slow"], printed=99).ours
    given_up = item(row=["a", "slow"], printed=99, limit=True)
    assert given_up.ours == 10 and given_up.lost
    with pytest.raises(LookupError, match="limit = True"):
        assert item(row=["a", "fast"], limit=True).ours
    answered = {"row": ["a", "fast"], "section": "Two", "column": "how"}
    assert item(**{**answered, "column": "s"}, answer=["how", "fast"]).ours == 7
    with pytest.raises(LookupError, match="is not 'slow'"):
        assert item(**{**answered, "column": "s"}, answer=["how", "slow"]).ours


@pytest.mark.parametrize("each", items(), ids=lambda each: f"{each.of}, {each.what}")
def test_comparisons_are_of_known_papers_and_losses_have_causes(each: Item) -> None:
    assert each.paper in (*PAPERS, BEYOND)
    assert each.better in ("less", "more") and each.differs.strip()
    assert (each.printed is None) == (each.paper == BEYOND)
    assert bool(each.cause) == each.lost, (each.ours, each.printed)


def test_pages_show_what_was_measured() -> None:
    wrong = [path.name for path, text in pages() if path.read_text(encoding="utf-8") != text]
    assert not wrong, "python -m bench --again makes them"


def test_the_plot_is_that_of_what_was_measured(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(tmp_path / "how_good.svg")
    assert (tmp_path / "how_good.svg").read_bytes() == (ROOT / PLOT).read_bytes()
