"""Instructions on words of a type: integers wrap around, floats are rounded.

As LLVM's language reference defines (Instruction Reference). Integers are signed words of `i1` to
`i64`, of which `i1` is 0 or 1, or unsigned ones of `u1` to `u64`; `ptr` is `i64`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from models.data.dfg import Number
from models.semantics import intrinsics

FLOATS = ("float", "double")


def wrapped(number: Number, type_: str) -> int:
    """Return an integer as a word of its type; a bit is 0 or 1."""
    bits = _width(type_)
    low = int(number) & ((1 << bits) - 1)
    signed = bits > 1 and type_[0] != "u"
    return low - (1 << bits) if signed and low >> (bits - 1) else low


def _width(type_: str) -> int:
    return 64 if type_ == "ptr" else int(type_[1:])


def computed(word: str, type_: str, of: str, numbers: Sequence[Number]) -> Number:
    """Return the result of an instruction on numbers of type `of`.

    Results that the reference leaves undefined are 0. Raises `KeyError` for a word without a
    meaning here, `ValueError` and `OverflowError` for numbers outside its type.
    """
    opcode, _, predicate = word.partition(".")
    if opcode == "icmp":
        own = _unsigned if predicate.startswith("u") else wrapped
        words = [own(int(number), of) for number in numbers]
        return int(_compared(predicate.removeprefix("u").removeprefix("s"), *words))
    if opcode == "fcmp":
        a, b = numbers
        unordered = a != a or b != b
        if predicate in ("ord", "uno"):
            return int(unordered == (predicate == "uno"))
        if unordered:
            return int(predicate[0] == "u")
        return int(_compared(predicate[1:], a, b))
    if opcode in ("mov", "select"):
        return numbers[0] if opcode == "mov" else numbers[1] if numbers[0] else numbers[2]
    if opcode in ("sitofp", "uitofp", "fpext", "fptrunc"):
        number = numbers[0]
        if opcode == "uitofp":
            number = _unsigned(int(number), of)
        if isinstance(number, int) and type_ == "float":
            number = _short(number)
        return _rounded(float(number), type_)
    if opcode in ("fptosi", "fptoui"):
        return wrapped(math.trunc(numbers[0]), type_) if math.isfinite(numbers[0]) else 0
    if opcode == "bitcast" and (type_ in FLOATS) != (of in FLOATS):
        return _same_bits(numbers[0], type_, of)
    if type_ in FLOATS:
        return _rounded(_floating(opcode, numbers, type_), type_)
    if word in intrinsics.INTEGERS:
        a, b = (*(_unsigned(int(number), type_) for number in numbers), 0)[:2]
        return wrapped(intrinsics.INTEGERS[word](a, b, _width(type_)), type_)
    return wrapped(_integer(opcode, type_, of, [wrapped(number, of) for number in numbers]), type_)


def _compared(how: str, a: Number, b: Number) -> bool:
    found = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
    return found[how]


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


def _integer(opcode: str, type_: str, of: str, numbers: list[int]) -> int:
    a, b, c = (*numbers, 0, 0)[:3]
    width = _width(type_)
    if opcode in ("udiv", "urem", "umin", "umax", "lshr"):
        a, b = _unsigned(a, type_), _unsigned(b, type_)
    if opcode in ("sdiv", "udiv", "srem", "urem"):
        if b == 0:
            return 0
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return quotient if opcode.endswith("div") else a - quotient * b
    if opcode in ("shl", "lshr", "ashr"):
        if not 0 <= b < width:
            return 0
        return a << b if opcode == "shl" else a >> b
    if opcode == "zext":
        return _unsigned(a, of)
    simple = {
        "add": a + b, "sub": a - b, "mul": a * b, "and": a & b, "or": a | b, "xor": a ^ b,
        "smin": min(a, b), "smax": max(a, b), "umin": min(a, b), "umax": max(a, b),
        "abs": abs(a), "sext": a, "trunc": a, "neg": -a, "not": ~a, "fma": a * b + c,
        "cmp": (a > b) - (a < b),
    }  # fmt: skip
    if opcode == "sext" and of == "i1":
        return -a
    return simple[opcode]


def _unsigned(number: int, type_: str) -> int:
    return number & ((1 << _width(type_)) - 1)


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
