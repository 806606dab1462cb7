"""The package as it is installed: what is in it, its types, its version, and foreign folders."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import xyzmap
import xyzmap_packages
from shell.guests import guests
from tests.system.commands import ROOT, run_python

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
TARGETS = PROJECT["tool"]["hatch"]["build"]["targets"]


@pytest.mark.guests
def test_what_is_installed() -> None:
    """Tests that the wheel has all packages, each with its types, and the sdist what makes it."""
    rooms = TARGETS["wheel"]["hooks"]["custom"]["rooms"]
    assert re.match(r"\d+\.\d+", xyzmap.__version__)
    assert [*rooms[:-1], "xyzmap", rooms[-1]] == [*xyzmap_packages.NAMES, "xyzmap_packages.py"]
    for name in xyzmap_packages.NAMES:
        assert (ROOT / name / "py.typed").is_file(), name
    sources = ("xyzmap", *rooms, "hatch_build.py", "bench", "tests")
    assert {f"/{name}" for name in sources} <= set(TARGETS["sdist"]["include"])
    assert PROJECT["project"]["scripts"] == {"xyzmap": "xyzmap.__main__:main"}


@pytest.mark.parametrize("name", ["models/__init__.py", "models.py"])
def test_a_foreign_folder_is_named(name: str, tmp_path: Path) -> None:
    """Tests a folder, and a file, that has the name of a package."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("raise SystemExit('the wrong one')\n")
    found = tmp_path / name.split("/")[0]
    for module in ("xyzmap", "solvers.min_ii", "archs"):
        done = run_python("-m", module, "--help", cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        hides = f"xyzmap: {found} hides the package 'models' of xyzmap in {ROOT}: rename it"
        assert done.stderr.startswith(hides)
    done = run_python("-c", "import xyzmap", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {found} hides the package")
    # What comes later on the path hides nothing.
    later = f"import sys; sys.path.append({str(tmp_path)!r}); import xyzmap"
    assert run_python("-c", later).returncode == 0


HEAVY = ("numpy", "pysat", "numba", "torch", "ortools", "optuna", "islpy", "matplotlib", "rich")


def loaded(code: str) -> set[str]:
    """The packages that a fresh interpreter has after `code`."""
    tail = "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = run_python("-c", code + tail)
    assert done.returncode == 0
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_but_itself() -> None:
    rooms = {"models", "solvers", "views", "archs", "learn", "heuristics", "programs"}
    assert not loaded("import xyzmap; dir(xyzmap)") & ({*HEAVY} | rooms)


@pytest.mark.guests
@pytest.mark.process
def test_importing_every_name_loads_no_package_of_an_extra() -> None:
    code = "from xyzmap import *; min_cycles"
    assert not loaded(code) & {"numba", "torch", "ortools", "optuna", "islpy", "matplotlib"}


@pytest.mark.guests
def test_checkers_of_types_see_the_names_that_there_are() -> None:
    tree = ast.parse((ROOT / "xyzmap" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        (alias.name, node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    of_guests = {(name, f"{each.name}.library") for each in guests() for name in each.names}
    assert seen == {*xyzmap._HOME.items(), *of_guests}
    assert sorted(name for name, _ in seen) == sorted(xyzmap.__all__)
