from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import xyzmap

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api.md"


def examples(page: Path, names: dict[str, object]) -> doctest.DocTest:
    """The examples of a page; the fences around them are no output."""
    lines = page.read_text(encoding="utf-8").splitlines()
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    return doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)


@pytest.mark.process
def test_every_example_of_the_page_does_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    runner = doctest.DocTestRunner()
    result = runner.run(examples(PAGE, {"folder": tmp_path}))
    assert result.attempted > 60
    assert not result.failed, capsys.readouterr().out


def test_the_five_lines_of_the_readme_do_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()  # as the commands before them do
    result = doctest.DocTestRunner().run(examples(ROOT / "README.md", {}))
    assert result.attempted >= 4
    assert not result.failed, capsys.readouterr().out


@pytest.mark.parametrize("name", xyzmap.__all__)
def test_every_name_is_on_the_page(name: str) -> None:
    words = re.findall(r"\w+", PAGE.read_text(encoding="utf-8"))
    assert name in words
