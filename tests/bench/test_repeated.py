"""Two runs of a page on the same code differ only in times and memory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import store
from bench.pages import pages

TIMES = re.compile(r"seconds|megabytes|^(build|load|solve|found_by|lower_bound_reason)$")
"""What depends on the machine's load; so does which of several searches at a time is the first."""
DECIDED = {"optimal", "infeasible", "SAT", "UNSAT"}


def untimed(answer: object) -> object:
    """Return an answer without times."""
    if isinstance(answer, dict):
        return {name: untimed(of) for name, of in answer.items() if not TIMES.search(name)}
    return [untimed(each) for each in answer] if isinstance(answer, list) else answer


@pytest.mark.process
@pytest.mark.parametrize("name", ["ring_sizes", "planted", "table4"])
def test_two_runs_differ_only_in_times(name: str, tmp_path: Path) -> None:
    """Tests that questions are the same, and the answers that no time limit has ended."""
    page = pages()[name]
    runs = []
    for run in ("first", "second"):
        assert page.bench([*page.bench.smoke, "--results", str(tmp_path / run)]) == 0
        measured = store.read(tmp_path / run / "data" / f"{name}.jsonl")
        runs.append({store.name(row.key): row for row in measured.rows})
    first, second = runs
    assert list(first) == list(second)
    decided = [key for key in first if {first[key].status, second[key].status} <= DECIDED]
    assert decided
    for key in decided:
        assert untimed(first[key].answer) == untimed(second[key].answer)
