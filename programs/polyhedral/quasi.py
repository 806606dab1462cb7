"""Quasi-affine expressions, such as the indices of flattened loops.

`f / N` and `f % N` of a non-negative f are quasi-affine for isl, but opaque expressions in a
region. C rounds toward zero and isl rounds down, which agree only for f >= 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from programs.loops.affine import Affine
from programs.loops.build import as_affine
from programs.loops.domain import isl_text
from programs.loops.expressions import Binary, Constant, Expression, Index

Place: TypeAlias = Affine | Expression
"""An integer at a point of the loop indices: affine, or an expression of indices alone."""


class Quasi:
    """Translates expressions under known lower bounds of indices.

    `names` are the isl names of the indices; `least` has the known lower bounds of indices.
    """

    def __init__(self, names: Mapping[str, str], least: Mapping[str, int]) -> None:
        self.names, self.least = dict(names), least

    def text(self, place: Place) -> str | None:
        """Return the integer in isl syntax, None if it is not quasi-affine."""
        if isinstance(place, Affine):
            return isl_text(place, self.names)
        if not place.type.is_int or not place.type.signed:
            return None
        plain = as_affine(place)
        if plain is not None:
            return isl_text(plain, self.names)
        match place:
            case Binary("+" | "-" as operator, left, right):
                one, two = self.text(left), self.text(right)
                return None if one is None or two is None else f"({one}) {operator} ({two})"
            case Binary("*", Constant(value), other) | Binary("*", other, Constant(value)):
                inner = self.text(other)
                return None if inner is None else f"{value} * ({inner})"
            case Binary("/" | "%" as operator, left, Constant(value)) if value > 0:
                inner = self.text(left)
                if inner is None or not self._natural(left):
                    return None
                return (
                    f"floor(({inner})/{value})" if operator == "/" else f"(({inner}) mod {value})"
                )
        return None

    def _natural(self, expression: Expression) -> bool:
        """Return whether a value is non-negative, by the lower bounds of its indices."""
        match expression:
            case Constant(value):
                return value >= 0
            case Index(name):
                return self.least.get(name, -1) >= 0
            case Binary("+" | "*", left, right):
                return self._natural(left) and self._natural(right)
            case Binary("/" | "%", left, Constant(value)) if value > 0:
                return self._natural(left)
        return False
