"""Instructions on words of a type: integers wrap around, floats are rounded.

As LLVM's language reference defines (Instruction Reference). Integers are signed words of `i1` to
`i64`, of which `i1` is 0 or 1, or unsigned ones of `u1` to `u64`; `ptr` is `i64`.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache

from models.data.dfg import Number
from models.semantics import intrinsics

FLOATS = ("float", "double")

CACHED = 4096
"""Instructions whose functions are kept."""


def wrapped(number: Number, type_: str) -> int:
    """Return an integer as a word of its type; a bit is 0 or 1."""
    return _wrapping(type_)(number)


@lru_cache(CACHED)
def _wrapping(type_: str) -> Callable[[Number], int]:
    bits = _width(type_)
    mask = (1 << bits) - 1
    largest = mask if bits == 1 or type_[0] == "u" else mask >> 1

    def wrap(number: Number) -> int:
        low = int(number) & mask
        return low if low <= largest else low - mask - 1

    return wrap


def _width(type_: str) -> int:
    return 64 if type_ == "ptr" else int(type_[1:])


def computed(word: str, type_: str, of: str, numbers: Sequence[Number]) -> Number:
    """Return the result of an instruction on numbers of type `of`.

    Results that the reference leaves undefined are 0. Raises `KeyError` for a word without a
    meaning here, `ValueError` and `OverflowError` for numbers outside its type.
    """
    return meaning(word, type_, of)(numbers)


@lru_cache(CACHED)
def meaning(word: str, type_: str, of: str) -> Callable[[Sequence[Number]], Number]:
    """Return the function of `computed` for an instruction; raises what that does."""
    opcode, _, predicate = word.partition(".")
    if opcode == "icmp":
        own = _plain(of) if predicate.startswith("u") else _wrapping(of)
        return _comparison(_COMPARED[predicate.removeprefix("u").removeprefix("s")], own)
    if opcode == "fcmp":
        return _float_comparison(predicate)
    if opcode == "mov":
        return lambda numbers: numbers[0]
    if opcode == "select":
        return lambda numbers: numbers[1] if numbers[0] else numbers[2]
    if opcode in ("sitofp", "uitofp", "fpext", "fptrunc"):
        return lambda numbers: _to_float(opcode, type_, of, numbers[0])
    if opcode in ("fptosi", "fptoui"):
        wrap = _wrapping(type_)
        return lambda numbers: wrap(math.trunc(numbers[0])) if math.isfinite(numbers[0]) else 0
    if opcode == "bitcast" and (type_ in FLOATS) != (of in FLOATS):
        _require_equal_widths(type_, of)
        return lambda numbers: _same_bits(numbers[0], type_, of)
    if type_ in FLOATS:
        return lambda numbers: _rounded(_floating(opcode, numbers, type_), type_)
    if word in intrinsics.INTEGERS:
        return _of_plain_words(intrinsics.INTEGERS[word], type_)
    return _integer(opcode, type_, of)


_COMPARED: dict[str, Callable[[Number, Number], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _comparison(
    holds: Callable[[Number, Number], bool], own: Callable[[Number], int]
) -> Callable[[Sequence[Number]], Number]:
    def compare(numbers: Sequence[Number]) -> int:
        a, b = numbers
        return int(holds(own(a), own(b)))

    return compare


def _float_comparison(predicate: str) -> Callable[[Sequence[Number]], Number]:
    """Return a comparison that also says what holds where an operand is no number."""
    holds = {"ord": lambda a, b: True, "uno": lambda a, b: False}.get(predicate)
    holds = holds or _COMPARED[predicate[1:]]
    without = int(predicate[0] == "u")

    def compare(numbers: Sequence[Number]) -> int:
        a, b = numbers
        return without if a != a or b != b else int(holds(a, b))

    return compare


def _to_float(opcode: str, type_: str, of: str, number: Number) -> float:
    if opcode == "uitofp":
        number = _plain(of)(number)
    if isinstance(number, int) and type_ == "float":
        number = _short(number)
    return _rounded(float(number), type_)


def _of_plain_words(
    function: Callable[[int, int, int], int], type_: str
) -> Callable[[Sequence[Number]], Number]:
    """Return a function of words without a sign."""
    own, wrap, width = _plain(type_), _wrapping(type_), _width(type_)

    def intrinsic(numbers: Sequence[Number]) -> int:
        a, b = (*map(own, numbers), 0)[:2]
        return wrap(function(a, b, width))

    return intrinsic


def _require_equal_widths(*types: str) -> None:
    """Raise `ValueError` for words of different widths."""
    widths = {{"float": 32, "double": 64}.get(type_) or _width(type_) for type_ in types}
    if len(widths) > 1:
        raise ValueError(f"words of {' and '.join(types)} differ in width")


def _same_bits(number: Number, type_: str, of: str) -> Number:
    """Return the number of another type, a float or an integer, with the same bits."""
    codes = {"float": ("<i", "<f"), "double": ("<q", "<d")}[type_ if type_ in FLOATS else of]
    if type_ not in FLOATS:
        return wrapped(struct.unpack(codes[0], struct.pack(codes[1], number))[0], type_)
    signed = wrapped(number, f"i{_width(of)}")
    return float(struct.unpack(codes[1], struct.pack(codes[0], signed))[0])


def _floating(opcode: str, numbers: Sequence[Number], type_: str) -> float:
    a, b, c = (*map(float, numbers), 0.0, 0.0)[:3]
    if opcode in intrinsics.FLOATS:
        return intrinsics.FLOATS[opcode](a, b)
    if opcode == "fma":
        return intrinsics.fused(a, b, c, short=type_ == "float")
    if opcode not in ("fdiv", "frem"):
        return {"fneg": -a, "fadd": a + b, "fsub": a - b, "fmul": a * b}[opcode]
    if b == 0 or (opcode == "frem" and math.isinf(a)):
        none = opcode == "frem" or a == 0 or a != a
        return math.nan if none else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b if opcode == "fdiv" else math.fmod(a, b)


_WORDS: dict[str, Callable[[int, int, int], int]] = {
    "add": lambda a, b, c: a + b,
    "sub": lambda a, b, c: a - b,
    "mul": lambda a, b, c: a * b,
    "fma": lambda a, b, c: a * b + c,
    "and": lambda a, b, c: a & b,
    "or": lambda a, b, c: a | b,
    "xor": lambda a, b, c: a ^ b,
    "smin": lambda a, b, c: min(a, b),
    "smax": lambda a, b, c: max(a, b),
    "umin": lambda a, b, c: min(a, b),
    "umax": lambda a, b, c: max(a, b),
    "abs": lambda a, b, c: abs(a),
    "neg": lambda a, b, c: -a,
    "not": lambda a, b, c: ~a,
    "sext": lambda a, b, c: a,
    "zext": lambda a, b, c: a,
    "trunc": lambda a, b, c: a,
    "cmp": lambda a, b, c: (a > b) - (a < b),
    "sdiv": lambda a, b, c: _quotient(a, b),
    "udiv": lambda a, b, c: _quotient(a, b),
    "srem": lambda a, b, c: a - _quotient(a, b) * b if b else 0,
    "urem": lambda a, b, c: a - _quotient(a, b) * b if b else 0,
}
"""Functions of integers, whose results wrap around."""

_RING = frozenset("add sub mul fma and or xor neg not".split())
_PLAIN_WORDS = frozenset("udiv urem umin umax lshr".split())
_SHIFTS: dict[str, Callable[[int, int], int]] = {
    "shl": operator.lshift,
    "lshr": operator.rshift,
    "ashr": operator.rshift,
}


def _integer(opcode: str, type_: str, of: str) -> Callable[[Sequence[Number]], Number]:
    """Return a function of words of type `of`, with a sign or without by the opcode."""
    width, wrap = _width(type_), _wrapping(type_)
    read: Callable[[Number], int] = _wrapping(of)
    if opcode in _RING and of == type_:
        read = int  # it wraps around once, at the end
    elif opcode in _PLAIN_WORDS:
        signed, plain = read, _plain(type_)
        read = plain if of == type_ else lambda number: plain(signed(number))
    elif opcode == "zext":
        read = _plain(of)
    if opcode in _SHIFTS:
        shift = _SHIFTS[opcode]

        def shifted(numbers: Sequence[Number]) -> int:
            a, b = (*map(read, numbers), 0)[:2]
            return wrap(shift(a, b)) if 0 <= b < width else 0

        return shifted
    function = _WORDS[opcode]
    if opcode == "sext" and of == "i1":
        function = _WORDS["neg"]

    def integer(numbers: Sequence[Number]) -> int:
        if len(numbers) == 2:
            return wrap(function(read(numbers[0]), read(numbers[1]), 0))
        a, b, c = (*map(read, numbers), 0, 0)[:3]
        return wrap(function(a, b, c))

    return integer


def _quotient(a: int, b: int) -> int:
    """Return a quotient rounded towards 0, which is 0 for the divisor 0."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else 0


@lru_cache(CACHED)
def _plain(type_: str) -> Callable[[Number], int]:
    """Return the function that makes words without a sign."""
    mask = (1 << _width(type_)) - 1
    return lambda number: int(number) & mask


def _short(number: int) -> int:
    """Return an integer of 53 significant bits that rounds to the same float of type `float`.

    The bits cut off set the last bit, so that rounding once more, from binary64, is right (round to
    odd).
    """
    size = abs(number)
    cut = max(size.bit_length() - 53, 0)
    kept = size >> cut
    kept |= kept << cut != size
    return (kept << cut) * (1 if number >= 0 else -1)


def _rounded(number: float, type_: str) -> float:
    if type_ == "double" or not math.isfinite(number):
        return number
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)
