"""The pages of `docs/results` are what their rows in `docs/results/data` make."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import store
from bench.page import RESULTS
from bench.pages import different, make, pages

MEASURED = [page for page in pages().values() if page.measured is not None]


@pytest.mark.parametrize("page", MEASURED, ids=lambda page: page.name)
def test_a_page_is_what_its_rows_make(page, tmp_path: Path) -> None:
    make(page, page.measured, tmp_path)
    assert list(different(RESULTS, tmp_path)) == []


@pytest.mark.parametrize("page", MEASURED, ids=lambda page: page.name)
def test_rows_say_what_their_answers_say(page) -> None:
    for row in page.measured.rows:
        assert row == store.row(page.name, row.key, row.answer, row.origin)


def test_every_page_has_rows_and_nothing_else_has() -> None:
    assert {path.stem for path in (RESULTS / "data").glob("*.jsonl")} == set(pages())
    assert {path.stem for path in RESULTS.glob("*.md")} == set(pages())
