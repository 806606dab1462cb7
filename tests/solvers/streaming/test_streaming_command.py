"""The command as users run it: answers, files, and inputs that are wrong."""

from __future__ import annotations

import json

import pytest

from examples.streaming import build
from models.streaming.program import program_to_json
from solvers.streaming import main
from solvers.verify import main as verify
from tests.views.html.pages import Page


@pytest.fixture
def distance(tmp_path):
    path = tmp_path / "distance.json"
    path.write_text(program_to_json(build("distance")), encoding="utf-8")
    return str(path)


KEPT = (
    '{"schema": "xyzmap/streaming_mapping/1", "program": "distance", "engine": {}, "ii": 6,'
    ' "placements": [["dx", 9, 4]]}'
)


@pytest.mark.parametrize("solver", ["auto", "sat"])
def test_a_certificate_says_what_was_kept(distance, tmp_path, capsys, solver):
    kept, folder = tmp_path / "kept.json", tmp_path / "certificate"
    kept.write_text(KEPT, encoding="utf-8")
    words = [distance, "--placed", str(kept), "--certificate", str(folder), "--quiet"]
    assert main([*words, "--solver", solver, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert ["dx", 9, 4] in answer["mapping"]["placements"]
    assert verify([str(folder)]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert "'distance' on 16 tile(s), with 'dx' at tile 9, spoke 4, with II 6" in line


def test_a_mapping_is_written_with_its_proof(distance, tmp_path, capsys):
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


@pytest.mark.parametrize("solver", ["cp-sat", "auto"])
def test_what_was_found_is_kept(solver, distance, monkeypatch, capsys):
    """Tests that CP-SAT's thread fails without a word of its own."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")

    def refused(*words: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(cp_model.CpSolver, "solve", refused)
    monkeypatch.setattr("solvers.questions.streaming.race._refute_upwards", lambda *words: "")
    words = ["--ii", "3", "--solver", solver, "--json", "--quiet"]
    assert main([distance, *words]) == 10
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["status"], err) == ("feasible", "")
    assert found["stopped"].startswith("memory is exhausted")
