"""Quasi-affine expressions: what flattening two loops makes of their indices.

`f / N` and `f % N` of a number f that is never negative are affine for isl, though not for a
region, where they are expressions. C rounds to zero and isl down: the same there, and nowhere else.
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
    """Translates expressions at points that are known to satisfy some ranges.

    `names` are what isl calls the indices; `least` has the least value of each index that has one.
    """

    def __init__(self, names: Mapping[str, str], least: Mapping[str, int]) -> None:
        self.names, self.least = dict(names), least

    def text(self, place: Place) -> str | None:
        """Return the integer as isl writes it, None where it is not quasi-affine."""
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
        """Whether a value is never negative, by the least values of its indices."""
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
