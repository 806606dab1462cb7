"""The exit codes of all commands: what pages promise, what `--help` says, what commands do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shell.command import EXIT, USAGE
from tests.docs.shared_options import parsers
from tests.system.golden import OF_MODULES
from xyzmap.cli import commands

pytestmark = pytest.mark.guests

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "system"

ANSWERS = {*EXIT.values(), USAGE}
CODES = {
    "min-cycles": ANSWERS,
    "min-ii": ANSWERS,
    "partition": ANSWERS,
    "prune-arch": ANSWERS,
    "trade-off": ANSWERS,
    "remap": ANSWERS,
    "streaming": ANSWERS,
    "openedge": ANSWERS,
    "vectorcgra": ANSWERS,
    "optimize": {10, 30, USAGE},
    "neura": {0, USAGE},
    "verify": {0, 1, USAGE, 30},
    "sweep": {0, USAGE, 30},
    "compare": {0, 1, USAGE, 30},
    "dfg": {0, 1, USAGE, 10},
    "rtl": {0, 1, USAGE},
    "export": {0, USAGE, 20},
    "labels": {0, USAGE, 30},
    "teach-labels": {0, USAGE, 30},
    "intervals": {0, USAGE, 20, 30},
    "ppo": {0, USAGE, 20, 30},
    "draw": {0, USAGE},
    "configure": {0, USAGE},
    "area": {0, USAGE},
    "archs": {0, USAGE},
    "neura-arch": {0, USAGE},
    "solvers": {0, USAGE},
    "examples": {0, USAGE},
    "completion": {0, USAGE},
}
"""The exit codes of each command. 30 also comes where any command is interrupted before it has an
answer."""

SAYS_OTHERWISE = {"neura"}
"""Commands that end as another program does, whatever their status is."""

MEANINGS = "0.{0,6} proven optimal.*10.{0,6} feasible.*20.{0,6} proven infeasible.*30.{0,6} unknown"


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/reference/commands.md"])
def test_pages(page: str) -> None:
    """Tests that pages give each code the status that it stands for."""
    text = " ".join((ROOT / page).read_text().split())
    assert re.search(MEANINGS, text)
    assert EXIT == {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}


def test_help() -> None:
    """Tests that the help of a command, if it speaks of exit codes, lists those of the table."""
    assert set(CODES) == set(commands())
    for name, parser in parsers():
        text = " ".join((parser.epilog or "").split())
        _, spoken, codes = text.lower().partition("exit code")
        if spoken:
            assert {int(n) for n in re.findall(r"(?<![-\w])\d+(?=[ ;])", codes)} >= CODES[name]
            assert f" {max(ANSWERS - CODES[name], default=99)} " not in codes, name


def recorded() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every recorded line of a command: its name, the line and what it did."""
    for module, lines in json.loads((TESTS / "golden.json").read_text()).items():
        name = OF_MODULES.get(module, module.rpartition(".")[2].replace("_", "-"))
        name = {"sweeps": "sweep", "cli": "", "options": "", "arch": "neura-arch"}.get(name, name)
        if name:
            yield from ((name, line, did) for line, did in lines.items())


def test_answers() -> None:
    """Tests that the status of each recorded answer and its exit code are those of the table."""
    statuses = set()
    for name, line, did in recorded():
        assert did["exit"] in CODES[name], f"{name} {line}"
        kept = did.get("json", {}).get(".status", "").removeprefix("=").strip('"')
        status = kept or did.get("first", "").partition(":")[0]
        if status in EXIT and name not in SAYS_OTHERWISE:
            statuses.add((name, status))
            assert did["exit"] == EXIT[status], f"{name} {line}"
    assert {status for _, status in statuses} >= {"optimal", "feasible", "infeasible"}
    assert {name for name, _ in statuses} >= {name for name in CODES if CODES[name] == ANSWERS} - {
        "trade-off",
        "vectorcgra",
        "openedge",
    }
