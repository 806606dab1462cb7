"""Points of loops as columns of numpy arrays, and expressions of indices over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from programs.loops.affine import Affine, Bound
from programs.loops.expressions import (
    Binary,
    Cast,
    Constant,
    Expression,
    Index,
    Opaque,
    Subscript,
    Unary,
)
from programs.loops.region import Loop

Column = NDArray[np.int64]
"""One number per point, of shape (points,)."""
Columns = Mapping[str, Column]


def points(loops: Sequence[Loop], outer: Columns | None = None) -> dict[str, Column]:
    """Return the indices of nested loops at all their points, in execution order.

    `outer` are points of the surrounding loops; the nest is executed at each of them. The result
    has a column of shape (points,) per index.
    """
    found = dict(outer or {})
    size = len(next(iter(found.values()))) if found else 1
    for loop in loops:
        lower = np.max([_bound(bound, found, size) for bound in loop.lower], axis=0)
        upper = np.min([_bound(bound, found, size) for bound in loop.upper], axis=0)
        trips = np.maximum(0, -(-(upper - lower) // loop.step))
        found = {name: np.repeat(column, trips) for name, column in found.items()}
        ends = np.cumsum(trips)
        size = int(ends[-1]) if len(ends) else 0
        within = np.arange(size, dtype=np.int64) - np.repeat(ends - trips, trips)
        found[loop.index] = np.repeat(lower, trips) + within * loop.step
    return found


def linear(value: Affine, at: Columns, size: int) -> Column:
    """Return an affine expression at all `size` points, of shape (size,)."""
    total = np.full(size, value.constant, dtype=np.int64)
    for name, factor in value.terms:
        total += factor * at[name]
    return total


def _bound(bound: Bound, at: Columns, size: int) -> Column:
    return -(-linear(bound.affine, at, size) // bound.divisor)


def subscript(place: Subscript, at: Columns, size: int) -> Column | None:
    """Return a subscript at all `size` points, None if it depends on data."""
    if isinstance(place, Affine):
        return linear(place, at, size)
    assert isinstance(place, Opaque)
    return of_indices(place.expression, at, size)


def of_indices(expression: Expression, at: Columns, size: int) -> Column | None:
    """Return an integer expression of indices at all points, None for any other expression.

    Flattened loops need only sums, differences, products, quotients and remainders.
    """
    match expression:
        case Constant(int(value)):
            return np.full(size, value, dtype=np.int64)
        case Index(name):
            return at[name]
        case Cast(operand, type) if type.is_int and operand.type.is_int:
            return of_indices(operand, at, size)
        case Unary("-", operand):
            only = of_indices(operand, at, size)
            return None if only is None else -only
        case Binary(operator, left, right) if operator in ("+", "-", "*", "/", "%"):
            one, two = of_indices(left, at, size), of_indices(right, at, size)
            if one is None or two is None or not expression.type.is_int:
                return None
            return _binary(operator, one, two)
    return None


def _binary(operator: str, one: Column, two: Column) -> Column | None:
    if operator == "+":
        return one + two
    if operator == "-":
        return one - two
    if operator == "*":
        return one * two
    if not np.all(two):
        return None
    # C rounds to zero.
    quotient = np.abs(one) // np.abs(two) * np.sign(one) * np.sign(two)
    return quotient if operator == "/" else one - two * quotient
