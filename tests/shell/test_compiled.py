"""Compiled inner loops: the first use says that compiling takes a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from shell import compiled


def test_compiling_is_announced_once_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that a cache folder is announced once, and not where stderr is no terminal."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernels = compiled.Kernels("some", tmp_path, (), "last")
    said = []
    for terminal in (False, True, True):
        monkeypatch.setattr(compiled, "_terminal", lambda terminal=terminal: terminal)
        kernels._tell()
        said.append(capsys.readouterr().err)
    line = "compiling inner loops, once after an installation: 10 to 20 s\n"
    assert said == ["", line, ""]


@pytest.mark.parametrize(("first", "plain"), [(10, 10), (60, 4), (300, 0)])
def test_expected_calls_take_a_share_of_the_steps_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int, plain: int
) -> None:
    """Tests that one long call does not count for all others, and that compiled ones stay so."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernels = compiled.Kernels("some", tmp_path, (), "last", plain_steps=200)
    kernels.expected = 4
    left = [kernels.may_be_plain(steps) for steps in (first, 60, 20, 20, 50, 1, 1, 1, 1, 1)]
    assert left == [True] * plain + [False] * (10 - plain)
