"""The package as it is installed: what is in it, its types, its version, and foreign folders."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import xyzmap
import xyzmap_packages

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
TARGETS = PROJECT["tool"]["hatch"]["build"]["targets"]


def run(*words: str, folder: Path = ROOT, path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with `path` in PYTHONPATH."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_what_is_installed() -> None:
    """Tests that the wheel has the packages alone, each with its types."""
    installed = TARGETS["wheel"]["packages"]
    assert re.match(r"\d+\.\d+", xyzmap.__version__)
    assert installed == [*xyzmap_packages.NAMES, "xyzmap_packages.py"]
    for name in xyzmap_packages.NAMES:
        assert (ROOT / name / "py.typed").is_file(), name
    assert {"/bench", "/tests", *(f"/{name}" for name in installed)} <= set(
        TARGETS["sdist"]["include"]
    )
    assert PROJECT["project"]["scripts"] == {"xyzmap": "xyzmap.__main__:main"}


@pytest.mark.parametrize("name", ["models/__init__.py", "models.py"])
def test_a_foreign_folder_is_named(name: str, tmp_path: Path) -> None:
    """Tests a folder, and a file, that has the name of a package."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("raise SystemExit('the wrong one')\n")
    found = tmp_path / name.split("/")[0]
    for module in ("xyzmap", "solvers.min_ii", "learn.ppo"):
        done = run("-m", module, "--help", folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        hides = f"xyzmap: {found} hides the package 'models' of xyzmap in {ROOT}: rename it"
        assert done.stderr.startswith(hides)
    done = run("-c", "import xyzmap", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {found} hides the package")
    # What comes later on the path hides nothing.
    assert (
        run("-c", f"import sys; sys.path.append({str(tmp_path)!r}); import xyzmap").returncode == 0
    )
