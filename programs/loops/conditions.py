"""Conditions taken apart: affine constraints, and a predicate for all else."""

from __future__ import annotations

from programs.loops.affine import Constraint
from programs.loops.build import as_affine, binary, truth, unary
from programs.loops.expressions import COMPARISONS, Binary, Constant, Expression, Unary

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def constraints_of(
    condition: Expression,
) -> tuple[tuple[Constraint, ...], Expression | None]:
    """Return constraints and a predicate that together are the condition.

    The predicate is None where the constraints say it all. It may rely on the constraints: its
    accesses need not exist where these do not hold.
    """
    match condition:
        case Constant(value) if value:
            return (), None
        case Binary("&&", left, right):
            first, data = constraints_of(left)
            # What stands before it may keep the right operand from being evaluated, but a
            # constraint needs no such care.
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
    """Return a condition that holds where this one does not, comparisons turned round."""
    match condition:
        case Binary(operator, left, right) if operator in COMPARISONS and left.type.is_int:
            # Not for floats: a NaN is neither less nor greater.
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
