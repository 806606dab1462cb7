"""A wheel installs `xyzmap` alone, which no file of a user hides."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from hatch_build import rewritten, write_package
from shell.kernels.build import FILE, system_compiler
from tests.system.commands import LOOP, ROOT, run_python
from xyzmap_packages import NAMES

pytestmark = pytest.mark.guests

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
ROOMS = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["rooms"]
NAME = f"xyzmap-{PROJECT['project']['version']}"

SCRIPT = """
import sys
import xyzmap
found = xyzmap.min_ii(sys.argv[1], "tiny-pair")
solved = xyzmap.min_cycles(xyzmap.example("ring", size=3)[0], "tiny-pair", solver="tiny-minisat")
print(found.value, "</html>" in found.html(), solved.record["attempts"][0]["solver"])
print(xyzmap.__file__, *{name.partition(".")[0] for name in sys.modules} & {*sys.argv[2:]})
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("from models.errors import Error", "from xyzmap.rooms.models.errors import Error"),
        ("    from shell import (  # why", "    from xyzmap.rooms.shell import (  # why"),
        ("import one  # first", "from xyzmap.rooms import one  # first"),
        ("import shell", "from xyzmap.rooms import shell"),
        ("from xyzmap.ask import Answer", None),
        ("from models_of_others import y", None),
        ("import modelsx", None),
        ("    from models to views", None),
        ("x = 'models.errors'", None),
    ],
)
def test_imports_of_rooms_are_rewritten(line: str, expected: str | None) -> None:
    text = rewritten(f"x = 1\n{line}\n", ["models", "shell", "one"])
    assert text == f"x = 1\n{expected or line}\n"


def tree(folder: Path) -> None:
    """Write the package as a wheel has it."""
    write_package(ROOT, ROOMS, folder / "xyzmap")


def wheel(folder: Path) -> None:
    """Build an sdist, build a wheel of it, and unpack that."""
    pytest.importorskip("hatchling")
    for kind, root in (("sdist", ROOT), ("wheel", folder / NAME)):
        done = run_python("-m", "hatchling", "build", "-t", kind, "-d", folder, cwd=root)
        assert done.returncode == 0, done.stderr
        if kind == "sdist":
            shutil.unpack_archive(folder / f"{NAME}.tar.gz", folder)
    (path,) = folder.glob(f"{NAME}-*.whl")
    with ZipFile(path) as made:
        compiled = {name for name in made.namelist() if name.endswith(FILE)}
        assert len(compiled) == (4 if "-cp311-abi3-" in path.name else 0)
        assert bool(compiled) == (system_compiler() is not None)
        assert {name.partition("/")[0] for name in made.namelist()} == {
            "xyzmap",
            f"{NAME}.dist-info",
        }
        made.extractall(folder)


def test_no_module_is_named_as_in_a_checkout(tmp_path: Path) -> None:
    """Tests imports, and texts that are the name of a module; `PREFIX` stands before others."""
    tree(tmp_path)
    room = f"(?:{'|'.join(room.removesuffix('.py') for room in ROOMS)})"
    imports = re.compile(rf"(?m)^\s*(?:from {room}\b.* import|import {room})\b")
    names = re.compile(rf"[\"']({room}\.[\w.]+)(?::\w+)?[\"']")
    found = set()
    for file in tmp_path.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not imports.search(text), file
        found |= {*names.findall(text)}
    paths = {name: ROOT / name.replace(".", "/") for name in found}
    modules = {n for n, path in paths.items() if path.is_dir() or path.with_suffix(".py").is_file()}
    # A name of a question, a command that messages name, and one that gets its prefix elsewhere.
    assert modules == {"programs.optimize", "streaming.examples", "views.html"}


@pytest.mark.parametrize("made", [tree, pytest.param(wheel, marks=pytest.mark.process)])
def test_files_of_a_user_hide_nothing(made: Any, tmp_path: Path) -> None:
    """Tests answers, with an array and a solver of another package, beside files named as rooms."""
    for name in ("models.py", "views/__init__.py", "examples.py"):
        path = tmp_path / "user" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise SystemExit('the wrong one')\n")
    (tmp_path / "user" / "script.py").write_text(SCRIPT)
    made(tmp_path)
    env = {"PYTHONPATH": f"{tmp_path}:{ROOT}/tests/plugin"}
    done = run_python("script.py", LOOP[0], *NAMES, cwd=tmp_path / "user", env=env)
    last = f"{tmp_path / 'xyzmap' / '__init__.py'} xyzmap"
    assert done.stdout.splitlines() == ["1 True tiny-minisat", last], done.stderr
    done = run_python("-m", "xyzmap", "min-ii", "--help", cwd=tmp_path / "user", env=env)
    assert (done.returncode, done.stdout[:5]) == (0, "usage"), done.stderr
