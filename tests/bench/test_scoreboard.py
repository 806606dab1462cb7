"""What papers print beside what is measured: figures by place, losses, and their pages."""

from __future__ import annotations

from bench import scoreboard
from bench.page import pages


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
