"""Operations whose numbers are given: loads from a memory that another part has filled."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.dfg import Dfg, Initial, Number, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.simulator import simulate
from models.semantics.evaluate import evaluate

ADD, LOAD = Operator("+", 2), Operator("load", 0, effect=True)
LOADED: list[Number] = [7, -2, 5, 11]


def problem() -> Problem:
    """Return s = x + x@1 + a with a load x."""
    dfg = Dfg(
        "loads",
        (ADD, LOAD),
        ("a",),
        (
            Operation("x", "load"),
            Operation("t", "+", (Operand("x"), Operand("x", 1))),
            Operation("s", "+", (Operand("t"), Operand("a"))),
        ),
        ("s",),
        initial=(Initial("x", (100,)),),
    )
    return Problem(dfg, architecture_preset("mesh:2x2,registers=4"), 4)


def mapped() -> Mapping:
    """Return a mapping of it."""
    found = modulo_schedule(problem())
    assert found is not None
    return found


def test_given_numbers_by_hand() -> None:
    """Tests that what is given is read, after what was before the loop, and nothing else is."""
    inputs: dict[str, list[Number]] = {"a": [1, 2, 3, 4]}
    rows = evaluate(problem().dfg, 4, inputs, {"x": LOADED})
    assert [row["x"] for row in rows] == LOADED
    assert [row["s"] for row in rows] == [108, 7, 6, 20]
    free = evaluate(problem().dfg, 4, inputs)
    assert free == evaluate(problem().dfg, 4, inputs, {})
    assert [row["x"] for row in free] != LOADED


def test_the_simulator_reads_what_is_given() -> None:
    """Tests that a mapping computes with these numbers, every result and effect compared."""
    inputs: dict[str, list[Number]] = {"a": [1, 2, 3, 4]}
    for given in (None, {}, {"x": LOADED}):
        report = simulate(problem(), mapped(), 4, inputs=inputs, given=given)
        assert report.ok, report.first_difference
        assert report.compared == 4 * 2


@pytest.mark.parametrize("operation", ["x", "t", "s"])
def test_a_mapping_without_an_issue_differs(operation: str) -> None:
    """Tests that given numbers do not stand in for an operation that is not issued."""
    from msgspec.structs import replace

    full = mapped()
    less = replace(full, issues=tuple(x for x in full.issues if x.operation != operation))
    assert not simulate(problem(), less, 4, given={"x": LOADED}).ok
