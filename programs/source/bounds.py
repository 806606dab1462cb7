"""The head of a `for`: index, bounds and step."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from programs.loops.affine import Affine, Bound, affine
from programs.loops.build import as_affine, binary, from_affine, unary
from programs.loops.expressions import (
    Binary,
    Call,
    Constant,
    Expression,
    Read,
    Select,
    Unary,
    walk,
)
from programs.loops.types import INT
from programs.source.expressions import Expressions
from programs.source.literals import refuse

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def lower_bounds(node: Any, reader: Expressions) -> tuple[Bound, ...]:
    """Return the lower bounds, whose maximum is the first value. Raises `ProgramError`."""
    return tuple(_extreme(node, reader.read(node), "max"))


def upper_bounds(node: Any, index: str, reader: Expressions) -> tuple[Bound, ...]:
    """Return the exclusive upper bounds, whose minimum ends the loop, from its condition.

    The condition is one comparison or several with `&&`, affine in this and outer indices.
    """
    if isinstance(node, c_ast.BinaryOp) and node.op == "&&":
        return (*upper_bounds(node.left, index, reader), *upper_bounds(node.right, index, reader))
    if not isinstance(node, c_ast.BinaryOp) or node.op not in _MIRRORED:
        what = "a loop's condition is no comparison; allowed: < <= > >=, several with &&"
        raise refuse(node, what)
    left, right, operator = reader.read(node.left), reader.read(node.right), node.op
    if not all(x.type.is_int and x.type.signed for x in (left, right)):
        raise refuse(node, "a loop's condition compares no signed integers")
    if operator in (">", ">="):
        left, right, operator = right, left, _MIRRORED[operator]
    smaller, more = as_affine(left), 1 if operator == "<=" else 0
    if smaller is None:
        raise _not_affine(node, left)
    # smaller < limit + more, for every limit of a minimum
    return tuple(
        _solved(node, smaller, bound, more, index) for bound in _extreme(node, right, "min")
    )


def _solved(node: Any, smaller: Affine, limit: Bound, more: int, index: str) -> Bound:
    """Return the bound of the index in smaller < ⌈limit⌉ + more."""
    if limit.divisor == 1:
        rest = limit.affine + more - smaller
        factor = -rest.coefficient(index)
        if factor >= 1:
            return Bound(rest + affine({index: factor}), factor)
    elif smaller == affine({index: 1}) and index not in limit.affine.names:
        return Bound(limit.affine + more * limit.divisor, limit.divisor)
    raise refuse(node, f"the condition gives no upper bound of '{index}'; allowed: {index} < …")


def _extreme(node: Any, expression: Expression, kind: str) -> list[Bound]:
    """Return the bounds whose maximum or minimum an expression is."""
    found = as_affine(expression)
    if found is not None:
        return [Bound(found)]
    ceiling = _ceiling(expression)
    if ceiling is not None:
        return [ceiling]
    arms = _arms(expression, kind)
    if arms is not None:
        return [bound for arm in arms for bound in _extreme(node, arm, kind)]
    if isinstance(expression, Binary) and expression.operator in ("+", "-"):
        added, negative = as_affine(expression.right), expression.operator == "-"
        if added is not None:
            inner = _extreme(node, expression.left, kind)
            added = -added if negative else added
            return [Bound(b.affine + added * b.divisor, b.divisor) for b in inner]
        added = as_affine(expression.left)
        if added is not None and not negative:
            inner = _extreme(node, expression.right, kind)
            return [Bound(b.affine + added * b.divisor, b.divisor) for b in inner]
    raise _not_affine(node, expression)


def _arms(expression: Expression, kind: str) -> tuple[Expression, ...] | None:
    """Return the operands of a minimum or maximum, None for other expressions."""
    match expression:
        case Call(function, arguments) if function == kind:
            return arguments
        case Select(Binary("<" | "<=" | ">" | ">=" as operator, left, right), one, two):
            least = operator.startswith("<")
            if (left, right) == (two, one):
                one, two, least = two, one, not least
            if (left, right) == (one, two) and least == (kind == "min"):
                return (one, two)
    return None


def _ceiling(expression: Expression) -> Bound | None:
    """Return ⌈n / d⌉ if it is written `n > 0 ? (n - 1) / d + 1 : -(-n / d)`, else None."""
    match expression:
        case Select(_, Binary("+", Binary("/", _, Constant(divisor)), _), Unary("-", below)):
            if not isinstance(below, Binary) or int(divisor) < 1:
                return None
            over = as_affine(below.left)
            if over is None:
                return None
            number, one, by = from_affine(-over), Constant(1, INT), Constant(int(divisor), INT)
            # Only this form is recognised, with its terms in any order.
            same = Select(
                binary(">", number, Constant(0, INT)),
                binary("+", binary("/", binary("-", number, one), by), one),
                unary("-", binary("/", unary("-", number), by)),
                INT,
            )
            return Bound(-over, int(divisor)) if _plain(same) == _plain(expression) else None
    return None


def _plain(expression: Expression) -> object:
    """Return an expression with affine subexpressions in canonical form, for comparisons."""
    found = as_affine(expression)
    if found is not None:
        return found
    match expression:
        case Binary(operator, left, right):
            return operator, _plain(left), _plain(right)
        case Unary(operator, operand):
            return operator, _plain(operand)
        case Select(condition, one, two):
            return _plain(condition), _plain(one), _plain(two)
    return expression


def _not_affine(node: Any, expression: Expression) -> Exception:
    read = [x.access for x in walk(expression) if isinstance(x, Read)]
    why = f": '{read[0].name}' is no constant" if read else ""
    if read and not read[0].subscripts:
        why += f" (-D {read[0].name}=64 gives one)"
    what = "a loop's bound is not affine in the indices around"
    return refuse(node, f"{what}{why}; allowed: sums of them with constant factors, min, max")
