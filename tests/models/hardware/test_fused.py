"""Products and sums of floats that are rounded once, against exact fractions."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from models.hardware.floats import NANS, bits_of, float_of
from models.hardware.units import Unit, computes
from tests.models.hardware.float_loops import EDGES, WIDE_EDGES

FRACTION = {"float": (24, -149, 127), "double": (53, -1074, 1023)}
"""Bits of a fraction, and the exponents of the least and the largest power of two."""


def rounded(exact: Fraction, type_: str) -> float:
    """The nearest float of a type, by integers alone; infinite where it is too large."""
    bits, least, most = FRACTION[type_]
    power = max(exact.numerator.bit_length() - exact.denominator.bit_length() - bits, least)
    for step in (power - 1, power, power + 1):
        if step < least:
            continue
        whole = round(abs(exact) / Fraction(2) ** step)
        if whole <= 1 << bits:
            if whole * Fraction(2) ** step >= Fraction(2) ** (most + 1):
                return math.inf if exact > 0 else -math.inf
            return math.copysign(math.ldexp(whole, step), 1 if exact > 0 else -1)
    raise AssertionError


def due(type_: str, words: tuple[int, int, int]) -> int:
    """The bits of a product and a sum."""
    a, b, c = (float_of(word, type_) for word in words)
    if not math.isinf(c) and not math.isnan(c) and math.isfinite(a) and math.isfinite(b):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact:
            return bits_of(rounded(exact, type_), type_)
        zero = math.copysign(1, a) * math.copysign(1, b)
        return bits_of(-0.0 if c == 0 and zero < 0 and math.copysign(1, c) < 0 else 0.0, type_)
    if math.isfinite(a) and math.isfinite(b):
        return NANS[type_] if math.isnan(c) else bits_of(c, type_)
    return bits_of(a * b + c, type_)


def rows(type_: str, count: int) -> list[list[int]]:
    """Edges, any bits, and sums of which little is left or cut off."""
    source, size = random.Random(type_), 32 if type_ == "float" else 64
    edges = EDGES if type_ == "float" else WIDE_EDGES
    found = []
    for n in range(count):
        a, b, c = (source.choice(edges) if n % 3 else source.getrandbits(size) for _ in "abc")
        if n % 4 == 1:
            near = bits_of(-float_of(a, type_) * float_of(b, type_), type_)
            c = (near + source.randint(-2, 2)) % (1 << size)
        elif n % 4 == 2:
            a, b = (bits_of(source.randrange(1, 1 << 24), type_) for _ in "ab")
            c = bits_of(source.choice((-1, 1)) * 2.0 ** source.randint(-40, 80), type_)
        found.append([a, b, c, 0])
    return found


@pytest.mark.parametrize("type_", ["float", "double"])
def test_numbers(type_: str) -> None:
    """Tests that units round once, on edges and where nearly everything is cut off."""
    unit = Unit(f"fma:{type_}", (f"fma:{type_}", "_", "_", "_"))
    word = "u32" if type_ == "float" else "u64"
    for row in rows(type_, 3000):
        a, b, c, _ = row
        assert computes(unit, word, (a, b, c)) == due(type_, (a, b, c)), [hex(n) for n in row]
