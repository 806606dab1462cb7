"""The reference: modules that are there, and the options of all commands."""

from __future__ import annotations

import importlib
import inspect
import re
import runpy
from pathlib import Path
from typing import Any

from solvers.cli import COMMANDS

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
HOOKS: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
COMMAND_PAGE = (REFERENCE / "commands.md").read_text(encoding="utf-8")
MODULES = HOOKS["MARK"].findall(COMMAND_PAGE)


def test_every_command_has_its_options_on_the_page() -> None:
    assert len(set(MODULES)) == len(MODULES)
    mains = {importlib.import_module(_runnable(module)).main for module in MODULES}
    for name, (module, purpose) in COMMANDS.items():
        assert f"## xyzmap {name}\n" in COMMAND_PAGE
        assert importlib.import_module(module).main in mains, name
        assert purpose in COMMAND_PAGE


def _runnable(module: str) -> str:
    found = importlib.import_module(module)
    return f"{module}.__main__" if hasattr(found, "__path__") else module


def test_every_function_has_its_keywords_on_the_page() -> None:
    """Tests that the page has the class of each function, all keywords, and no other option."""
    page = (REFERENCE / "keywords.md").read_text(encoding="utf-8")
    marks = [f"{module}.{name}" for module, name in HOOKS["KEYWORDS"].findall(page)]
    asked = [
        (function, kind)
        for path in sorted((ROOT / "xyzmap").glob("*.py"))
        for kind, function in re.findall(r"@with_keywords\((\w+)\)\ndef (\w+)", path.read_text())
    ]
    assert len(asked) == len(marks) == len(set(marks))
    for function, kind in asked:
        (mark,) = re.findall(rf"^## {function}\n.*?<!-- keywords: (\S+) -->", page, re.M | re.S)
        module, _, name = mark.rpartition(".")
        assert name == kind
        table = HOOKS["keywords"](module, name)
        signature = inspect.signature(getattr(importlib.import_module("xyzmap"), function))
        words = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        assert words == [w for w, p in signature.parameters.items() if w in words]
        own = set(signature.parameters) - set(words)
        assert own <= {"dfg", "dfgs", "arch", "options", "on_progress", "program", "old"}
