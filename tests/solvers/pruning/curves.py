"""Runs `trade_off` as users do."""

from __future__ import annotations

import json
from typing import Any

from solvers.trade_off import main
from tests.solvers.command_line import called


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit code and both streams of the command."""
    return called(main, capsys, *arguments)


def curve(capsys: Any, *arguments: str) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json", "--quiet")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found
