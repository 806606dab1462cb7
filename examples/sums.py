"""Sums of products: the one shape that most kernels share, with and without multiply-add.

`mac` says how a multiply-add may be executed:

- `"none"`: products and sums are separate operations;
- `"pattern"`: the same, and the pattern `+ _ * _ _` allows an array to execute both in one go;
- `"operator"`: `mac(a, b, c) = a*b + c` is an operation of its own; the first product of a sum
  stays a plain `*`.
"""

from __future__ import annotations

from typing import Literal

from models.data.dfg import Operand, Operation, Operator, Pattern
from models.errors import InputError

Mac = Literal["none", "pattern", "operator"]
MACS: tuple[Mac, ...] = ("none", "pattern", "operator")

ADD = Operator(name="+", arity=2, commutative=True, associative=True)
SUBTRACT = Operator(name="-", arity=2)
MULTIPLY = Operator(name="*", arity=2, commutative=True)
MULTIPLY_ADD = Operator(name="mac", arity=3)
MAC_PATTERN = Pattern(name="mac", expression=("+", "_", "*", "_", "_"))


def operation(name: str, operator: str, *operands: str) -> Operation:
    """Return an operation that reads `operands` of its own iteration."""
    return Operation(name=name, operator=operator, operands=tuple(map(Operand, operands)))


def operators_of(operations: list[Operation]) -> tuple[Operator, ...]:
    """Return the rows of the operator table that `operations` need, in a fixed order."""
    used = {op.operator for op in operations}
    return tuple(row for row in (ADD, SUBTRACT, MULTIPLY, MULTIPLY_ADD) if row.name in used)


def patterns_of(mac: Mac, operations: list[Operation]) -> tuple[Pattern, ...]:
    """Return the patterns of `mac` that `operations` can use; raise `InputError` when unknown."""
    if mac not in MACS:
        raise InputError(f"unknown mac '{mac}'; known: {', '.join(MACS)}")
    used = {op.operator for op in operations}
    return (MAC_PATTERN,) if mac == "pattern" and used >= {"+", "*"} else ()


def sum_of_products(
    result: str, label: str, terms: list[tuple[str, str, str]], mac: Mac = "none"
) -> list[Operation]:
    """Return the operations of `result` = Σ a·b over `terms`, summed from left to right.

    A term is (suffix, a, b). Products are called `p{label}_{suffix}` and partial sums
    `s{label}_{suffix}`; the last operation is called `result`.
    """
    made: list[Operation] = []
    so_far = ""
    for position, (suffix, left, right) in enumerate(terms):
        last = position == len(terms) - 1
        total = result if last else f"s{label}_{suffix}"
        product = f"p{label}_{suffix}"
        if position == 0:
            so_far = result if last else product
            made.append(operation(so_far, "*", left, right))
        elif mac == "operator":
            made.append(operation(total, "mac", left, right, so_far))
            so_far = total
        else:
            made.append(operation(product, "*", left, right))
            made.append(operation(total, "+", so_far, product))
            so_far = total
    return made
