"""The page of initiation intervals: what it shows of invented answers, and which loops it has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from archs.presets import architecture_preset
from bench import min_ii
from bench.asker import Asker
from bench.loop_sets import SECTIONS, Section
from bench.min_ii import section_parts, verdict
from examples.loops.kernels import kernel_loop
from models.data.dfg import Dfg
from solvers.questions.entries import Entry


def said(*_: object) -> Entry:
    return {
        "status": "feasible",
        "ii": 4,
        "cycles": 9,
        "lower_bound": 3,
        "open": {"3": "no schedule of at most 12 cycles"},
        "seconds": 1.25,
    }


def loops() -> Iterator[tuple[str, Dfg]]:
    yield "lcg", kernel_loop("lcg", 1)


def test_what_is_not_proven_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a bound below the II, and why, stand on the page."""
    monkeypatch.setattr(min_ii, "asked", said)
    section = Section("s", "S", "about", loops, ("a", "b"), 1, cycles=True, heads=("h",))
    table, slowest, notes = section_parts(Asker(), section)
    assert "| lcg | 6 | 4 (≥ 3) / 9 | 1.25 | 4 (≥ 3) / 9 | 1.25 |  |" in table
    assert "`a` 1.2 s" in slowest
    assert "* lcg on `a`, II 3: no schedule of at most 12 cycles." in notes


@pytest.mark.parametrize(
    ("status", "shown"), [("optimal", "4"), ("feasible", "4 (≥ 3)"), ("infeasible", "infeasible")]
)
def test_verdicts(status: str, shown: str) -> None:
    """Tests the cell of each status."""
    assert verdict({"status": status, "ii": 4, "lower_bound": 3}) == shown


def test_sections() -> None:
    """Tests that every array is one, and that sections have names of their own."""
    assert len({section.name for section in SECTIONS}) == len(SECTIONS)
    for section in SECTIONS:
        for array in section.arrays:
            architecture_preset(array)
