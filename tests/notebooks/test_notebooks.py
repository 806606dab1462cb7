from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.notebook

ROOT = Path(__file__).parents[2]
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NEEDED = {"bopart": "optuna", "pt_map": "islpy", "rl_streaming": "ortools"}
LARGEST = 12_000
"""Bytes of a notebook without outputs."""

by_name = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)


def cells(book: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(book.read_text(encoding="utf-8"))["cells"]
    return found


@by_name
def test_nothing_that_was_executed_is_kept(book: Path) -> None:
    for cell in cells(book):
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
    assert book.stat().st_size < LARGEST


@by_name
def test_it_runs_and_shows_tables_and_a_picture(book: Path, tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    if book.stem in NEEDED:
        pytest.importorskip(NEEDED[book.stem])
    homes = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    own = {name: str(tmp_path / "home") for name in homes}
    (tmp_path / "home").mkdir()
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, ROOT / "tests/notebooks/execute.py", book, tmp_path / "done.ipynb"],
        cwd=tmp_path,
        env={**os.environ, **own, "PYTHONPATH": paths},
        text=True,
        capture_output=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    data = [
        shown.get("data", {})
        for cell in cells(tmp_path / "done.ipynb")
        for shown in cell.get("outputs", [])
    ]
    pages = ["".join(shown.get("text/html", "")) for shown in data]
    assert any("<table>" in page for page in pages)
    assert any("<svg" in page for page in pages) or any("image/svg+xml" in s for s in data)
