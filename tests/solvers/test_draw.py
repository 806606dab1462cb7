"""`draw`: pictures of files, the same as those of the page about pictures."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from solvers.draw import COMMAND, main
from tests.system.commands import ROOT
from xyzmap.cli import commands

PAGE = (Path(ROOT) / "docs/pictures.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^xyzmap draw (.*) -o (docs/pictures/\S+)$", PAGE, re.MULTILINE)
FOLDER = "docs/pictures/"
WHAT = [each.name for each in COMMAND.commands]


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(("words", "file"), EXAMPLES)
def test_the_pictures_of_the_page_are_current(words: str, file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert main([*shlex.split(words), "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == Path(file).read_text(encoding="utf-8")


@pytest.mark.guests
def test_the_page_has_every_kind_and_only_pictures_that_there_are() -> None:
    assert {words.split()[0] for words, _ in EXAMPLES} == set(WHAT)
    shown = set(re.findall(r"\((pictures/[^)]+)\)", PAGE))
    assert shown == {f"pictures/{path.name}" for path in Path(FOLDER).glob("*.svg")}
    for name in re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", PAGE, re.MULTILINE):
        assert set(re.findall(r"`([a-z-]+)`", name)) <= set(commands())
