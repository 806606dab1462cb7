"""Builds typed expressions like a C compiler: operands are converted, constants folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from programs.loops import arithmetic
from programs.loops.affine import Affine, affine
from programs.loops.expressions import (
    COMPARISONS,
    LOGICAL,
    SHIFTS,
    Binary,
    Call,
    Cast,
    Constant,
    Expression,
    Index,
    Select,
    Unary,
)
from programs.loops.types import DOUBLE, INT, NumberType, common, promoted


def cast(operand: Expression, type: NumberType) -> Expression:
    """Return the operand converted to a type."""
    if operand.type == type:
        return operand
    if isinstance(operand, Constant):
        return _folded(Cast(operand, type), arithmetic.convert, operand.value, type)
    return Cast(operand, type)


def truth(operand: Expression) -> Expression:
    """Return whether the operand is not zero, an int that is 0 or 1."""
    if is_truth(operand):
        return operand
    return binary("!=", operand, Constant(0, INT))


def is_truth(expression: Expression) -> bool:
    """Return whether the form of an expression implies 0 or 1."""
    match expression:
        case Unary("!"):
            return True
        case Binary(operator):
            return operator in COMPARISONS or operator in LOGICAL
    return False


def unary(operator: str, operand: Expression) -> Expression:
    """Return `-`, `+`, `~` or `!` of an operand."""
    if operator == "!":
        made = Unary("!", operand, INT)
    else:
        operand = cast(operand, promoted(operand.type))
        if operator == "+":
            return operand
        made = Unary(operator, operand, operand.type)
    if isinstance(operand, Constant):
        return _folded(made, arithmetic.unary, operator, operand.value, made.type)
    return made


def binary(operator: str, left: Expression, right: Expression) -> Expression:
    """Return `left operator right` with the conversions of C.

    Undefined behaviour is not folded: evaluation raises `ArithmeticError`.
    """
    if operator in LOGICAL:
        return _logical(operator, truth(left), truth(right))
    if operator in SHIFTS:
        left, right = (cast(x, promoted(x.type)) for x in (left, right))
        type = left.type
    else:
        shared = common(left.type, right.type)
        left, right = cast(left, shared), cast(right, shared)
        type = INT if operator in COMPARISONS else shared
    made = Binary(operator, left, right, type)
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _folded(made, arithmetic.binary, operator, left.value, right.value, type)
    return made


def _logical(operator: str, left: Expression, right: Expression) -> Expression:
    decides = operator == "||"
    if isinstance(left, Constant):
        return Constant(int(decides), INT) if bool(left.value) == decides else right
    if isinstance(right, Constant) and bool(right.value) != decides:
        return left
    return Binary(operator, left, right, INT)


def select(condition: Expression, if_true: Expression, if_false: Expression) -> Expression:
    """Return `condition ? if_true : if_false`, of the arms' common type."""
    type = common(if_true.type, if_false.type)
    if isinstance(condition, Constant):
        return cast(if_true if condition.value else if_false, type)
    return Select(condition, cast(if_true, type), cast(if_false, type), type)


def call(function: str, *arguments: Expression, type: NumberType | None = None) -> Expression:
    """Return an intrinsic's call in `type`, by default the arguments' common type.

    The type of `fabs`, `fmin`, `fmax` and `sqrt` is a float type, `double` by default.
    """
    if type is None:
        type = promoted(arguments[0].type)
        for argument in arguments[1:]:
            type = common(type, argument.type)
        if type.is_int and function not in ("min", "max", "abs"):
            type = DOUBLE
    made = tuple(cast(argument, type) for argument in arguments)
    numbers = [argument.value for argument in made if isinstance(argument, Constant)]
    result = Call(function, made, type)
    if len(numbers) == len(made):
        return _folded(result, arithmetic.call, function, numbers, type)
    return result


def _folded(expression: Expression, compute: Callable[..., Any], *arguments: object) -> Expression:
    """Return the constant result of `compute`, or the expression if it is undefined in C."""
    try:
        value = compute(*arguments)
    except ArithmeticError:
        return expression
    # C has no literals for these.
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return expression
    return Constant(value, expression.type)


def as_affine(expression: Expression) -> Affine | None:
    """Return an integer expression as an affine one, or None.

    Unsigned arithmetic is not affine, as it wraps.
    """
    if not expression.type.is_int or not expression.type.signed:
        return None
    match expression:
        case Constant(value):
            return affine(constant=int(value))
        case Index(name):
            return affine({name: 1})
        case Cast(operand, type):
            # Widening keeps the value; narrowing may not.
            return as_affine(operand) if type.width >= operand.type.width else None
        case Unary("-", operand):
            inner = as_affine(operand)
            return None if inner is None else -inner
        case Binary("+" | "-" | "*" as operator, left, right):
            return _affine_binary(operator, as_affine(left), as_affine(right))
    return None


def _affine_binary(operator: str, left: Affine | None, right: Affine | None) -> Affine | None:
    if left is None or right is None:
        return None
    if operator == "*":
        if right.is_constant:
            return left * right.constant
        return right * left.constant if left.is_constant else None
    return left + right if operator == "+" else left - right


def from_affine(value: Affine, type: NumberType = INT) -> Expression:
    """Return an affine expression as data: sums and products of indices of this type."""
    result: Expression | None = None
    for name, factor in value.terms:
        term: Expression = Index(name, type)
        if abs(factor) != 1:
            term = binary("*", Constant(abs(factor), type), term)
        if result is None:
            result = unary("-", term) if factor < 0 else term
        else:
            result = binary("-" if factor < 0 else "+", result, term)
    if result is None:
        return Constant(value.constant, type)
    if value.constant:
        operator = "-" if value.constant < 0 else "+"
        result = binary(operator, result, Constant(abs(value.constant), type))
    return result
