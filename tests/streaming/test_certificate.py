"""Certificates of the streaming engine hold, for their own question only; its command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from shell.budget import Budget
from solvers.questions.verify.check import REJECTED, VERIFIED
from solvers.verify import main as verify
from streaming.__main__ import main
from streaming.examples import build
from streaming.guest import GUEST
from streaming.model.certificate import StreamingBound
from streaming.model.engine import Engine
from streaming.model.program import Program, program_to_json
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule
from streaming.question.certificate import certify
from streaming.question.refute import proof_files, refute
from tests.solvers.command_line import verdict
from tests.streaming.small_streaming import program
from tests.views.html.pages import Page

DISTANCE = program("UV", "WX", "YZ", "a", "bd", "ce")
PACKED = program("X", "aX", "", "bc", "d")


def known(rules: Rules, ii: int, cycles: int) -> Schedule:
    found = refute(rules, ii, cycles)
    assert isinstance(found, Schedule)
    return found


def certified(
    folder: Path, small: Program, ii: int, cycles: int, objective="cycles", **engine
) -> str:
    rules = Rules(small, Engine(**engine))
    written = certify(rules, ii, known(rules, ii, cycles), objective, folder)
    assert written is not None
    return written[0].status


def claim_of(folder: Path) -> dict:
    return json.loads((folder / "certificate.json").read_text())


def change(folder: Path, name: str, edit: Callable[[dict], object]) -> None:
    found = json.loads((folder / name).read_text())
    edit(found)
    (folder / name).write_text(json.dumps(found))


ENGINES = {
    "the paper's": {},
    "relays": {"relay": True, "hops": (1,)},
    "no waiting": {"waiting": False},
    "one output": {"multicast": False},
    "falling latencies": {"hops": (3, 1)},
}


def test_every_bound_has_a_line() -> None:
    """Tests that `verify --coverage` tells of every kind of bound."""
    bounds = {kind.__struct_config__.tag for kind in get_args(StreamingBound)} - {"proof"}
    assert bounds <= {found.way for found in GUEST.covered}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_fewest_cycles_are_verified(engine, tmp_path, capsys) -> None:
    assert certified(tmp_path, DISTANCE, 3, 40, **ENGINES[engine]) == "optimal"
    code, line = verdict(tmp_path, capsys)
    assert code == VERIFIED, line
    assert "are the fewest of 'small' on 16 tile(s) with II 3" in line


def test_the_smallest_interval_is_verified(tmp_path, capsys) -> None:
    # By arithmetic 2, but spokes of the two that share a variable coincide.
    assert certified(tmp_path, PACKED, 3, 60, "ii", tiles=3, pipeline=2, waiting=False) == "optimal"
    kinds = [bound["type"] for bound in claim_of(tmp_path)["bounds"]]
    code, line = verdict(tmp_path, capsys)
    assert code == VERIFIED, line
    assert f"with II {len(kinds)}, the smallest one" in line
    change(tmp_path, "certificate.json", lambda c: c["bounds"].pop(0))
    assert verdict(tmp_path, capsys)[0] == REJECTED


CROWDS = {
    "spokes": (program("X", "X", "X"), {"starts": "free"}),
    "readers": (program("", "a", "a", "a", "a"), {"hops": (1,)}),
    "flows": (program("", "", "", "", ""), {"tiles": 4}),
    "proof": (program("X", "", "X"), {"tiles": 4}),
}


@pytest.mark.parametrize("kind", CROWDS)
def test_no_mapping_at_all_is_verified(kind, tmp_path, capsys) -> None:
    small, options = CROWDS[kind]
    rules = Rules(small, Engine(**options))
    written = certify(rules, 2, None, "cycles", tmp_path)
    assert written is not None
    assert written[0].status == "infeasible"
    assert verdict(tmp_path, capsys)[1].startswith("verified: no mapping of 'small'")
    # The same reason for another question.
    other = {"engine": {"tiles": 16, "starts": "free"}, "ii": 3}
    change(tmp_path, "certificate.json", lambda c: c.update(other))
    assert verdict(tmp_path, capsys)[0] == REJECTED


def test_without_time_the_claim_is_smaller(tmp_path, capsys) -> None:
    rules = Rules(DISTANCE, Engine())
    best = known(rules, 6, 13)
    written = certify(rules, 6, best, "cycles", tmp_path, budget=Budget(0.0))
    assert written is not None
    assert (written[0].status, written[0].lower_cycles) == ("feasible", 12)
    assert verdict(tmp_path, capsys)[1] == (
        "verified: 13 cycles with II 6 are feasible for 'small' on 16 tile(s);"
        " fewer than 12 cycles with II 6 are impossible"
    )
    assert certify(rules, 6, None, "cycles", tmp_path, budget=Budget(0.0)) is None


RULES = Rules(DISTANCE, Engine())


def test_what_is_not_decided_in_time_is_unknown() -> None:
    assert refute(RULES, 6, 12, budget=Budget(0.0)) is None


def test_a_refutation_leaves_its_proof_and_a_mapping_leaves_nothing(tmp_path) -> None:
    assert isinstance(refute(RULES, 3, 15, folder=tmp_path), Schedule)
    assert not list(tmp_path.iterdir())
    assert refute(RULES, 3, 14, folder=tmp_path) is True
    assert {file.name for file in tmp_path.iterdir()} == set(proof_files(3, 14))


@pytest.fixture
def distance(tmp_path):
    path = tmp_path / "distance.json"
    path.write_text(program_to_json(build("distance")), encoding="utf-8")
    return str(path)


KEPT = (
    '{"schema": "xyzmap/streaming_mapping/1", "program": "distance", "engine": {}, "ii": 6,'
    ' "placements": [["dx", 9, 4]]}'
)


@pytest.mark.parametrize("solver", ["auto", "cadical195"])
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
    monkeypatch.setattr("streaming.question.race._refute_upwards", lambda *words: "")
    words = ["--ii", "3", "--solver", solver, "--json", "--quiet"]
    assert main([distance, *words]) == 10
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["status"], err) == ("feasible", "")
    assert found["stopped"].startswith("memory is exhausted")
