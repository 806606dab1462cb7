"""A hundred realistic mistakes: what each of them says is on a page, and helps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs import mistakes

WAYS = (
    "; known", "did you mean", "must be", "expected", "see --help", "allowed", "such as", "write",
    "give ", "goes with", "needs", "cannot read", "takes", "duplicate", "required", "has no",
    "begin with", "are the two files swapped", "is never declared", "stands there twice", "end in",
    "is no whole number", "not JSON: line", "the file is empty", "not UTF-8", "File exists",
    "can never reach", "cannot be forbidden", "name at least", "name the numbers", "numbers for",
    "maps the loops", "goes only with", "can be chosen for", "Expected", "not TOML", "at most",
    "syntax error", "is not a directory", "choose from", "invalid int value", "written as",
)  # fmt: skip
"""What lines say that name the way out, or a place where all that is wrong is one word."""


@pytest.fixture(scope="module")
def found() -> list[tuple[str, int, str]]:
    return mistakes.rows()


def test_there_are_a_hundred_and_all_end_with_one_line(found: list[tuple[str, int, str]]) -> None:
    """Tests that mistakes end with exit code 2, or with 20 where nothing can ever work."""
    assert len(found) >= 100
    for line, code, said in found:
        assert code in (2, 20), (line, code, said)
        assert "Traceback" not in said
        assert len(said.splitlines()) == 1 or (code == 20 and len(said.splitlines()) == 2), said


def test_every_line_names_the_way_out(found: list[tuple[str, int, str]]) -> None:
    assert [said for _, _, said in found if not any(way in said for way in WAYS)] == []


def test_every_line_begins_with_the_command(found: list[tuple[str, int, str]]) -> None:
    for line, code, said in found:
        begin = re.escape(line.split()[0])
        assert code == 20 or re.match(rf"{begin}( \w+)?: |xyzmap: |error: ", said), said


def test_the_page_says_what_commands_say(found: list[tuple[str, int, str]]) -> None:
    """Tests the page; `python -m tests.docs.mistakes` writes it."""
    assert Path(mistakes.PAGE).read_text(encoding="utf-8") == mistakes.page(found)
