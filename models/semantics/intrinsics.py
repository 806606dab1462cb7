"""Functions of words: intrinsics of LLVM (its language reference) and functions of the C library.

Integers are unsigned here, but for saturating sums. `fmin` and `fmax` ignore an operand that is no
number, `fminimum` and `fmaximum` return it; all four take -0 for less than 0, as IEEE 754 does.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

_LARGE = 2.0**52
"""From here on floats are whole."""


def _reversed(number: int, width: int, piece: int) -> int:
    """Return a word with its pieces of `piece` bits in reverse order."""
    mask = (1 << piece) - 1
    parts = [number >> place & mask for place in range(0, width, piece)]
    return sum(part << piece * place for place, part in enumerate(reversed(parts)))


def _signed(number: int, width: int) -> int:
    return number - (1 << width) if number >> (width - 1) else number


def _saturated(word: str, a: int, b: int, width: int) -> int:
    """Return a sum or a difference, or the nearest number of the type."""
    low, high = 0, (1 << width) - 1
    if word[0] == "s":
        a, b = _signed(a, width), _signed(b, width)
        low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    return min(max(a + b if word[1:4] == "add" else a - b, low), high)


INTEGERS: dict[str, Callable[[int, int, int], int]] = {
    "ctpop": lambda a, _, width: a.bit_count(),
    "ctlz": lambda a, _, width: width - a.bit_length(),
    "cttz": lambda a, _, width: (a & -a).bit_length() - 1 if a else width,
    "bswap": lambda a, _, width: _reversed(a, width, 8),
    "bitreverse": lambda a, _, width: _reversed(a, width, 1),
    "uadd.sat": lambda a, b, width: _saturated("uadd", a, b, width),
    "usub.sat": lambda a, b, width: _saturated("usub", a, b, width),
    "sadd.sat": lambda a, b, width: _saturated("sadd", a, b, width),
    "ssub.sat": lambda a, b, width: _saturated("ssub", a, b, width),
}
"""Of two words without a sign, of which some read only the first, and their width."""


def _whole(round_: Callable[[float], int], a: float) -> float:
    """Return a float rounded to a whole one; zero keeps the sign."""
    return a if not abs(a) < _LARGE else math.copysign(round_(a), a)


def _away(a: float) -> int:
    """Return the nearest whole number; halves are rounded away from zero."""
    whole = math.floor(abs(a))
    return whole + (abs(a) - whole >= 0.5)


def _less(a: float, b: float) -> bool:
    return a < b or (a == b and math.copysign(1, a) < math.copysign(1, b))


def smallest(a: float, b: float) -> float:
    """Return the lesser of two floats, or the other one if one is NaN."""
    return b if a != a or _less(b, a) else a


def largest(a: float, b: float) -> float:
    """Return the greater of two floats, or the other one if one is NaN."""
    return b if a != a or _less(a, b) else a


FLOATS: dict[str, Callable[[float, float], float]] = {
    "fabs": lambda a, _: abs(a),
    "abs": lambda a, _: abs(a),
    "sqrt": lambda a, _: math.nan if a < 0 else math.sqrt(a),
    "floor": lambda a, _: _whole(math.floor, a),
    "ceil": lambda a, _: _whole(math.ceil, a),
    "ftrunc": lambda a, _: _whole(math.trunc, a),
    "round": lambda a, _: _whole(_away, a),
    "roundeven": lambda a, _: _whole(round, a),
    "copysign": math.copysign,
    "fmin": smallest,
    "fmax": largest,
    "fminimum": lambda a, b: math.nan if a != a or b != b else smallest(a, b),
    "fmaximum": lambda a, b: math.nan if a != a or b != b else largest(a, b),
}
"""Of two floats, of which some read only the first. Rounding the result to `float` is right."""


def fused(a: float, b: float, c: float, short: bool) -> float:
    """Return `a * b + c` rounded once, to binary64; so that `short` rounds on to binary32."""
    if not all(map(math.isfinite, (a, b, c))):
        # A product that is only too large must not meet an infinity of the other sign.
        return c if math.isfinite(a) and math.isfinite(b) else a * b + c
    from fractions import Fraction

    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c
    try:
        near = float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf
    if not short or Fraction(near) == exact:
        return near
    # Of the two adjacent floats, the one with an odd last bit rounds on to the right number.
    other = math.nextafter(near, math.inf if exact > Fraction(near) else -math.inf)
    (bits,) = struct.unpack("<q", struct.pack("<d", near))
    return near if bits & 1 else other
