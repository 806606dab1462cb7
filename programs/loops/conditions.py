"""Decomposition of conditions into affine constraints and a residual predicate."""

from __future__ import annotations

from programs.loops.affine import Constraint
from programs.loops.build import as_affine, binary, truth, unary
from programs.loops.expressions import COMPARISONS, Binary, Constant, Expression, Unary

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def constraints_of(
    condition: Expression,
) -> tuple[tuple[Constraint, ...], Expression | None]:
    """Return constraints and a predicate whose conjunction is the condition.

    The predicate is None if the constraints suffice. It is evaluated under the constraints: its
    accesses may be invalid elsewhere.
    """
    match condition:
        case Constant(value) if value:
            return (), None
        case Binary("&&", left, right):
            first, data = constraints_of(left)
            # The left operand may short-circuit the right operand, but a constraint has no
            # accesses that need this protection.
            then, more = constraints_of(right)
            rest = [part for part in (data, more) if part is not None]
            if not rest:
                return (*first, *then), None
            return (*first, *then), rest[0] if len(rest) == 1 else binary("&&", *rest)
        case Unary("!", operand) if _invertible(operand):
            return constraints_of(negation(operand))
        case Binary(operator, left, right) if operator in COMPARISONS:
            made = _constraint(operator, left, right)
            if made is not None:
                return (made,), None
    return (), truth(condition)


def negation(condition: Expression) -> Expression:
    """Return the negation of a condition, with inverted comparisons."""
    match condition:
        case Binary(operator, left, right) if operator in COMPARISONS and left.type.is_int:
            # Not for floats: all comparisons with a NaN are false.
            return binary(_OPPOSITE[operator], left, right)
        case Binary("||", left, right):
            return binary("&&", negation(left), negation(right))
        case Unary("!", operand):
            return truth(operand)
    return unary("!", condition)


def _invertible(condition: Expression) -> bool:
    match condition:
        case Binary(operator, left):
            return operator == "||" or (operator in COMPARISONS and left.type.is_int)
        case Unary("!"):
            return True
    return False


def _constraint(operator: str, left: Expression, right: Expression) -> Constraint | None:
    one, two = as_affine(left), as_affine(right)
    if one is None or two is None:
        return None
    match operator:
        case "<":
            return Constraint(two - one - 1)
        case "<=":
            return Constraint(two - one)
        case ">":
            return Constraint(one - two - 1)
        case ">=":
            return Constraint(one - two)
        case "==":
            return Constraint(one - two, equality=True)
    return None
