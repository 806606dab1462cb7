"""The page of LISA's comparison: what it shows of invented answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import lisa_ilp, lisa_quality
from bench.asker import Asker
from bench.lisa_ask import NO_WEIGHTS, Limits, LisaAsker, middle_run
from bench.lisa_quality import Cell, page, shown
from bench.lisa_sets import Combination, chosen
from bench.lisa_weights import Shelf
from bench.loop_sets import Loop
from bench.workers import together
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from solvers.questions.entries import Entry

LIMITS = Limits(30, 60, 3)
EVENTS = {"add": 3, "access": 2}


def answer(ii: int | None, seconds: float = 1.0, status: str = "", **more: object) -> Entry:
    return {
        "status": status or ("feasible" if ii else "unknown"),
        "ii": ii,
        "lower_bound": 2,
        "lower_bound_reason": "counting",
        "seconds": seconds,
        "search_seconds": seconds / 2,
        "activity": EVENTS if ii else None,
        **more,
    }


def cell(name: str, loop: str, **answers: Entry) -> Cell:
    return Cell(Combination(chosen([name])[0], Loop.of(loop, polybench("atax", 2))), answers)


def test_page() -> None:
    """Tests counts, ratios, efficiencies and the released tool's figures on the page."""
    cells = [
        cell(
            "4x4",
            "gemm",
            ILP=answer(None, 180.0),
            SA=answer(4, 8.0, range=[3, None]),
            LISA=answer(2, 2.0, range=[2, 2]),
            exact=answer(2, 1.0, "optimal"),
        ),
        cell(
            "4x4",
            "atax",
            ILP=answer(2, 20.0),
            SA=answer(2, 2.0),
            LISA=answer(2, 4.0),
            exact=answer(2, 1.0, "optimal"),
        ),
        cell(
            "systolic",
            "gemm",
            ILP=answer(None, 0.0, "infeasible"),
            SA=answer(None, 0.0, "infeasible"),
            LISA=answer(None, 0.0, NO_WEIGHTS),
            exact=answer(None, 0.3, "infeasible"),
        ),
    ]
    text = "\n".join(page(chosen(["4x4", "systolic"]), cells, LIMITS, 3, 2))
    assert "| all | 3 | 1 | 1 / 1 of 2 | 2 / 1 of 2 | 2 / 2 of 2 | 2 / 2 of 2 |" in text
    assert "| the paper's own | 71 | left out | 23 | 49 | 70 | - |" in text
    assert "Of 2 feasible combinations, LISA has a smaller II than plain SA in 1" in text
    assert "| none | 180.00 | 4 (3–none) | 8.00 | 2 | 2.00 | 2 | 1.00 | 2 | none |" in text
    assert "* gemm: counting." in text
    assert "| gemm | 180.00 (90.0) ✗ | 8.00 (4.0) |" in text
    assert "| mean ratio | 47.5 | 2.2 | 1.0 | 0.4 |" in text
    assert "The slowest body takes LISA 4.00 s." in text
    assert "| gemm | 0.00 | 0.5" in text


def test_contradictions() -> None:
    """Tests that an interval below the proven minimum is a fault, and no other is."""
    good = cell("4x4", "gemm", SA=answer(2), exact=answer(2, 1.0, "optimal"))
    below = cell("4x4", "gemm", SA=answer(1), exact=answer(2, 1.0, "optimal"))
    never = cell("4x4", "gemm", SA=answer(3), exact=answer(None, 1.0, "infeasible"))
    open_ = cell("4x4", "gemm", SA=answer(3), exact=answer(4, 1.0, "feasible"))
    assert [len(list(each.faults())) for each in (good, below, never, open_)] == [0, 1, 1, 0]


def test_shown() -> None:
    """Tests the words of a cell."""
    assert shown(answer(3)) == "3 (≥ 2)"
    assert shown(answer(3, range=[2, 4])) == "3 (2–4)"
    assert shown(answer(None)) == "none"
    assert shown(answer(None, status=lisa_ilp.BEYOND)) == "beyond the slack"


def test_middle() -> None:
    """Tests that a run without a mapping is the worst, and that times are medians."""
    found = middle_run([answer(None, 9.0), answer(2, 1.0), answer(3, 4.0)])
    assert (found["ii"], found["seconds"], found["range"]) == (3, 4.0, [2, None])
    assert middle_run([answer(None), answer(None), answer(2)])["ii"] is None


def test_together() -> None:
    """Tests that answers come in the order of the questions, and that errors come through."""
    assert together(2, [lambda n=n: n * n for n in range(5)]) == [0, 1, 4, 9, 16]

    def fails() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        together(2, [fails, lambda: 1])


def test_no_weights(tmp_path: Path) -> None:
    """Tests that LISA is not asked where a folder has no weights of the array."""
    asker = LisaAsker(Asker(), Shelf(tmp_path), LIMITS)
    assert asker.ask(Loop.of("", random_loop(4, 0)), "lisa:3x3", "LISA")["status"] == NO_WEIGHTS


def test_broken_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that a broken file of weights is told at the end, with exit code 2."""
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    words = ["--only", "unrolled-4x4", "--methods", "LISA", "--weights", str(tmp_path)]
    assert lisa_quality.main(words) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert "bad.json" in last


def test_ilp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that ILP goes on to the next interval until one is mapped, and where it gives up."""
    said = {1: "refuted", 2: "open", 3: "mapped"}

    def ask(loop: object, spec: str, contexts: int, limit: float) -> Entry:
        outcome = said[contexts]
        return {"ii": contexts, "outcome": outcome, "seconds": 2.0, "search_seconds": 1.0}

    monkeypatch.setattr(lisa_ilp, "_ask", ask)
    monkeypatch.setattr(lisa_ilp, "first_known", lambda asker, loop, spec: (1, ""))
    loop = Loop.of("", random_loop(4, 0))

    def status(intervals: int) -> tuple[object, object, object]:
        found = lisa_ilp.ilp(Asker(), loop, "lisa:3x3", 5.0, intervals)
        return found["status"], found["ii"], found["seconds"]

    assert status(5) == ("feasible", 3, 6.0)
    assert status(2) == ("unknown", None, 4.0)
    assert status(1) == (lisa_ilp.BEYOND, None, 2.0)


def test_ilp_process() -> None:
    """Tests one question to HiGHS: a mapping, and none within the slack."""
    pytest.importorskip("highspy")
    dfg = random_loop(3, 0)
    found = json.loads(json.dumps(lisa_ilp.solve(dfg, "satmapit:2x2,io=memory", 4)))
    assert found["outcome"] == "mapped" and found["activity"]
    assert lisa_ilp.solve(random_loop(9, 0), "satmapit:2x2,io=memory", 1)["outcome"] == "refuted"
