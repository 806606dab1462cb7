"""Commands that are measured from outside."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from sweeps.watched import program, watch


def test_a_relative_program_is_that_of_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests a Python found by a relative PATH, whose process starts in another folder."""
    monkeypatch.chdir(tmp_path)
    os.symlink(sys.executable, "own-python")
    (tmp_path / "elsewhere").mkdir()
    words = ["./own-python", "-c", "import os; print(os.getcwd())"]
    ended = watch(partial(program, words, folder="elsewhere"), 60.0)
    assert (ended.code, ended.out.strip()) == (0, str(tmp_path / "elsewhere"))
