"""Tests of `trade_off` that is stopped, or late, or goes on with what a file has."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from models.process.signals import Stop
from solvers.questions.prune_arch.oracle import Oracle
from solvers.questions.prune_arch.run import Pruned, Pruning
from solvers.search.answer import Answer
from solvers.search.cycles import Search
from tests.solvers.pruning.commands import ring_files
from tests.solvers.pruning.curves import curve, run


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


@pytest.mark.process
def test_resume(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that finished points are kept, and that a point that is not sound is not believed."""
    kept = tmp_path / "kept.json"
    words = [*inputs, "--cycles", "8-10", "--resume", str(kept)]
    first = curve(capsys, *words)
    entries = json.loads(kept.read_text())
    assert len(entries) == 3
    again = curve(capsys, *words)
    assert [p["seconds"] for p in again["points"]] == [p["seconds"] for p in first["points"]]
    for entry in entries.values():
        entry["mappings"][0]["transfers"].pop()
    kept.write_text(json.dumps(entries))
    code, out, err = run(capsys, *words, "--json")
    assert code == 0 and "not sound, solved anew" in err
    sizes = [point["counts"] for point in json.loads(out)["points"]]
    assert sizes == [point["counts"] for point in first["points"]]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("status", "feasible?"),
        ("lower", 10**6),
        ("lower", 0),
        ("counts", {"elements": 1}),
        ("weight", 1),
        ("bounds", "none"),
        ("left", None),
        ("removed", []),
        ("removed", [["paths", "nowhere", ""]]),
        ("mappings", []),
        ("cores", [[0, [["elements", "pe9", ""]]]]),
        ("cores", [[7, []]]),
        ("stopped", 5),
        ("limit", "long"),
    ],
)
def test_edited_entries(
    name: str, value: object, inputs: list[str], tmp_path: Path, capsys: Any
) -> None:
    """Tests that whatever is wrong with an entry, or missing, the answer is what it was."""
    kept = tmp_path / "kept.json"
    words = [*inputs, "--cycles", "8-9", "--resume", str(kept), "--point-limit", "60"]
    _, first, _ = run(capsys, *words, "--quiet")
    entries = json.loads(kept.read_text())
    for entry in entries.values():
        entry[name] = value
    kept.write_text(json.dumps(entries))
    assert run(capsys, *words, "--quiet") == (0, first, "")
    for entry in entries.values():
        del entry[name]
    kept.write_text(json.dumps(entries))
    assert run(capsys, *words, "--quiet") == (0, first, "")


def test_slower_mapping_is_not_believed(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that an entry of more cycles under the key of fewer is solved anew."""
    kept = tmp_path / "kept.json"
    words = [*inputs, "--cycles", "8,10", "--resume", str(kept)]
    first = curve(capsys, *words)
    entries = json.loads(kept.read_text())
    slow, fast = entries
    entries[fast] = entries[slow]
    kept.write_text(json.dumps(entries))
    code, out, err = run(capsys, *words, "--json")
    assert code == 0 and "cycles 8: the entry kept is not sound" in err
    assert json.loads(out)["front"] == first["front"]


def test_interrupted_points_are_not_kept(
    inputs: list[str], tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a point which was interrupted is solved by the next run, with a limit too."""
    kept = tmp_path / "kept.json"
    words = [*inputs, "--cycles", "8-10", "--resume", str(kept), "--point-limit", "60"]
    whole, seen = Pruning.run, []

    def interrupted(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 2:
            raise Stop("interrupted")
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", interrupted)
    code, out, _ = run(capsys, *words, "--json", "--quiet")
    found = json.loads(out)
    assert (code, found["stopped"]) == (10, "interrupted")
    # What does in 9 cycles was not looked for; nothing of a faster point is known either.
    assert [p["status"] for p in found["points"]] == ["not looked at", "unknown", "optimal"]
    assert len(json.loads(kept.read_text())) == 1
    monkeypatch.undo()
    assert curve(capsys, *words)["proven"]


@pytest.mark.process
def test_point_limit_ends_a_search(
    inputs: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a point ends when its alarm is taken by a search on the way as its own end."""
    seen = []

    def slow(search: Search) -> Answer:
        seen.append(search)
        if len(seen) > 2:
            raise AssertionError("the point goes on after its time")
        try:
            time.sleep(20)
        except Stop as stop:
            search.answer.stopped = str(stop)
        return search.answer

    monkeypatch.setattr(Oracle, "_by_engine", lambda oracle, ask: None)
    monkeypatch.setattr(Oracle, "_arithmetic_refutes", lambda oracle, number, off: False)
    monkeypatch.setattr("solvers.questions.prune_arch.oracle.Search.run", slow)
    code, out, _ = run(capsys, *inputs, "--cycles", "8-9", "--point-limit", "0.5", "--quiet")
    assert (code, len(seen)) == (30, 2)
    assert out.count("time limit") == 2 and "stopped:" not in out


def test_failed_point(inputs: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a process that fails costs its point only, which takes what a faster one needs."""
    whole, seen = Pruning.run, []

    def failing(pruning: Pruning) -> Pruned:
        seen.append(pruning)
        if len(seen) == 1:
            raise Stop("solver process failed: out of memory")
        return whole(pruning)

    monkeypatch.setattr(Pruning, "run", failing)
    code, out, _ = run(capsys, *inputs, "--cycles", "9-10", "--json", "--quiet")
    faster, slower = json.loads(out)["points"]
    assert code == 10 and faster["status"] == "optimal" and slower["status"] == "feasible"
    assert slower["counts"] == faster["counts"] and slower["because"] == "cycles 9 needs no more"
    assert json.loads(out)["stopped"] == "solver process failed: out of memory"


def test_bounds_of_slower_points(
    inputs: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that an array as small as a slower point's minimum needs no proof of its own."""
    minimise = Pruning._minimise

    def late(pruning: Pruning) -> None:
        if pruning.answer.kernels[0].horizon == 11:
            raise Stop("time limit")
        minimise(pruning)

    monkeypatch.setattr(Pruning, "_minimise", late)
    words = ["--cycles", "11-12", "--point-limit", "60", "--json", "--quiet"]
    code, out, _ = run(capsys, *inputs, *words)
    faster, slower = json.loads(out)["points"]
    assert faster["lower"] == slower["lower"] and "cycles 12 needs no less" in faster["because"]
    assert code == (0 if faster["counts"] == slower["counts"] else 10)
    assert (faster["status"] == "optimal") == (faster["counts"] == slower["counts"])


@pytest.mark.interrupted
def test_late(inputs: list[str], capsys: Any) -> None:
    """Tests that a time limit ends with what is known, and claims nothing else."""
    code, out, _ = run(capsys, *inputs, "--cycles", "8-12", "--time-limit", "0.05", "--quiet")
    assert code in (10, 30)
    assert "stopped" in out or "before the search" in out or out == ""


def test_bad_resume(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that a file of something else is left alone."""
    other = tmp_path / "other.txt"
    other.write_text("not entries")
    code, _, err = run(capsys, *inputs, "--cycles", "8", "--resume", str(other), "--quiet")
    assert (code, err.count("\n"), other.read_text()) == (2, 1, "not entries")
