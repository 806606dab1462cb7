"""Pages that compare solvers and encodings, from made-up measurements."""

from __future__ import annotations

import pytest

from bench import compared, encodings, portfolio, registers, table1
from bench.resume import Entry
from examples.ring import ring
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.backends.registry import chosen


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
    lines = compared.compared(*ring(3), "--cycles", "5", "--solver", "cadical195", "glucose4")
    assert [entry["status"] for entry in lines] == ["UNSAT", "UNSAT"]
    assert '"dfg": "ring3"' in capsys.readouterr().err


def test_table1() -> None:
    """Tests both kinds of constraints, and a solver that takes too long."""
    lines = [
        line("UNSAT" if cycles == 9 else "SAT", 2.0, solver=name, cycles=cycles, ratio=1.0)
        for name in (*table1.FAST, *table1.SLOW)
        for cycles in (9, 10)
    ]
    lines[-1] |= {"status": "time limit", "median": None, "ratio": None}
    text = "\n".join(table1.page({"off": lines, "on": lines}, 120))
    assert "| CaDiCaL | UNSAT | 2.00 | 1.0 | SAT | 2.00 | 1.0 |" in text
    assert "| LP relaxation (HiGHS) | UNSAT | 2.00 | 1.0 | ? | > 120 | - |" in text


def test_encodings() -> None:
    """Tests that a question that is not decided counts as twice the limit in the mean."""
    shared = {"solver": "cadical195", "cycles": 9}
    one = [
        line("UNSAT", 1.0, at_most_one="product", at_most_k="sequential", **shared),
        line("time limit", None, at_most_one="binary", at_most_k="sequential", **shared),
    ]
    text = "\n".join(encodings.page({"ring 4": one}, {"ring 4": one[:1]}, 10, 2))
    assert "| encoding | ring 4, 9 UNSAT | mean | clauses |" in text
    assert "| product | 1.00 | 1.00 | 20 |" in text
    assert "| binary | > 10 | 20.00 | 20 |" in text
    assert "| cadical195, sequential | 1.00 |" in text


def test_registers() -> None:
    """Tests a table for each number of cycles."""
    ways = [registers._way(*way) for way in registers.WAYS]
    found = {(way, cycles): line("SAT", 0.5) for way in ways for cycles in registers.CYCLES}
    found["highs", 14] = line("time limit", None)
    text = "\n".join(registers.page({8: found}, 15))
    assert text.count("| solver, at most K | K = 8: SAT |") == 2 * len(registers.CYCLES)
    assert text.count("| highs | > 15 |") == 1


@pytest.mark.parametrize("size", [4, 8])
def test_kernel_of_registers(size: int) -> None:
    """Tests that the kernel reads every input, and has as many products as the page says."""
    dfg, arch = registers.instance(size)
    read = {operand.value for step in dfg.operations for operand in step.operands}
    assert read == set(dfg.inputs)
    assert (len(dfg.inputs), len(dfg.operations)) == (round(2.5 * size), 3 * size)
    assert len({step.operands for step in dfg.operations}) == 3 * size
    assert len(Index(Problem(dfg, arch)).values) == len(dfg.inputs) + 3 * size


def test_portfolio() -> None:
    """Tests medians with undecided runs, and that every racing solver exists."""
    for race in portfolio.RACES.values():
        for name in race:
            assert name == "auto" or "decides" in chosen(name).backend.can
    decided = {"seconds": [1.0, 3.0, 2.0]}
    partly = {"seconds": [1.0, None, 2.0]}
    hardly = {"seconds": [None, None, 2.0]}
    assert portfolio._shown(decided, 30) == "2.00"
    assert portfolio._shown(partly, 30) == "2.00 (1)"
    assert portfolio._shown(hardly, 30) == "> 30 (2)"
    found = {"ring": dict.fromkeys(portfolio.RACES, decided)}
    text = "\n".join(portfolio.page(found, 30))
    assert text.count("2.00") == len(portfolio.RACES)
    assert "shifted geometric mean | 1.88" in text
