"""The glossary: one line a term, in alphabetical order."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)[2:]


def test_terms_are_in_order_and_listed_once() -> None:
    terms = [re.sub(r"\W", "", term).lower() for term, _ in ROWS]
    assert len(ROWS) > 100
    assert terms == sorted(set(terms))


def test_a_term_that_another_stands_for_is_listed() -> None:
    terms = {term for term, _ in ROWS}
    assert [
        m for _, text in ROWS for m in re.findall(r"^see \*(.+)\*$", text) if m not in terms
    ] == []
