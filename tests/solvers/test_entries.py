"""The file of entries that survive an interruption."""

from __future__ import annotations

from pathlib import Path

from solvers.questions.entries import Entries


def test_entries_survive(tmp_path: Path) -> None:
    """Tests that entries are in the file at once, and that only good ones are used again."""
    path = tmp_path / "entries.json"
    entries = Entries(path)
    assert entries.entry({"a": 1, "b": 2}, lambda: {"n": 1}) == {"n": 1}
    again = Entries(path)
    assert again.get({"b": 2, "a": 1}) == {"n": 1}
    assert again.get({"a": 1}) is None
    assert again.entry({"a": 1, "b": 2}, lambda: {"n": 2}) == {"n": 1}
    assert again.entry({"a": 1, "b": 2}, lambda: {"n": 2}, lambda e: e["n"] > 1) == {"n": 2}
    assert Entries(path).get({"a": 1, "b": 2}) == {"n": 2}
    assert not list(tmp_path.glob("*.part"))
