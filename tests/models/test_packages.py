"""Tests of packages that only some parts need."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from models.errors import InputError
from models.process.packages import require_package


def test_missing_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that one line names the extra, or says why an import fails."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "half_there.py").write_text("import nowhere_at_all")
    (tmp_path / "unlinked.py").write_text("raise OSError('libfar.so: no such file\\nand more')")
    (tmp_path / "unnamed.py").write_text("raise ImportError")
    (tmp_path / "fine_package.py").write_text("")
    monkeypatch.setitem(sys.modules, "blocked", None)
    require_package("fine_package", "a test", "all")
    for name, message in (
        ("blocked", "a test needs blocked: pip install 'xyzmap[all]'"),
        ("nowhere_at_all", "a test needs nowhere_at_all: pip install 'xyzmap[all]'"),
        ("half_there", "which cannot be imported: No module named 'nowhere_at_all'"),
        ("unlinked", "a test needs unlinked, which cannot be imported: libfar.so: no such file"),
        ("unnamed", "a test needs unnamed, which cannot be imported: ImportError"),
    ):
        with pytest.raises(InputError) as caught:
            require_package(name, "a test", "all")
        assert str(caught.value).endswith(message)
        assert "\n" not in str(caught.value)
