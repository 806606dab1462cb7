"""Runs `trade_off` as users do."""

from __future__ import annotations

import json
from typing import Any

from solvers.trade_off import main


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit code and both streams of the command."""
    capsys.readouterr()
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capsys.readouterr()
    return code, out, err


def curve(capsys: Any, *arguments: str) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json", "--quiet")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found
