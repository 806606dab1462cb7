"""Some hundred realistic mistakes: each has a line on a page, which helps, and writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs import mistakes
from xyzmap.cli import commands

pytestmark = pytest.mark.guests


@pytest.fixture(scope="module")
def found() -> list[tuple[str, int, str]]:
    return mistakes.rows()


def test_they_are_of_all_commands_and_end_with_one_line(found: list[tuple[str, int, str]]) -> None:
    """Tests that mistakes end with exit code 2, or with 20 where nothing can ever work."""
    assert len(found) >= 400
    assert not set(commands()) - {line.split()[0] for line, _, _ in found}
    for line, code, said in found:
        assert code in (2, 20), (line, code, said)
        assert "Traceback" not in said
        assert len(said.splitlines()) == 1 or (code == 20 and len(said.splitlines()) == 2), said


@pytest.mark.parametrize("run", mistakes.RUNS, ids=lambda run: run.command)
def test_every_line_has_the_place_and_the_way_out(
    run: mistakes.Mistake, found: list[tuple[str, int, str]]
) -> None:
    """Tests the two parts, which are not the same, and not what the user has written only."""
    said = next(said for line, _, said in found if line == run.command)
    assert run.place in said
    assert run.way_out in said
    assert run.place != run.way_out
    assert run.way_out not in run.command


def test_the_page_says_what_commands_say(found: list[tuple[str, int, str]]) -> None:
    """Tests the page; `python -m tests.docs.mistakes` writes it."""
    assert Path(mistakes.PAGE).read_text(encoding="utf-8") == mistakes.page(found)
