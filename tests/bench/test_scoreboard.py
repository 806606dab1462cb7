"""What papers print beside what is measured: figures by place, losses, and their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import scoreboard
from bench.cells import cells, matched, number
from bench.page import pages

PAGE = """# Title
| kernel | II | s |
| --- | --- | --- |
| `gemm` | 4 (≥ 3) | 1,234.5 |
| atax | 2 | > 10 |

## Other
| kernel | II |
| --- | --- |
| gemm | 7 of 9 |

In all 12 times.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def test_figures_by_place(page: Path) -> None:
    """Tests cells by column, row and section, numbers in them, and patterns."""
    assert cells(page, "II", ["gemm"]) == ["4 (≥ 3)"]
    assert cells(page, "II", ["gemm"], "Other") == ["7 of 9"]
    assert cells(page, "II", ["gemm"], right=1) == ["1,234.5"]
    assert number("1,234.5") == 1234.5 and number("7 of 9", -1) == 9
    assert matched(page, r"all (\d+) times", "Other") == "12"
    for wrong in (
        lambda: cells(page, "none"),
        lambda: number("-"),
        lambda: matched(page, "(x)", "Other"),
    ):
        with pytest.raises(LookupError):
            wrong()


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


def test_ratios() -> None:
    assert [scoreboard.times(x) for x in (None, 1.001, 1.6, 8218)] == [
        "-",
        "same",
        "1.60 ×",
        "8,218 ×",
    ]
