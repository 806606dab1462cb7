"""Lost cells of table 4, asked again: the formula stays, and the page says what each run took."""

from __future__ import annotations

import numpy as np
import pytest
from pysat.solvers import SolverNames

from bench import table4_numbers
from bench.asker import Asker
from bench.table4 import KISSAT, ORDERED, PAPER_CELLS
from bench.table4_numbers_cell import renumbered, solve
from solvers.backends.cnf import Cnf
from solvers.questions.entries import Entry


def test_other_numbers_leave_the_formula_as_it_is() -> None:
    """Tests that clauses and their order are the same once the old numbers are back."""
    blocks = [np.array([[1, -2, 0], [3, 2, -1]]), np.array([[-3]])]
    cnf = Cnf(3, blocks=blocks)
    old = renumbered(cnf, 5)
    assert sorted(old.tolist()) == [0, 1, 2, 3]
    found = [np.sign(block) * old[np.abs(block)] for block in cnf.blocks]
    assert [block.tolist() for block in found] == [block.tolist() for block in blocks]


@pytest.mark.parametrize("numbers", [0, 1])
@pytest.mark.parametrize(("cycles", "result"), [(3, "UNSAT"), (6, "SAT")])
def test_one_question(cycles: int, result: str, numbers: int) -> None:
    """Tests that a formula has the same answer with other numbers; mappings are checked."""
    assert solve(2, cycles, "xbtree", KISSAT, numbers)["result"] == result


def test_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that runs are in the order of their seconds, and refutations of all solvers there."""

    def decided(asker: Asker, module: str, asked: Entry, limit: float) -> Entry:
        if asked["numbers"] == 2:
            return {"result": None, "solve": limit}
        size, cycles, how = (asked[name] for name in ("size", "cycles", "how"))
        result = PAPER_CELLS[size, cycles, how].split()[0]
        return {"result": result, "solve": float(4 - asked["numbers"])}

    monkeypatch.setattr(table4_numbers, "decided", decided)
    words = ["--numbers", "3", "--large", "1", "--sizes", "5", "6"]
    options = table4_numbers.main.parser().parse_args(words)
    text = "\n".join(table4_numbers.main.measure(options, Asker()))
    assert "| 5 | 9 | XBTree | SAT 1.0 | SAT 3.0, ? > 250.0 | SAT 4.2 |" in text
    assert "| 6 | 10 | XBTree | SAT 3.0 |  | SAT 92.8 |" in text
    assert "| solver | 5×5, enumeration | 5×5, XBTree |" in text
    assert "| maplecm | UNSAT 4.0 | UNSAT 4.0 |" in text
    assert "| printed | UNSAT 3.7 | UNSAT 0.8 |" in text


def test_every_solver_is_one() -> None:
    known = {name for names in vars(SolverNames).values() if type(names) is tuple for name in names}
    assert {KISSAT, *table4_numbers.SOLVERS} <= known
    assert set(ORDERED) <= set(PAPER_CELLS)
