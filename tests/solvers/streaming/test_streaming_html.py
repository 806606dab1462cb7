"""The command's HTML report: written with and without a mapping, and it says what is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from examples.streaming import build
from models.streaming.program import program_to_json
from solvers.streaming import main
from tests.views.html.pages import Page


@pytest.fixture
def distance(tmp_path: Path) -> str:
    path = tmp_path / "distance.json"
    path.write_text(program_to_json(build("distance")), encoding="utf-8")
    return str(path)


def test_a_mapping_is_written_with_its_proof(distance: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "page.html"
    assert main([distance, "--ii", "3", "--quiet", "--html", str(path)]) == 0
    page = Page(path.read_text(encoding="utf-8"))
    assert page.texts["h1"] == ["distance on 16 tiles: 15 cycles, II = 3"]
    assert ("span", {"class": "badge optimal"}) in page.seen
    told = page.texts["dd"]
    assert "15 cycles, II = 3" in told and any(t.startswith("at least 15 cycles: ") for t in told)
    assert any("numbers equal to the program's" in text for text in told)
    mapping = page.data("scene-0")["mapping"]
    assert (mapping["contexts"], mapping["horizon"], len(mapping["issues"])) == (3, 15, 7)


def test_impossible_is_a_page_too(distance: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "page.html"
    words = [distance, "--ii", "1", "--tiles", "3", "--quiet", "--html", str(path)]
    assert main(words) == 20
    reason = capsys.readouterr().out.splitlines()[0].removeprefix("infeasible: ")
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert ("span", {"class": "badge infeasible"}) in page.seen and reason in page.words
    assert page.data("scene-0")["mapping"] is None
