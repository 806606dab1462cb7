"""The page of register files: what is compared, on answers that are made up."""

from __future__ import annotations

from bench.register_files import Row, compared, kernel, ratios, shown
from solvers.questions.entries import Entry


def entry(ii: int | None, seconds: float, *, lower: int = 1, rounds: int = 1) -> Entry:
    """An answer; one without an interval was stopped."""
    status = "unknown" if ii is None else "optimal" if ii == lower else "feasible"
    return {
        "status": status,
        "ii": ii,
        "lower_bound": lower,
        "stopped": "time limit" if status != "optimal" else None,
        "seconds": seconds,
        "rounds": rounds,
    }


ROWS = [
    Row("a", "x", {"counted": entry(1, 1.0), "unroll": entry(1, 2.0, rounds=3)}),
    Row("b", "x", {"counted": entry(1, 1.0), "unroll": entry(3, 8.0)}),
    Row("c", "x", {"counted": entry(1, 1.0), "unroll": entry(None, 8.0)}),
]


def test_compared() -> None:
    """Tests counts, the intervals that a kind costs, and the means of seconds."""
    line = compared(ROWS, ["unroll"]).splitlines()[-1]
    words = [word.strip() for word in line.strip("|").split("|")]
    due = ["unroll", "3", "1", "1", "2 contexts", "0", "1", "1", "1", "2.00", "2.00", "5.04"]
    assert words == due
    assert ratios(ROWS, "unroll") == [2.0] and ratios(ROWS, "static") == []


def test_shown() -> None:
    """Tests that a cell has the interval, its proof, and the rounds of the kernel."""
    assert shown(ROWS, ["unroll"])[0] == ["a", "x", "1 ×3", 2.0]
    assert shown(ROWS, ["unroll"])[1][2] == "3 (≥ 1)"
    assert kernel({"kernel_contexts": 6, "ii": 2}) == {"rounds": 3}
    assert kernel({"kernel_contexts": None, "ii": None}) == {"rounds": None}
