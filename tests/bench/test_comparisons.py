"""Pages that compare solvers and encodings, from made-up measurements."""

from __future__ import annotations

import pytest

from bench import compared, portfolio, registers
from bench.asker import Asker
from bench.frame import Fault
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.backends.registry import chosen
from solvers.questions.entries import Entry


def line(status: str, median: float | None, **others: object) -> Entry:
    found: Entry = {"status": status, "median": median, "ratio": None, "megabytes": 50.0}
    return {**found, "variables": 10, "rows": 20, **others}


def test_seconds() -> None:
    """Tests that what is undecided is never shown as a time."""
    assert compared.seconds(line("SAT", 1.5), 20) == "1.50"
    assert compared.seconds(line("time limit", None), 20) == "> 20"
    assert compared.seconds(line("time limit", float("inf")), 20) == "> 20"
    assert compared.seconds(line("failed", None), 20) == "failed"
    assert compared.seconds(line("UNSAT 2/3, time limit 1/3", 3.0), 20).startswith("UNSAT 2/3")


@pytest.mark.oracle
def test_real_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a comparison from the inputs to the lines of a table."""
    line = compared.compared(Asker(), *ring(3), 5, 60.0, "--solver", "cadical195")
    assert line["status"] == "UNSAT" and line["seconds"] > line["median"]
    assert '"status": "UNSAT"' in capsys.readouterr().err


FOUND = {
    "fast": {"ring 4, 9": line("UNSAT", 1.0), "ring 4, 10": line("SAT", 3.0)},
    "slow": {"ring 4, 9": line("UNSAT", 7.0), "ring 4, 10": line("time limit", None, rows=None)},
}


def test_tables() -> None:
    """Tests that a question that is not decided counts as twice the limit in the mean."""
    text = "\n".join(compared.tables(FOUND, 10, "solver", {"slow": "767"}))
    assert "| solver | ring 4, 9: UNSAT | ring 4, 10: SAT | mean | printed |" in text
    assert "| fast | 1.00 | 3.00 | 1.83 | - |" in text
    assert "| slow | 7.00 | > 10 | 11.96 | 767 |" in text
    assert "| slow | 20 | - |" in text


def test_contradictions() -> None:
    """Tests that solvers that contradict each other are a fault."""
    wrong = {**FOUND, "wrong": {**FOUND["fast"], "ring 4, 9": line("SAT", 1.0)}}
    assert not any(isinstance(part, Fault) for part in compared.tables(FOUND, 10, "solver"))
    faults = [part for part in compared.tables(wrong, 10, "solver") if isinstance(part, Fault)]
    assert faults == ["* **Contradicting answers: ring 4, 9.**\n"]


def test_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that each way is asked about each question, but for what is too large."""
    asked: list[tuple[object, ...]] = []

    def one(
        asker: Asker, dfg: Dfg, arch: Architecture, cycles: int, limit: float, *words: str
    ) -> Entry:
        asked.append((cycles, *words))
        return line("SAT", 0.25)

    monkeypatch.setattr(compared, "compared", one)
    question = compared.Question("ring", ring(4), (9, 10), ("--implied", "on"))
    ways = {"a": ("--solver", "a"), "b": ("--solver", "b")}
    found = compared.answers(Asker(), [question], ways, 5.0, lambda _, way: way == "a")
    assert asked == [(cycles, "--implied", "on", "--solver", "a") for cycles in (9, 10)]
    assert found["a"]["ring, 10"]["median"] == 0.25
    assert found["b"]["ring, 9"]["status"] == "too large"


@pytest.mark.large
def test_fits() -> None:
    """Tests that the largest encodings are left out where there are many registers."""
    large = compared.Question("K = 32", ring(4), (14,))
    ways = ("cadical195, sequential", "highs", "cadical195, binomial")
    assert [registers._fits(Asker(), large, way) for way in ways] == [True, True, False]


@pytest.mark.parametrize("size", [4, 8])
def test_kernel_of_registers(size: int) -> None:
    """Tests that the kernel reads every input, and has as many products as the page says."""
    dfg, arch = registers.instance(size)
    read = {operand.value for step in dfg.operations for operand in step.operands}
    assert read == set(dfg.inputs)
    assert (len(dfg.inputs), len(dfg.operations)) == (round(2.5 * size), 3 * size)
    assert len({step.operands for step in dfg.operations}) == 3 * size
    assert len(Index(Problem(dfg, arch)).values) == len(dfg.inputs) + 3 * size


def test_portfolio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a race decides where all seeds do, and that every racing solver exists."""
    for race in portfolio.RACES.values():
        for name in race:
            assert name == "auto" or "decides" in chosen(name).backend.can
    for statuses, said in (
        (("optimal", "optimal"), {"status": "SAT", "median": 2.0}),
        (("infeasible", "infeasible"), {"status": "UNSAT", "median": 2.0}),
        (("optimal", "unknown"), {"status": "time limit", "median": None}),
    ):
        runs = iter(
            [{"status": s, "seconds": t} for s, t in zip(statuses, (1.0, 3.0), strict=True)]
        )
        monkeypatch.setattr(Asker, "ask", lambda *_, runs=runs: next(runs))
        assert portfolio.answer(Asker(), "ring 4", "auto", 30) == said
