"""Tests that commands keep their options, exit codes, JSON fields and files.

`commands.json` says what they did when it was recorded, by `python -m tests.golden`; new options,
fields and subcommands are allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.golden.cases import CASES, SLOW
from tests.golden.record import RECORD, cases, lost_fields, lost_options, options

KEPT: dict[str, Any] = json.loads(RECORD.read_text())


def test_every_case_is_recorded() -> None:
    assert list(KEPT) == list(CASES)
    for module, text in CASES.items():
        lines = [line.strip() for line in text.strip().splitlines()]
        recorded = [line for line in lines if not line.startswith("+")]
        assert list(KEPT[module]["cases"]) == recorded, module


@pytest.mark.process(keep=8)
@pytest.mark.parametrize("module", CASES)
def test_no_option_is_lost(module: str, tmp_path: Path) -> None:
    now = options(module, tmp_path)
    before = KEPT[module]["options"]
    assert set(before) <= set(now)
    lost = [f"{name} {line}" for name in before for line in lost_options(before[name], now[name])]
    assert lost == []


@pytest.mark.process(keep=10)
@pytest.mark.parametrize("module", [module for module in CASES if module not in SLOW])
def test_cases_do_the_same(module: str, tmp_path: Path) -> None:
    assert list(_changes(module, tmp_path)) == []


@pytest.mark.process
@pytest.mark.parametrize("module", sorted(SLOW))
def test_slow_cases_do_the_same(module: str, tmp_path: Path) -> None:
    assert list(_changes(module, tmp_path)) == []


def _changes(module: str, folder: Path) -> Iterator[str]:
    """Run the cases of a command; say what is not as it was recorded."""
    now = cases(module, folder)
    for line, before in KEPT[module]["cases"].items():
        for fault in lost_fields(before.get("json", {}), now[line].get("json", {})):
            yield f"{line}: {fault}"
        for key in before.keys() - {"json"}:
            if before[key] != now[line].get(key):
                yield f"{line}: {key} is {now[line].get(key)!r} instead of {before[key]!r}"
