"""The command as users run it: answers, files, and inputs that are wrong."""

import json

import pytest

from examples.streaming import build
from models.streaming.program import program_to_json
from models.streaming.schedule import schedule_from_json
from solvers.streaming.command import main
from solvers.verify import main as verify


@pytest.fixture
def distance(tmp_path):
    path = tmp_path / "distance.json"
    path.write_text(program_to_json(build("distance")), encoding="utf-8")
    return str(path)


def test_answers_as_json_and_files(distance, tmp_path, capsys):
    out, svg = tmp_path / "m.json", tmp_path / "m.svg"
    code = main([distance, "--ii", "3", "--json", "--quiet", "--out", str(out), "--svg", str(svg)])
    shown = capsys.readouterr()
    answer = json.loads(shown.out)
    assert code == 0 and shown.err == ""
    assert (answer["status"], answer["cycles"], answer["ii"]) == ("optimal", 15, 3)
    assert schedule_from_json(out.read_bytes(), "m").cycles == 15
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_answers_in_words(distance, capsys):
    assert main([distance, "--objective", "ii"]) == 0
    shown = capsys.readouterr()
    assert "optimal: 'distance' takes" in shown.out and "spoke RAM" in shown.out
    assert "II at least 1" in shown.out and "cycles at II" in shown.err


def test_certificates_are_verified(distance, tmp_path, capsys):
    folder = tmp_path / "certificate"
    assert main([distance, "--ii", "3", "--certificate", str(folder), "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"] == "optimal"
    assert verify([str(folder)]) == 0
    assert "verified" in capsys.readouterr().out


def test_a_mapping_can_be_kept(distance, tmp_path, capsys):
    kept = tmp_path / "kept.json"
    kept.write_text(
        '{"schema": "xyzmap/streaming_mapping/1", "program": "distance", "engine": {}, "ii": 6,'
        ' "placements": [["dx", 9, 4]]}',
        encoding="utf-8",
    )
    assert main([distance, "--placed", str(kept), "--json", "--quiet"]) == 0
    placements = json.loads(capsys.readouterr().out)["mapping"]["placements"]
    assert ["dx", 9, 4] in placements


@pytest.mark.parametrize(
    "options, code, told",
    [
        (["--tiles", "1", "--ii", "5"], 20, "7 instructions, 1 tile(s) with 5 spoke(s) each"),
        (["--hops", "1,x"], 2, "list of whole numbers"),
        (["--ii", "0"], 2, "must be from 1"),
        (["--tiles", "5000"], 2, "5000 tiles; allowed: 1 to 1024"),
        (["--method", "magic"], 2, "invalid choice"),
        (["--placed", "nowhere.json"], 2, "nowhere.json"),
        (["--placed", "nowhere.json", "--solver", "sat"], 2, "not with --solver sat"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(distance, capsys, options, code, told):
    try:
        found = main([distance, *options, "--quiet"])
    except SystemExit as ended:
        found = ended.code
    shown = capsys.readouterr()
    text = (shown.err or shown.out).strip()
    assert found == code and told in text and "\n" not in text


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
