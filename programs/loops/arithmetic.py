"""C's arithmetic on Python numbers: integers wrap, floats of 32 bits are rounded.

Single-precision +, -, *, / and square root are computed in double precision and rounded, which
gives the same as computing them directly (53 ≥ 2·24 + 2; Figueroa, When is double rounding
innocuous?, 1995).
"""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Callable
from typing import Any

from programs.loops.expressions import COMPARISONS, SHIFTS
from programs.loops.types import NumberType

_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def convert(value: Any, type: NumberType) -> Any:
    """Convert a number to the type.

    Raises `ArithmeticError` for a float outside the range of an integer type (undefined in C).
    """
    if not type.is_int:
        return ctypes.c_float(value).value if type.width == 32 else float(value)
    if isinstance(value, float):
        low = -(1 << type.width - 1) if type.signed else 0
        if not math.isfinite(value) or not low <= math.trunc(value) < low + (1 << type.width):
            raise ArithmeticError(f"{value} is converted to {type}")
        value = math.trunc(value)
    return wrap(value, type)


def wrap(value: int, type: NumberType) -> int:
    """Return an integer in two's complement of the type's width."""
    value &= (1 << type.width) - 1
    return value - (1 << type.width) if type.signed and value >> type.width - 1 else value


def unary(operation: str, value: Any, type: NumberType) -> Any:
    """Return `-value`, `~value` or `!value` in the type."""
    if operation == "!":
        return int(not value)
    return convert(-value if operation == "-" else ~value, type)


def binary(operation: str, left: Any, right: Any, type: NumberType) -> Any:
    """Return `left operation right` in the type, of operands that have been converted.

    Raises `ArithmeticError` for results undefined in C: integer division by zero, and shifts by a
    negative number or at least the width.
    """
    if operation in COMPARISONS:
        return int(_PLAIN[operation](left, right))
    if operation == "/":
        return _divide(left, right, type)
    if operation == "%":
        return wrap(left - right * _quotient(left, right), type)
    if operation in SHIFTS and not 0 <= right < type.width:
        raise ArithmeticError(f"{type} is shifted by {right}")
    result = _PLAIN[operation](left, right)
    return wrap(result, type) if type.is_int else convert(result, type)


def _divide(left: Any, right: Any, type: NumberType) -> Any:
    if type.is_int:
        return wrap(_quotient(left, right), type)
    if right:
        return convert(left / right, type)
    if left == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _quotient(left: int, right: int) -> int:
    if not right:
        raise ArithmeticError("division by zero")
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def call(function: str, values: list[Any], type: NumberType) -> Any:
    """Return the result of an intrinsic for arguments of the type."""
    first, last = values[0], values[-1]
    match function:
        case "min":
            return first if first < last else last
        case "max":
            return first if first > last else last
        case "fmin" | "fmax":
            if math.isnan(first) or math.isnan(last):
                return last if math.isnan(first) else first
            return min(first, last) if function == "fmin" else max(first, last)
        case "sqrt":
            return convert(math.sqrt(first), type) if first >= 0 else math.nan
    return convert(abs(first), type)
