"""The page of predicted intervals: truths are kept, and errors are those of cycles."""

from __future__ import annotations

import pytest

from bench import intervals
from bench.interval_kernels import ARRAYS, Case
from bench.intervals import Row, Truth, mii_model, truth
from models.data.dfg import Dfg, Operand, Operation, Operator

LOOP = Dfg(
    "sums",
    (Operator("load", 0), Operator("add", 2)),
    (),
    (Operation("l", "load"), Operation("s", "add", (Operand("l"), Operand("s", 1)))),
)


def case(array: str = "s4", transformed: bool = False) -> Case:
    return Case("gemver", array, transformed, 100, 2, "digest")


def row(array: str, ii: int, said: dict[str, tuple[int, int]]) -> Row:
    return Row(case(array), Truth("optimal", ii, 4), said)


def test_errors_are_those_of_cycles() -> None:
    assert row("s4", 2, {"it": (3, 4)}).error("it") == pytest.approx(100 * 100 / 204)
    assert row("s4", 2, {"it": (2, 4)}).error("it") == 0


def test_the_truth_is_what_arithmetic_allows_where_a_schedule_reaches_it() -> None:
    found = truth(case(), LOOP, 5.0)
    least, _ = mii_model(LOOP, intervals.architecture_preset("s4"))
    assert (found.status, found.ii) == ("optimal", least)


def test_the_page_has_all_arrays_and_what_was_not_mapped() -> None:
    said = {"MII model": (2, 4), "network": (3, 4)}
    rows = [row(array, 3, said) for array in ARRAYS]
    text = "\n".join(intervals.page(rows, [(case(), Truth("unknown"))], list(said), 20.0))
    for array in ARRAYS:
        assert f"| {array} | 1 | 32.89 | 0.00 |" in text
    assert "1 more kernels were not mapped" in text
    assert "* gemver on `s4`" in text
