"""Two runs of a page on the same code differ only in times and memory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import store
from bench.pages import pages

TIMES = re.compile(r"seconds|megabytes|^(build|load|solve|found_by)$")
"""What depends on the machine's load; so does which of several searches at a time is the first."""


def untimed(answer: object) -> object:
    """Return an answer without times."""
    if isinstance(answer, dict):
        return {name: untimed(of) for name, of in answer.items() if not TIMES.search(name)}
    return [untimed(each) for each in answer] if isinstance(answer, list) else answer


@pytest.mark.process
@pytest.mark.parametrize("name", ["ring_sizes", "planted", "table4"])
def test_two_runs_differ_only_in_times(name: str, tmp_path: Path) -> None:
    page = pages()[name]
    rows = []
    for run in ("first", "second"):
        assert page.bench([*page.bench.smoke, "--results", str(tmp_path / run)]) == 0
        measured = store.read(tmp_path / run / "data" / f"{name}.jsonl")
        rows.append(
            [(row.key, row.status, row.value, untimed(row.answer)) for row in measured.rows]
        )
    assert rows[0]
    assert rows[0] == rows[1]
