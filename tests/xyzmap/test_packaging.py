"""The package as it is installed: what is in it, its types, its version, and foreign folders."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest

import xyzmap
import xyzmap_packages
from models.process import packages

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
TARGETS = PROJECT["tool"]["hatch"]["build"]["targets"]
SCRIPT = "import sys; from xyzmap.__main__ import main; sys.exit(main())\n"


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
    assert installed == [*xyzmap_packages.NAMES, "xyzmap_packages.py"]
    for name in xyzmap_packages.NAMES:
        assert (ROOT / name / "py.typed").is_file(), name
    assert {"/bench", "/tests", *(f"/{name}" for name in installed)} <= set(
        TARGETS["sdist"]["include"]
    )
    assert PROJECT["project"]["scripts"] == {"xyzmap": "xyzmap.__main__:main"}


@pytest.mark.process
def test_a_client_sees_types(tmp_path: Path) -> None:
    """Tests with mypy, which takes types of an installed package only where it has `py.typed`."""
    pytest.importorskip("mypy")
    client = tmp_path / "client.py"
    client.write_text(
        "import xyzmap\n"
        "reveal_type(xyzmap.__version__)\n"
        "reveal_type(xyzmap.min_cycles('a', 'b').value)\n"
        "number: int = xyzmap.load_dfg('a')\n"
    )
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "here.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    python = environment / "bin" / "python"
    words = ("--python-executable", str(python), "--cache-dir", str(tmp_path / "cache"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words, str(client)],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert 'client.py:2: note: Revealed type is "str"' in done.stdout
    assert 'client.py:3: note: Revealed type is "float | None"' in done.stdout
    assert 'client.py:4: error: Incompatible types in assignment (expression has type "Dfg"' in (
        done.stdout
    )


def test_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the version of what is installed, and that of a checkout that is not."""

    def absent(name: str) -> str:
        raise packages_metadata.PackageNotFoundError(name)

    import importlib.metadata as packages_metadata

    monkeypatch.setattr(packages_metadata, "version", lambda name: f"1.2 of {name}")
    assert xyzmap.__version__ == "1.2 of xyzmap"
    monkeypatch.setattr(packages_metadata, "version", absent)
    assert packages.version() == PROJECT["project"]["version"]


@pytest.fixture(params=["models/", "models.py", "views/"])
def foreign(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder, or a file, that has the name of a package."""
    found = tmp_path / "work" / request.param
    (tmp_path / "work").mkdir()
    if request.param.endswith("/"):
        found.mkdir()
        (found / "__init__.py").write_text("raise SystemExit('the wrong package')\n")
    else:
        found.write_text("raise SystemExit('the wrong module')\n")
    return found


@pytest.mark.parametrize("module", ["xyzmap", "solvers", "solvers.min_ii", "archs", "learn.ppo"])
def test_a_foreign_folder_is_named_by_commands(foreign: Path, module: str) -> None:
    done = run("-m", module, "--help", folder=foreign.parent)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    hides = f"xyzmap: {foreign} hides the package '{foreign.stem}' of xyzmap in {ROOT}: rename it"
    assert done.stderr.startswith(hides)


def test_a_foreign_folder_is_named_by_an_import(foreign: Path) -> None:
    for module in ("xyzmap", "solvers.min_ii"):
        done = run("-c", f"import {module}", folder=foreign.parent)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1].startswith(f"ImportError: {foreign} hides the package")
    # A folder without modules hides nothing, and neither does one that comes later.
    later = f"import sys; sys.path.append({str(foreign.parent)!r}); import xyzmap"
    assert run("-c", later).returncode == 0


def test_the_console_script_beside_foreign_solvers(tmp_path: Path) -> None:
    """Tests the script where PYTHONPATH has a package `solvers`, and a script `models.py`."""
    bin_, path = tmp_path / "bin", tmp_path / "path"
    (path / "solvers").mkdir(parents=True)
    bin_.mkdir()
    (path / "solvers" / "__init__.py").write_text("raise SystemExit('the wrong package')\n")
    (bin_ / "models.py").write_text("raise SystemExit('the script of python-sat')\n")
    (bin_ / "xyzmap").write_text(SCRIPT)
    assert run(str(bin_ / "xyzmap"), "--version", folder=tmp_path).returncode == 0
    both = Path(f"{path}{os.pathsep}{ROOT}")
    done = run(str(bin_ / "xyzmap"), "--version", folder=tmp_path, path=both)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{path / 'solvers'} hides the package 'solvers'" in done.stderr


@pytest.mark.parametrize("module", ["xyzmap", "solvers.cli"])
def test_modules_are_the_console_script(module: str, tmp_path: Path) -> None:
    """Tests that they answer as the script does; a folder without modules hides none of ours."""
    (tmp_path / "models").mkdir()
    done = run("-m", module, "--version", folder=tmp_path if module == "xyzmap" else ROOT)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("xyzmap ")
    assert run("-m", module, "minii").stderr.endswith("did you mean min-ii?\n")
