"""The other pages: what they show of a few invented answers, and the sizes of table 4."""

from __future__ import annotations

from types import ModuleType
from typing import get_args

import numpy as np
import pytest

from bench import ring_sizes, sparse4, table4, table4_blocks, table4_numbers
from bench.asker import Asker, Run
from bench.table4_cell import reordered, solve
from models.data.computation import Transform
from solvers.backends.cnf import Cnf
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.questions.entries import Entry


def answer(status: str, cycles: int | None, **changes: object) -> Entry:
    return {
        "status": status,
        "cycles": cycles,
        "lower_bound": 7,
        "lower_bound_reason": "counting: of something",
        "found_by": None if cycles is None else "chains",
        "seconds": 12.5,
        "search_seconds": 25.0,
        "megabytes": 80,
        "verify": "verified",
        "verify_seconds": 0.5,
        **changes,
    }


def run(result: str | None) -> Entry:
    return {
        "result": result,
        "build": 1.25,
        "load": 0.5,
        "solve": 60.0,
        "variables": 1000,
        "clauses": 20000,
        "megabytes": 90,
    }


@pytest.mark.parametrize("cell", table4.PAPER_SIZES)
def test_sizes(cell: tuple[int, Transform]) -> None:
    """Tests the numbers of values, and of blocks but for the paper's own arithmetic."""
    size, how = cell
    found = table4.counted(Asker(), size, how)
    printed = table4.PAPER_SIZES[cell]
    assert found == {"values": printed[0], "blocks": printed[1] // 4 * size}


def test_one_cell() -> None:
    """Tests one formula from the model to the checked mapping, and one that is refuted."""
    size, found = solve(2, 6, "enumerate", True, DEFAULT_SOLVER)
    assert size["clauses"] > size["variables"] > 0 and found["result"] == "SAT"
    for order in (0, 1):
        assert [*solve(2, 3, "xbtree", False, table4.KISSAT, order)][-1]["result"] == "UNSAT"
        assert [*solve(2, 6, "xbtree", False, "glucose4", order)][-1]["result"] == "SAT"


def test_reordered() -> None:
    """Tests that other numbers and another order leave the formula the same."""
    blocks = [np.array([[1, -2, 0], [3, 2, -1]]), np.array([[-3]])]
    cnf = Cnf(3, blocks=blocks)
    old = reordered(cnf, 5)
    assert sorted(old.tolist()) == [0, 1, 2, 3]
    names = [{int(np.sign(x)) * int(old[abs(x)]) for x in clause} for clause in cnf.clauses()]
    assert sorted(map(sorted, names)) == [[-3], [-2, 1], [-1, 2, 3]]


def test_a_process_that_was_ended_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a cell without an answer: with a size, without one, and of a process that failed."""
    ended = [Run([], 9.5, 90.0, -9, '{"build": 1.25}\n'), Run([], 9.5, 90.0, -9, "")]
    ended.append(Run(["it"], 1.0, 90.0, 1, ""))
    monkeypatch.setattr(table4, "run", lambda *words, limit: ended.pop(0))
    asked = ("cadical195", 9.0)
    first = table4._cell(Asker(), (6, 8, "none"), *asked)
    assert first == {
        "result": None,
        "solve": 9.0,
        "build": 1.25,
        "megabytes": 90,
        "seconds": 9.5,
    }
    assert table4.shown(table4._cell(Asker(), (6, 8, "none"), *asked)) == "? > 9.0"
    with pytest.raises(RuntimeError, match="exit code 1"):
        table4._cell(Asker(), (6, 8, "none"), *asked)


def test_clauses_in_other_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a run that was ended is not taken for the time of an answer."""
    found = [{}, run("SAT"), run(None), run("SAT") | {"solve": 2.0}]
    monkeypatch.setattr(table4, "_cell", lambda *asked, order: found[order])
    text = table4._orders(Asker(), [(5, 9, "xbtree")], 3, 60.0)
    assert "| 5 | 9 | XBTree | SAT 2.0 | SAT 60.0, ? > 60.0 | SAT 4.2 |" in text


def test_table4() -> None:
    """Tests that undecided cells say so and that the paper's figures stand beside them."""
    known = {"paper's": run(None), "+ implied": run("UNSAT"), "Kissat": run("SAT")}
    cells = {how: known for how in table4.METHODS}
    auto = answer("infeasible", None)
    sizes = {"xbtree": {"values": 108, "blocks": 24}}
    row = {"size": 6, "cycles": 8, "cells": cells, "auto": auto, "sizes": sizes}
    text = "\n".join(table4.page([row], 60, 300))
    ours = "? > 60.0 | SAT 60.0 | UNSAT 60.0"
    line = f"| 6 | 8 | XBTree | {ours} | UNSAT 2879.8 | UNSAT 12.5 (counting) |"
    assert line in text
    assert "| 6 | XBTree | 108 (24) | 108 (16) |" in text
    assert "| 1.25 | 0.50 | 1,000 | 20,000 | 90 |" in text
    assert set(table4.METHODS) <= set(get_args(Transform))


def test_ring_sizes() -> None:
    """Tests a proven size and one that is not."""
    entries = {
        6: answer("optimal", 9),
        20: answer("feasible", 31, verify="not asked", verify_seconds=None),
    }
    text = "\n".join(ring_sizes.page(entries))
    assert "| 6 | 108 | optimal, 9 cycles | counting | chains | 12.50 | 0.50 | 80 | 2879.8" in text
    assert "| 20 | 1200 | feasible, 31 cycles (at least 7) |" in text


@pytest.mark.pages
def test_sparse4() -> None:
    """Tests the numbers of proven minima, by zeros and in all."""
    rows = [
        {"pattern": 1, **answer("optimal", 6)},
        {"pattern": 3, **answer("unknown", None)},
        {"pattern": 17, **answer("optimal", 7)},
    ]
    text = "\n".join(sparse4.page({"none": rows[:1], "4": rows}))
    assert text.index("## One product") < text.index("## Pipelined with 4 contexts")
    assert "1 of 1 minima are proven" in text
    assert "2 of 3 minima are proven, 3 certificates verified." in text
    assert "| 14 | 3 | 2 | 1 | 7 |" in text
    assert "| 14 | 3 | `1100/0000/0000/0000` | unknown, ? (at least 7) |" in text


@pytest.mark.pages
def test_sample_of_sparse4() -> None:
    """Tests that the sample is what the page says, and can be cut off at a number of zeros."""
    drawn = sparse4.chosen()
    assert len(drawn) == 1 + 3 + 6 + 16 + 21 + 11
    assert sparse4.chosen(11) == drawn[:47]


@pytest.mark.parametrize("page", [table4, table4_blocks, table4_numbers])
def test_a_size_that_the_paper_has_not(
    page: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that it is one line, and that no empty page is written over another."""
    with pytest.raises(SystemExit, match="2"):
        page.main(["--sizes", "9"])
    assert "invalid choice: 9 (choose from" in capsys.readouterr().err
