"""Substitution of loop indices in statements and loops by (quasi-)affine expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from programs.loops.affine import Affine, Bound, Constraint
from programs.loops.build import binary, cast, from_affine
from programs.loops.expressions import (
    Access,
    Binary,
    Call,
    Cast,
    Constant,
    Expression,
    Index,
    Opaque,
    Read,
    Select,
    Subscript,
    Unary,
)
from programs.loops.region import Guard, Statement
from programs.loops.types import INT, NumberType
from programs.polyhedral import Place

Replaced = Mapping[str, Place]


def substitute_statement(statement: Statement, replaced: Replaced) -> Statement:
    """Return a statement with indices replaced simultaneously."""
    if not replaced:
        return statement
    return replace(
        statement,
        target=substitute_access(statement.target, replaced),
        value=substitute_expression(statement.value, replaced),
        guard=substitute_guard(statement.guard, replaced),
    )


def substitute_guard(guard: Guard, replaced: Replaced) -> Guard:
    """Return a guard with indices replaced; constraints that become non-affine are predicates."""
    constraints: list[Constraint] = []
    predicate: Expression | None = None
    for constraint in guard.constraints:
        place = substitute_place(constraint.affine, replaced)
        if isinstance(place, Affine):
            constraints.append(replace(constraint, affine=place))
            continue
        operator = "==" if constraint.equality else ">="
        predicate = _both(predicate, binary(operator, place, Constant(0, INT)))
    if guard.predicate is not None:
        # It may depend on the constraints, and hence is evaluated after them.
        predicate = _both(predicate, substitute_expression(guard.predicate, replaced))
    return Guard(tuple(constraints), predicate)


def _both(one: Expression | None, two: Expression) -> Expression:
    return two if one is None else binary("&&", one, two)


def substitute_access(access: Access, replaced: Replaced) -> Access:
    """Return an access with indices replaced."""
    subscripts: list[Subscript] = []
    for subscript in access.subscripts:
        if isinstance(subscript, Affine):
            place = substitute_place(subscript, replaced)
            subscripts.append(place if isinstance(place, Affine) else Opaque(place))
        else:
            subscripts.append(Opaque(substitute_expression(subscript.expression, replaced)))
    return Access(access.name, tuple(subscripts))


def substitute_expression(expression: Expression, replaced: Replaced) -> Expression:
    """Return an expression with indices replaced; an index keeps its type."""

    def inner(part: Expression) -> Expression:
        return substitute_expression(part, replaced)

    match expression:
        case Index(name, type):
            if name not in replaced:
                return expression
            return as_expression(replaced[name], type)
        case Read(access, type):
            return Read(substitute_access(access, replaced), type)
        case Unary(operator, operand, type):
            return Unary(operator, inner(operand), type)
        case Binary(operator, left, right, type):
            return Binary(operator, inner(left), inner(right), type)
        case Select(condition, if_true, if_false, type):
            return Select(inner(condition), inner(if_true), inner(if_false), type)
        case Cast(operand, type):
            return Cast(inner(operand), type)
        case Call(function, arguments, type):
            return Call(function, tuple(map(inner, arguments)), type)
    return expression


def substitute_place(place: Place, replaced: Replaced) -> Place:
    """Return an integer with indices replaced: affine if all replacements are."""
    if not isinstance(place, Affine):
        return substitute_expression(place, replaced)
    used = {name: replaced[name] for name in place.names if name in replaced}
    plain = {name: value for name, value in used.items() if isinstance(value, Affine)}
    if len(plain) == len(used):
        return place.substitute(plain)
    result: Expression | None = None
    for name, factor in place.terms:
        term = as_expression(used[name]) if name in used else Index(name)
        if factor != 1:
            term = binary("*", Constant(factor, INT), term)
        result = term if result is None else binary("+", result, term)
    assert result is not None
    if place.constant:
        result = binary("+", result, Constant(place.constant, INT))
    return result


def substitute_bound(bound: Bound, replaced: Replaced) -> Bound | None:
    """Return a bound with indices replaced, None if it is no longer affine."""
    place = substitute_place(bound.affine, replaced)
    return Bound(place, bound.divisor) if isinstance(place, Affine) else None


def as_expression(place: Place, type: NumberType = INT) -> Expression:
    """Return an integer as data of a type."""
    return from_affine(place, type) if isinstance(place, Affine) else cast(place, type)
