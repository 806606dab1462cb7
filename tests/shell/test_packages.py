"""Versions of packages, and what a small question leaves unloaded."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from examples.filters import accumulate
from models.formats.native_json import architecture_to_json, dfg_to_json
from shell.packages import installed_version


def test_versions_are_those_of_the_metadata(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests packages that are installed, a name with other signs, an old form, and none."""
    for package in ("numpy", "msgspec", "python-sat", "Python_SAT"):
        assert installed_version(package) == metadata.version(package)
    assert installed_version("no-such-package") is None
    (tmp_path / "no_such_package.egg-info").mkdir()
    (tmp_path / "no_such_package.egg-info" / "PKG-INFO").write_text("Name: x\nVersion: 3.1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert installed_version("no-such-package") == "3.1"


UNUSED = "importlib.metadata", "numpy.ma", "secrets", "views.html.shell", "numba"


def test_a_small_question_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """Tests that slow modules which other questions need stay out of a small one."""
    graph, array = accumulate()
    (tmp_path / "dfg.json").write_text(dfg_to_json(graph))
    (tmp_path / "arch.json").write_text(architecture_to_json(array))
    files = [str(tmp_path / name) for name in ("dfg.json", "arch.json")]
    asked = ["min_ii", *files, "--quiet", "--json"]
    script = (
        "import os, sys\n"
        f"sys.argv = {asked}\n"
        f"unused = {UNUSED}\n"
        "def leave(code):\n"
        "    print([name for name in unused if name in sys.modules], file=sys.stderr)\n"
        "    end(code)\n"
        "end, os._exit = os._exit, leave\n"
        "from solvers.min_ii import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip().splitlines()[-1] == "[]"
