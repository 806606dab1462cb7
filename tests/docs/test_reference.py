"""The page of commands has all of them, with the options that several have."""

from __future__ import annotations

import importlib
import runpy
from typing import Any

import pytest

from tests.docs import shared_options
from tests.system.commands import ROOT
from xyzmap.cli import commands

pytestmark = pytest.mark.guests

REFERENCE = ROOT / "docs" / "reference"
HOOKS: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
COMMAND_PAGE = (REFERENCE / "commands.md").read_text(encoding="utf-8")
MODULES = HOOKS["MARK"].findall(COMMAND_PAGE)


def test_every_command_has_its_options_on_the_page() -> None:
    assert len(set(MODULES)) == len(MODULES)
    told = [_command(importlib.import_module(_runnable(module))) for module in MODULES]
    for name, entry in commands().items():
        assert f"## xyzmap {name}\n" in COMMAND_PAGE
        main = entry.main()
        assert getattr(main, "command", main) in told, name
        assert entry.about in COMMAND_PAGE


def _command(module: Any) -> object:
    made = (getattr(module, name, None) for name in ("QUESTION", "COMMAND", "COMMANDS", "main"))
    return next(filter(None, made))


def _runnable(module: str) -> str:
    found = importlib.import_module(module)
    return f"{module}.__main__" if hasattr(found, "__path__") else module


def test_the_page_has_the_table_of_shared_options() -> None:
    """Tests the page; `python -m tests.accept options` writes it."""
    page = shared_options.PAGE.read_text(encoding="utf-8")
    assert page == shared_options.written(page)
