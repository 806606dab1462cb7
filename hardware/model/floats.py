"""Floats as words: the low bits of a word are an IEEE 754 binary32 or binary64 number.

Arithmetic rounds to nearest, ties to even. Sums, products and quotients of type `float` are
computed in binary64 and rounded again, which is exact double rounding, as 53 >= 2 · 24 + 2 bits.
Data movement, such as `load` and `select`, copies the bits of a float. Every NaN result has the
bits of `NANS`, independent of the operands.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from msgspec.structs import replace

from models.data.dfg import Number, Operator
from models.errors import InputError
from models.semantics.operators import instruction_of
from models.semantics.typed import FLOATS, computed, wrapped

FLOAT, DOUBLE = FLOATS
BITS = {FLOAT: 32, DOUBLE: 64}
NANS = {FLOAT: 0x7FC00000, DOUBLE: 0x7FF8000000000000}
_CODES = {FLOAT: "f", DOUBLE: "d"}

USUAL = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "fneg": 1}
RARE = {
    **dict.fromkeys("fabs sqrt floor ceil ftrunc round roundeven".split(), 1),
    **dict.fromkeys("frem copysign fmin fmax fminimum fmaximum".split(), 2),
}
ARITHMETIC = {**USUAL, **RARE}
EITHER = {"abs": 1, "fma": 3}
"""Instructions on floats if their type is a float type, else on integers."""
TO_FLOAT = {"sitofp": 1, "uitofp": 1}
CONVERSIONS = {"fpext": (FLOAT, DOUBLE), "fptrunc": (DOUBLE, FLOAT)}
"""Instructions from one float type to another."""
FROM_FLOAT = {
    **dict.fromkeys(("fptosi", "fptoui"), 1),
    **{f"fcmp.{how}": 2 for how in "oeq one olt ole ogt oge ord".split()},
    **{f"fcmp.{how}": 2 for how in "ueq une ult ule ugt uge uno".split()},
}
FLOATING = {**ARITHMETIC, **TO_FLOAT, **dict.fromkeys(CONVERSIONS, 1), **FROM_FLOAT}
"""The floating-point instructions with hardware, and their number of operands."""


def bits_of(number: Number, type_: str = FLOAT) -> int:
    """Return the bits of the nearest float of a type to a number."""
    if number != number:
        return NANS[type_]
    try:
        return int.from_bytes(struct.pack("<" + _CODES[type_], number), "little")
    except OverflowError:
        return bits_of(float("inf") if number > 0 else float("-inf"), type_)


def float_of(word: int, type_: str = FLOAT) -> float:
    """Return the float of a type in the low bits of a word."""
    low = word & ((1 << BITS[type_]) - 1)
    (number,) = struct.unpack("<" + _CODES[type_], low.to_bytes(BITS[type_] // 8, "little"))
    return float(number)


def numbers_of(name: str, of: str, words: Sequence[int]) -> Sequence[Number]:
    """Return words as floats for a floating-point instruction; other instructions read words."""
    if name in TO_FLOAT:
        return [wrapped(word, of) for word in words]
    floats = name in FLOATING or (name in EITHER and of in FLOATS)
    return [float_of(word, of) for word in words] if floats else words


def computed_words(name: str, own: str, of: str, words: Sequence[int]) -> int:
    """Return the result word of an instruction; integer instructions use `computed`."""
    if name == "bitcast":
        return wrapped(words[0], own)
    found = computed(name, own, of, numbers_of(name, of, words))
    return bits_of(found, own) if own in FLOATS else int(found)


def with_types(row: Operator, word: str) -> Operator:
    """Return an operator with default types filled in: words of type `word`, or floats."""
    name = instruction_of(row.name, row.arity)
    if FLOATING.get(name) != row.arity:
        row = row if row.type else replace(row, type=word)
        floats = EITHER.get(name) == row.arity and row.type in FLOATS
        return replace(row, of=row.of or row.type) if floats else row
    of, own = CONVERSIONS.get(name, (FLOAT, FLOAT))
    own = row.type or (word if name in FROM_FLOAT else own)
    reads = {**dict.fromkeys(ARITHMETIC, own), **dict.fromkeys(TO_FLOAT, word)}
    return replace(row, type=own, of=row.of or reads.get(name, of))


def require_float_types(name: str, row: Operator) -> None:
    """Raise `InputError` unless a floating-point instruction has allowed types."""
    own, of = str(row.type), str(row.of)
    well = (own in FLOATS) != (name in FROM_FLOAT) and (of in FLOATS) != (name in TO_FLOAT)
    if name in ARITHMETIC or name in EITHER:
        well = well and own == of
    if not well or (of, own) != CONVERSIONS.get(name, (of, own)):
        raise InputError(
            f"operator '{row.name}' makes {own} of {of}; {name} has hardware for floats of type"
            " float or double only"
        )
