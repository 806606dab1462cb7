"""Graphs by `build_dfg`: names of constants, numbers of other kinds, and what is no list."""

from __future__ import annotations

from typing import Any

import pytest

from models.data.dfg import Constant, Operand
from models.errors import InputError
from xyzmap.build import build_dfg


def test_numbers_that_are_names_of_values() -> None:
    """Tests that a number stays a number where an operation or an input is called like it."""
    dfg = build_dfg("g", {"3": ("sub", 3, "4"), "s": ("sub", "3", 4), "t": ("sub", 4, 4.0)}, ["t"])
    assert dfg.inputs == ("4",)
    assert dfg.constants == (Constant("3.const", 3), Constant("4.const", 4), Constant("4.0", 4.0))
    assert dfg.operation_by_name["3"].operands == (Operand("3.const"), Operand("4"))
    assert dfg.operation_by_name["s"].operands == (Operand("3"), Operand("4.const"))


@pytest.mark.parametrize(
    ("operations", "more", "line"),
    [
        ({"p": "mul"}, {}, "'p': 'mul' must be a list or tuple"),
        ({"p": ("neg", True)}, {}, "True of 'p' is no finite number"),
        ({"p": ("neg", "a")}, {"results": "p"}, "results: 'p' must be a list or tuple"),
        ({"p": ("neg", "a")}, {"initial": {"p": 0}}, "initial, 'p': 0 must be a list or tuple"),
    ],
)
def test_bad_members(operations: Any, more: dict[str, Any], line: str) -> None:
    """Tests that a text is not taken for its letters, and other mistakes are one line."""
    with pytest.raises(InputError) as caught:
        build_dfg("g", operations, **more)
    assert line in str(caught.value)
