"""Tests of `trade_off` that is stopped, or late, or goes on with what a file has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models.process.signals import Stop
from solvers.questions.prune_arch.run import Pruned, Pruning
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


EDITED: list[tuple[str, object]] = [
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
]


@pytest.mark.process
def test_edited_entries(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that whatever is wrong with an entry, or missing, the answer is what it was."""
    kept = tmp_path / "kept.json"
    words = [*inputs, "--cycles", "8-9", "--resume", str(kept), "--point-limit", "60", "--quiet"]
    _, first, _ = run(capsys, *words)
    sound = json.loads(kept.read_text())
    for name, value in EDITED:
        edited = {key: {**entry, name: value} for key, entry in sound.items()}
        kept.write_text(json.dumps(edited))
        assert run(capsys, *words) == (0, first, ""), name
    for name in {name for name, _ in EDITED}:
        lacking = {
            key: {member: value for member, value in entry.items() if member != name}
            for key, entry in sound.items()
        }
        kept.write_text(json.dumps(lacking))
        assert run(capsys, *words) == (0, first, ""), name


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


def test_bad_resume(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that a file of something else is left alone."""
    other = tmp_path / "other.txt"
    other.write_text("not entries")
    code, _, err = run(capsys, *inputs, "--cycles", "8", "--resume", str(other), "--quiet")
    assert (code, err.count("\n"), other.read_text()) == (2, 1, "not entries")
