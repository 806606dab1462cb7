from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import xyzmap

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "pysat", "numba", "torch", "ortools", "optuna", "islpy", "matplotlib", "rich")


def loaded(code: str) -> set[str]:
    """The packages that a fresh interpreter has after `code`."""
    tail = "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    words = [sys.executable, "-c", code + tail]
    done = subprocess.run(words, cwd=ROOT, text=True, capture_output=True, check=True, timeout=100)
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_but_itself() -> None:
    rooms = {"models", "solvers", "views", "archs", "learn", "heuristics", "programs"}
    assert not loaded("import xyzmap; dir(xyzmap)") & ({*HEAVY} | rooms)


@pytest.mark.process
def test_importing_every_name_loads_no_package_of_an_extra() -> None:
    code = "from xyzmap import *; min_cycles"
    assert not loaded(code) & {"numba", "torch", "ortools", "optuna", "islpy", "matplotlib"}


def test_checkers_of_types_see_the_names_that_there_are() -> None:
    tree = ast.parse((ROOT / "xyzmap" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        (alias.name, node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == set(xyzmap._HOME.items())
    assert sorted(xyzmap._HOME) == sorted(xyzmap.__all__)
