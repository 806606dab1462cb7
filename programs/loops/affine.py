"""Affine expressions over loop indices, the bounds and the conditions made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Affine:
    """Σ coefficient · index + constant; `terms` are sorted by index, without zeros.

    Construct it with `affine`, which normalises the terms.
    """

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @property
    def is_constant(self) -> bool:
        """Whether no index occurs."""
        return not self.terms

    @property
    def names(self) -> frozenset[str]:
        """The indices that occur."""
        return frozenset(name for name, _ in self.terms)

    def coefficient(self, index: str) -> int:
        """Return the coefficient of an index, 0 if it does not occur."""
        return dict(self.terms).get(index, 0)

    def value(self, indices: Mapping[str, int]) -> int:
        """Return the value at a point; all its indices must be given."""
        return self.constant + sum(factor * indices[name] for name, factor in self.terms)

    def substitute(self, replaced: Mapping[str, Affine]) -> Affine:
        """Return the expression with indices replaced simultaneously."""
        result = Affine((), self.constant)
        for name, factor in self.terms:
            result = result + replaced.get(name, affine({name: 1})) * factor
        return result

    def __add__(self, other: Affine | int) -> Affine:
        if isinstance(other, int):
            return Affine(self.terms, self.constant + other)
        factors = dict(self.terms)
        for name, factor in other.terms:
            factors[name] = factors.get(name, 0) + factor
        return affine(factors, self.constant + other.constant)

    def __sub__(self, other: Affine | int) -> Affine:
        return self + -other

    def __neg__(self) -> Affine:
        return self * -1

    def __mul__(self, factor: int) -> Affine:
        return affine({name: f * factor for name, f in self.terms}, self.constant * factor)

    def __str__(self) -> str:
        """Return the expression as C, such as `2 * i - j + 1`."""
        text = ""
        for name, factor in self.terms:
            size = abs(factor)
            text += (" - " if factor < 0 else " + ") + (name if size == 1 else f"{size} * {name}")
        if self.constant or not text:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return "-" + text[3:] if text.startswith(" -") else text[3:]


def affine(factors: Mapping[str, int] | None = None, constant: int = 0) -> Affine:
    """Return Σ factor · index + constant."""
    return Affine(tuple(sorted((n, f) for n, f in (factors or {}).items() if f)), constant)


@dataclass(frozen=True, slots=True)
class Bound:
    """⌈affine / divisor⌉, with a divisor ≥ 1.

    Lower bounds and upper bounds that are exclusive both round up: i ≥ e/d is i ≥ ⌈e/d⌉, and
    i < e/d is i < ⌈e/d⌉. An inclusive i ≤ ⌊e/d⌋ is i < ⌈(e + 1)/d⌉.
    """

    affine: Affine
    divisor: int = 1

    def value(self, indices: Mapping[str, int]) -> int:
        """Return the bound at a point of the outer indices."""
        return -(-self.affine.value(indices) // self.divisor)


@dataclass(frozen=True, slots=True)
class Constraint:
    """`affine` ≥ 0, or `affine` = 0 for an equality."""

    affine: Affine
    equality: bool = False

    def holds(self, indices: Mapping[str, int]) -> bool:
        """Whether the constraint holds at a point."""
        value = self.affine.value(indices)
        return value == 0 if self.equality else value >= 0
