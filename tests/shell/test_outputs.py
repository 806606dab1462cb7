"""The files of an answer after a signal or the time limit: whole, or named."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from shell import outputs
from shell.budget import Budget
from shell.outputs import attempted, written
from shell.signals import Signals


def test_writing_goes_on_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a signal that comes while a file is written ends neither this one nor the next."""
    files = [tmp_path / name for name in "ab"]

    def write(file: Path) -> None:
        signal.raise_signal(signal.SIGTERM)
        file.write_text("whole")

    monkeypatch.setattr(outputs, "GRACE", 1e6)
    with Signals():
        assert attempted([(file, lambda file=file: write(file)) for file in files]) == []
    assert [file.read_text() for file in files] == ["whole", "whole"]


def test_files_that_are_not_begun_in_time_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / name for name in "abc"]
    monkeypatch.setattr(outputs, "GRACE", 0.0)
    monkeypatch.setattr(outputs, "LEAST_GRACE", 0.0)

    def write(file: Path) -> None:
        file.write_text("whole")
        signal.raise_signal(signal.SIGTERM)

    with Signals():
        (failure,) = attempted([(file, lambda file=file: write(file)) for file in files])
    assert str(failure) == f"{files[1]}, {files[2]}: not written (interrupted)"
    assert [file.exists() for file in files] == [True, False, False]
    with Signals(Budget(0.0)), pytest.raises(outputs.NotWrittenError, match=r"\(time limit\)"):
        written(files[1], lambda: write(files[1]))
