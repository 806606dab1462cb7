"""Tests of the default width of words, which the types and numbers of a graph need."""

from __future__ import annotations

import pytest

from models.data.dfg import Constant, Dfg, Initial, Number, Operand, Operation, Operator
from models.hardware.width import width_of

ADD = Operator("add", 2)


def summed(row: Operator, number: Number = 1, first: Number = 0) -> Dfg:
    """A sum that grows by a constant."""
    operation = Operation("s", row.name, (Operand("s", 1), Operand("step")))
    constants = (Constant("step", number),)
    return Dfg(
        "sum", (row,), (), (operation,), ("s",), constants, initial=(Initial("s", (first,)),)
    )


@pytest.mark.parametrize(
    ("dfg", "bits", "reason"),
    [
        (summed(ADD), 32, ""),
        (summed(Operator("add", 2, type="i8")), 32, ""),
        (summed(Operator("add", 2, type="u32"), (1 << 32) - 1), 32, ""),
        (summed(Operator("add", 2, type="ptr")), 64, "operator 'add' has words of ptr"),
        (summed(Operator("add", 2, type="i33")), 64, "operator 'add' has words of i33"),
        (summed(Operator("fadd", 2), 0.1, 1e300), 32, ""),
        (summed(Operator("fadd", 2, type="double")), 64, "operator 'fadd' has words of double"),
        (summed(ADD, -(1 << 31)), 32, ""),
        (summed(ADD, -(1 << 31) - 1), 64, "constant 'step' is -2147483649"),
        (summed(ADD, 1 << 32), 64, "constant 'step' is 4294967296"),
        (summed(ADD, 1, 1 << 40), 64, "'s' begins with 1099511627776"),
    ],
)
def test_widths(dfg: Dfg, bits: int, reason: str) -> None:
    """Tests that words are as wide as the widest type or number, and usual ones otherwise."""
    assert width_of(dfg) == (bits, reason)


def test_operators_that_nothing_uses() -> None:
    """Tests that a type which no operation has does not widen words."""
    dfg = summed(ADD)
    unused = Operator("load", 1, effect=True, type="i64")
    assert width_of(Dfg("sum", (ADD, unused), (), dfg.operations, ("s",), dfg.constants)).bits == 32
