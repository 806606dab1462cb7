"""Tests that commands keep their options, exit codes, JSON fields and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.system.golden import CASES, RECORD, changes, options

pytestmark = pytest.mark.guests

KEPT: dict[str, Any] = json.loads(RECORD.read_text())


def test_options_are_those_that_are_recorded() -> None:
    """Tests names, values and defaults; `make accept` records what is meant to be other."""
    assert options() == KEPT["options"]


@pytest.mark.process(keep=12)
@pytest.mark.parametrize("module", CASES)
def test_cases_do_the_same(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    assert list(changes(module, KEPT[module], tmp_path)) == []
