"""Instructions without a defined result, by the LLVM language reference.

An instruction may promise more than its operands show: that a sum does not wrap around (`nsw`,
`nuw`), that a quotient is `exact`. A broken promise, and a number that does not fit, make the
result poison: a program that uses it has undefined behaviour.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from functools import lru_cache

from models.data.dfg import Number
from models.semantics.typed import CACHED

PROMISES = frozenset("nsw nuw nusw exact disjoint nneg samesign".split())
"""Flags of LLVM instructions that exclude operands or results, such as wrapping."""

NO_ZERO, NO_LEAST, NO_SIGN = "zero is poison", "least is poison", "zeros are alike"
"""Promises of functions.

An operand is not 0; it is not the least number of its type; of two zeros, either may be taken.
"""

_SUMS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}

_PARTIAL = frozenset("fptosi fptoui sdiv udiv srem urem shl lshr ashr".split())
"""Instructions without a result on some operands, with or without flags."""


def undefined(
    word: str, type_: str, of: str, numbers: Sequence[Number], promised: frozenset[str]
) -> bool:
    """Whether an instruction with the flags `promised` has no defined result.

    Operands have type `of`.
    """
    opcode = word.partition(".")[0]
    if not promised and opcode not in _PARTIAL:
        return False
    if opcode in ("fptosi", "fptoui"):
        number = numbers[0]
        return not math.isfinite(number) or not _fits(math.trunc(number), type_, opcode[-2] == "s")
    if NO_SIGN in promised and numbers[0] == numbers[1] == 0:
        return math.copysign(1, numbers[0]) != math.copysign(1, numbers[1])
    if any(isinstance(number, float) for number in numbers) or not numbers:
        return False
    signed = [_word(int(number), of, True) for number in numbers]
    plain = [_word(int(number), of, False) for number in numbers]
    if opcode in ("sdiv", "srem", "udiv", "urem"):
        return _quotient(opcode, signed, plain, of, "exact" in promised)
    if opcode in ("shl", "lshr", "ashr"):
        by = plain[1]
        if by >= _bits(type_):
            return True
        if opcode != "shl":
            return "exact" in promised and bool(plain[0] & ((1 << by) - 1))
        return _wraps(signed[0] << by, plain[0] << by, type_, promised)
    match opcode:
        case "add" if "nusw" in promised:
            return not 0 <= plain[0] + signed[1] < 1 << _bits(type_)
        case "add":
            return _wraps(sum(signed), sum(plain), type_, promised)
        case "sub":
            return _wraps(signed[0] - signed[1], plain[0] - plain[1], type_, promised)
        case "mul":
            return _wraps(math.prod(signed), math.prod(plain), type_, promised)
        case "trunc":
            return _wraps(signed[0], plain[0], type_, promised)
        case "zext" | "uitofp":
            return "nneg" in promised and signed[0] < 0
        case "or":
            return "disjoint" in promised and bool(plain[0] & plain[1])
        case "icmp":
            return "samesign" in promised and (signed[0] < 0) != (signed[1] < 0)
    return (NO_ZERO in promised and plain[0] == 0) or (
        NO_LEAST in promised and plain[0] == 1 << (_bits(of) - 1)
    )


@lru_cache(CACHED)
def poison(
    word: str, type_: str, of: str, promised: frozenset[str]
) -> Callable[[Sequence[Number]], bool] | None:
    """Return the function of `undefined` for an instruction, None if it is always False."""
    if not promised and word.partition(".")[0] not in _PARTIAL:
        return None
    if word not in _SUMS or not promised <= {"nsw", "nuw"}:
        return lambda numbers: undefined(word, type_, of, numbers, promised)
    total, half, mask = _SUMS[word], 1 << (_bits(type_) - 1), (1 << _bits(of)) - 1
    top = (mask + 1) >> 1
    signed, plain = "nsw" in promised, "nuw" in promised

    def wraps(numbers: Sequence[Number]) -> bool:
        a, b = int(numbers[0]) & mask, int(numbers[1]) & mask
        if plain and not 0 <= total(a, b) < 2 * half:
            return True
        return signed and not -half <= total((a ^ top) - top, (b ^ top) - top) < half

    return wraps


def _bits(type_: str) -> int:
    return 64 if type_ == "ptr" else int(type_[1:])


def _word(number: int, type_: str, signed: bool) -> int:
    """Return a word with or without a sign; a bit with one is 0 or -1."""
    low = number & ((1 << _bits(type_)) - 1)
    return low - (1 << _bits(type_)) if signed and low >> (_bits(type_) - 1) else low


def _fits(number: int, type_: str, signed: bool) -> bool:
    half = 1 << (_bits(type_) - 1)
    return -half <= number < half if signed else 0 <= number < 2 * half


def _wraps(signed: int, plain: int, type_: str, promised: frozenset[str]) -> bool:
    """Whether a result does not fit its type although a flag `nsw` or `nuw` requires it."""
    return ("nsw" in promised and not _fits(signed, type_, True)) or (
        "nuw" in promised and not _fits(plain, type_, False)
    )


def _quotient(opcode: str, signed: list[int], plain: list[int], of: str, exact: bool) -> bool:
    if plain[1] == 0:
        return True
    if opcode[0] == "s" and signed[1] == -1 and plain[0] == 1 << (_bits(of) - 1):
        return True
    pair = signed if opcode[0] == "s" else plain
    return exact and pair[0] % pair[1] != 0
