"""Interrupted measurements go on where they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import resume
from bench.resume import Entry, Resume


class Clock:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def measure(self) -> Entry:
        self.asked += 1
        return {"seconds": self.asked}


def test_measured_once(tmp_path: Path) -> None:
    """Tests that an entry is found again by another run, and only under its own key."""
    path, clock = tmp_path / "entries.json", Clock()
    assert Resume(path).entry({"size": 4}, clock.measure) == {"seconds": 1}
    again = Resume(path)
    assert again.entry({"size": 4}, clock.measure) == {"seconds": 1}
    assert again.entry({"size": 5}, clock.measure) == {"seconds": 2}
    assert clock.asked == 2
    assert [file.name for file in tmp_path.iterdir()] == ["entries.json"]


def test_interrupted(tmp_path: Path) -> None:
    """Tests that what was finished before an interruption is kept."""
    path, clock = tmp_path / "entries.json", Clock()

    def interrupted() -> Entry:
        raise KeyboardInterrupt

    run = Resume(path)
    run.entry({"size": 4}, clock.measure)
    with pytest.raises(KeyboardInterrupt):
        run.entry({"size": 5}, interrupted)
    assert Resume(path).entry({"size": 4}, clock.measure) == {"seconds": 1}


def test_not_good(tmp_path: Path) -> None:
    """Tests that an entry that does not do is measured again and replaced."""
    path, clock = tmp_path / "entries.json", Clock()
    Resume(path).entry({}, clock.measure)
    assert Resume(path).entry({}, clock.measure, lambda entry: entry["seconds"] > 1)["seconds"] == 2
    assert Resume(path).entry({}, clock.measure)["seconds"] == 2


def test_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that figures of other code or another machine are not reused."""
    path, clock = tmp_path / "entries.json", Clock()
    Resume(path).entry({}, clock.measure)
    monkeypatch.setattr(resume, "code", lambda *rooms: "other")
    assert Resume(path).entry({}, clock.measure) == {"seconds": 2}
    monkeypatch.setattr(resume, "machine", lambda: "other")
    assert Resume(path).entry({}, clock.measure) == {"seconds": 3}


def test_without_a_file() -> None:
    """Tests that entries are shared within one run without a file."""
    run, clock = Resume(None), Clock()
    assert run.entry({}, clock.measure) == run.entry({}, clock.measure)
    assert clock.asked == 1
