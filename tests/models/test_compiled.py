from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from models.process import compiled
from models.process.compiled import Kernels


@pytest.mark.parametrize(
    ("terminal", "kept", "lines"), [(True, False, 1), (True, True, 0), (False, False, 0)]
)
def test_the_first_compilation_is_told(
    terminal: bool,
    kept: bool,
    lines: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tests that one line tells a terminal of what is compiled for the first time."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled, "_terminal", lambda: terminal)
    monkeypatch.setattr(Kernels, "_compiled", lambda self, function: function)

    def half(number: int) -> int:
        return number // 2

    def third(number: int) -> int:
        return number // 3

    for _ in range(2):  # as many processes
        kernels: Any = Kernels("halves", tmp_path, (), "half")
        if kept:
            (Path(kernels.folder) / "half.nbi").touch()
        for function in (half, third):
            assert isinstance(function, FunctionType)
            assert kernels.outer(function)(12) in (4, 6)
    assert capsys.readouterr().err.count("compiling inner loops") == lines
