"""The command as users run it: answers, files, and inputs that are wrong."""

from __future__ import annotations

import json

import pytest

from examples.streaming import build
from models.streaming.program import program_to_json
from models.streaming.schedule import schedule_from_json
from solvers.streaming import main
from solvers.verify import main as verify
from tests.views.html.pages import Page


@pytest.fixture
def distance(tmp_path):
    path = tmp_path / "distance.json"
    path.write_text(program_to_json(build("distance")), encoding="utf-8")
    return str(path)


def test_answers_as_json_and_files(distance, tmp_path, capsys):
    out, svg = tmp_path / "m.json", tmp_path / "m.svg"
    code = main(
        [distance, "--ii", "3", "--json", "--quiet", "--out", str(out), "--picture", str(svg)]
    )
    shown = capsys.readouterr()
    answer = json.loads(shown.out)
    assert code == 0 and shown.err == ""
    assert (answer["status"], answer["cycles"], answer["ii"]) == ("optimal", 15, 3)
    assert schedule_from_json(out.read_bytes(), "m").cycles == 15
    assert svg.read_text(encoding="utf-8").startswith("<svg")


KEPT = (
    '{"schema": "xyzmap/streaming_mapping/1", "program": "distance", "engine": {}, "ii": 6,'
    ' "placements": [["dx", %d, 4]]}'
)


@pytest.mark.parametrize("solver", ["auto", "cadical195"])
def test_a_certificate_says_what_was_kept(distance, tmp_path, capsys, solver):
    kept, folder = tmp_path / "kept.json", tmp_path / "certificate"
    kept.write_text(KEPT % 9, encoding="utf-8")
    words = [distance, "--placed", str(kept), "--certificate", str(folder), "--quiet"]
    assert main([*words, "--solver", solver, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert ["dx", 9, 4] in answer["mapping"]["placements"]
    assert verify([str(folder)]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert "'distance' on 16 tile(s), with 'dx' at tile 9, spoke 4, with II 6" in line


def test_a_place_must_be_on_the_row(distance, tmp_path, capsys):
    kept = tmp_path / "kept.json"
    kept.write_text(KEPT % 16, encoding="utf-8")
    assert main([distance, "--placed", str(kept)]) == 2
    assert "'dx' is placed on tile 16; there are 0 to 15" in capsys.readouterr().err


def test_that_no_interval_will_do_has_a_certificate(distance, tmp_path, capsys):
    folder = tmp_path / "certificate"
    words = ["--hops", "1", "--objective", "ii", "--ii", "1", "--certificate", str(folder)]
    assert main([distance, *words, "--json", "--quiet"]) == 20
    assert json.loads(capsys.readouterr().out)["certificate"] == "infeasible"
    assert verify([str(folder)]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line == "verified: no mapping of 'distance' on 16 tile(s) has an II up to 1"


@pytest.mark.parametrize(
    "text, code, told",
    [
        ("", 2, "not JSON"),
        ('{"schema": "xyzmap/streaming_program/1", "name": "p", "instr', 2, "not JSON"),
        (
            '{"schema": "xyzmap/streaming_program/1", "name": "p", "variables": ["x"],'
            ' "instructions": [{"name": "a", "op": "neg", "operands": [1]},'
            ' {"name": "b", "op": "add", "operands": ["a", "x"]},'
            ' {"name": "c", "op": "add", "operands": ["a", "x"]}]}',
            20,
            "'b' and 'c' share 'x' and must be on one tile, but both read 'a'",
        ),
        (
            '{"schema": "xyzmap/streaming_program/1", "name": "p", "instructions": ['
            + ", ".join(f'{{"name": "i{n}", "op": "neg", "operands": [1]}}' for n in range(17))
            + "]}",
            20,
            "17 flows start on different tiles, of which there are 16",
        ),
    ],
)
def test_programs_that_cannot_be_mapped(tmp_path, capsys, text, code, told):
    path = tmp_path / "p.json"
    path.write_text(text, encoding="utf-8")
    assert main([str(path), "--quiet"]) == code
    shown = capsys.readouterr()
    assert told in (shown.err + shown.out) and "\n" not in (shown.err + shown.out).strip()


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


def test_impossible_is_a_page_too(distance, tmp_path, capsys):
    path = tmp_path / "page.html"
    words = [distance, "--ii", "1", "--tiles", "3", "--quiet", "--html", str(path)]
    assert main(words) == 20
    reason = capsys.readouterr().out.splitlines()[0].removeprefix("infeasible: ")
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert ("span", {"class": "badge infeasible"}) in page.seen and reason in page.words
    assert page.data("scene-0")["mapping"] is None


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
