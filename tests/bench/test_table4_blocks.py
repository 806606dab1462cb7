"""Table 4 with as many blocks as printed: which exchangers are held, and what the page says."""

from __future__ import annotations

import pytest

from bench import table4_blocks
from bench.asker import Asker
from bench.table4 import KISSAT, PAPER_SIZES
from bench.table4_blocks_cell import held, solve
from examples.ring import ring
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.questions.entries import Entry


@pytest.mark.parametrize("size", [4, 5, 6])
def test_as_many_blocks_are_left_as_printed(size: int) -> None:
    """Tests the exchangers that are held: as many of each sum, but for one, from either end."""
    blocks = Index(Problem(*ring(size, "pattern"), None, "xbtree")).computation.blocks
    count = PAPER_SIZES[size, "xbtree"][1]
    first, last = (held(blocks, count, end) for end in ("first", "last"))
    assert len(first) == len(last) == len(blocks) - count
    each = size - 2
    for numbers in (first, last):
        assert all(blocks[p].kind == "exchanger" for p in numbers)
        per_sum = [sum(p // each == n for p in numbers) for n in range(size)]
        assert max(per_sum) - min(per_sum) <= 1
    assert all(p % each in (1, 2) for p in first)
    assert not last or max(p % each for p in last) == each - 1


@pytest.mark.parametrize(("cycles", "result"), [(6, "UNSAT"), (9, "SAT")])
@pytest.mark.parametrize("end", ["first", "last"])
def test_one_question(cycles: int, result: str, end: str) -> None:
    """Tests formulas in which no exchanger is left; mappings are checked."""
    assert solve(4, cycles, 4, end, KISSAT)["result"] == result


def test_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that both ends and the paper's answer are beside each other."""

    def decided(asker: Asker, module: str, asked: Entry, limit: float) -> Entry:
        known = asked["end"] == "last"
        return {"result": "SAT" if known else None, "solve": 2.0 if known else limit}

    monkeypatch.setattr(table4_blocks, "decided", decided)
    options = table4_blocks.main.parser().parse_args(["--sizes", "6"])
    text = "\n".join(table4_blocks.main.measure(options, Asker()))
    assert "| 6 | 10 | 16 | 24 | ? > 250.0 | SAT 2.0 | SAT 92.8 |" in text
    assert text.count("| 6 |") == 3
