"""Table 3: variants of the array, counts, and the page."""

from __future__ import annotations

import pytest

from bench import table3
from bench.asker import Asker
from bench.proofs import Cycles
from bench.table3 import (
    PAPER,
    contexts_needed,
    counts,
    differences,
    measure,
    page,
    three_registers,
    two_way,
)
from bench.zero_patterns import classes, zeros
from examples.matrices import sparse
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry


def answer(status: str, cycles: int | None, reason: str = "counting: of something") -> Entry:
    return {
        "status": status,
        "cycles": cycles,
        "lower_bound": cycles or 1,
        "lower_bound_reason": reason,
        "found_by": "SAT",
        "search_seconds": 1.0,
        "verify": "verified",
        "verify_seconds": 0.5,
    }


def as_printed() -> list[Entry]:
    """Return answers that give the paper's counts."""
    rows = []
    by_zeros: dict[int, int] = {}
    for pattern in classes(3):
        amount = zeros(pattern, 3)
        place = by_zeros.setdefault(amount, 0)
        by_zeros[amount] += 1
        cycles, contexts = PAPER[amount]
        needed = next(n for n, count in zip(range(4, 10), cycles, strict=True) if count > place)
        enough = next(n for n, count in zip(range(1, 4), contexts, strict=True) if count > place)
        few = {
            str(n): answer("infeasible" if n < enough else "feasible", None if n < enough else 9)
            for n in (1, 2)
        }
        row = {"pattern": pattern, "cycles": answer("optimal", needed), "contexts": few}
        rows.append(row)
    return rows


def test_variants() -> None:
    """Tests what the variants change."""
    _, arch = sparse(3, "511", mac="pattern")
    places = [component for component in three_registers(arch).components if component.issue]
    assert {component.capacity for component in places} == {3}
    wider = two_way(arch)
    assert len(wider.paths) == len(arch.paths) + 12
    ends = {(path.sources, path.targets) for path in wider.paths}
    assert (("pe_0_0",), ("pe_0_1",)) in ends
    assert (("pe_0_1",), ("pe_0_0",)) in ends


def test_counts() -> None:
    """Tests that the counts are the paper's when the answers are."""
    assert counts(as_printed()) == PAPER
    assert differences(as_printed()) == []


def test_difference() -> None:
    """Tests that a count unlike the paper's is marked, and the patterns behind it are named."""
    rows = as_printed()
    rows[0]["cycles"] = answer("optimal", 6)
    expected = "8 zeros, 5 cycles: 0 patterns, the paper says 1; `100/000/000` need more"
    assert differences(rows) == [expected]
    text = "\n".join(page({"literal": rows}, 2))
    assert "| 8 | 0 | **0** (1) | 1 |" in text
    assert f"- {expected}\n" in text


def test_undecided() -> None:
    """Tests that what is not known is neither counted nor shown as a minimum."""
    rows = as_printed()
    rows[-1]["cycles"] = {**answer("unknown", None), "lower_bound": 9}
    rows[-1]["contexts"]["3"] = answer("unknown", None)
    assert contexts_needed(rows[-1]) is None
    assert counts(rows)[0] == ((0, 0, 0, 0, 0, 0), (0, 0, 0))
    assert len(differences(rows)) == 2
    text = "\n".join(page({"literal": rows}, 2))
    assert "None (unknown, at least 9)" in text
    assert "34 of 35 minima" in text


def test_page() -> None:
    """Tests that the page has the variants that are asked for."""
    text = "\n".join(page({"two-way": as_printed(), "literal": as_printed()}, 2))
    assert text.index("## two-way") < text.index("## literal")
    assert "registers3" not in text
    assert text.count("Every count is the paper's.") == 2
    assert set(table3.VARIANTS) == {"literal", "registers3", "two-way"}


def test_from_the_narrower_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a mapping onto the literal array completes a lower bound of a wider one."""
    asked: list[tuple[str, list[str]]] = []

    def ask(self: Cycles, dfg: Dfg, arch: Architecture, *options: str) -> Entry:
        asked.append((arch.name, list(options)))
        cycles = options[options.index("--cycles") + 1] if "--cycles" in options else None
        if cycles is None:
            return {**answer("unknown", None), "lower_bound": 8}
        if cycles == "7":
            return answer("infeasible", None, "SAT: 7 cycles are impossible")
        return answer("feasible", int(cycles))

    monkeypatch.setattr(Cycles, "ask", ask)
    asker = Cycles(Asker(), 60)
    found = measure(asker, "two-way", 127)["cycles"]
    assert (found["status"], found["cycles"], found["lower_bound"]) == ("optimal", 8, 8)
    assert found["lower_bound_reason"] == "SAT: 7 cycles are impossible"
    assert (found["search_seconds"], found["verify_seconds"]) == (2.0, 1.0)
    assert [name for name, _ in asked[1:3]] == ["systolic:3x3, two-way", "systolic:3x3"]
    assert measure(asker, "literal", 127)["cycles"]["status"] == "unknown"
