"""Evaluates the expression of an `#if` with 64-bit integers, like C's preprocessor.

Macros and `defined` have been replaced before; a remaining name is 0. A number is signed unless its
suffix or size makes it unsigned; operands skipped by `&&`, `||` and `?:` are parsed only.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from programs.loops import arithmetic
from programs.loops.expressions import COMPARISONS, SHIFTS
from programs.loops.types import LONG, UNSIGNED_LONG, NumberType, common

_TOKEN = re.compile(r"\s*(\w+|\+\+|--|&&|\|\||<<|>>|[<>=!]=|[-+*/%&|^~!<>?:()])")
_NUMBER = re.compile(
    r"(0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|0[0-7]{0,22}|[1-9]\d{0,19})"
    r"([uU]?(?:l|L|ll|LL)?|(?:l|L|ll|LL)[uU])\Z"
)
_NAME = re.compile(r"[A-Za-z_]\w*\Z")
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="),
    ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
"""Binary operators by increasing precedence; all are left-associative."""
_END = ""


class _Number(NamedTuple):
    value: int
    type: NumberType = LONG


def holds(text: str) -> bool:
    """Return whether the expression is not 0.

    Raises `ArithmeticError` with the reason if it is not an integer expression, is nested too
    deeply, or has a division by zero or a shift by less than 0 or more than 63 bits.
    """
    reader = _Reader(_tokens(text))
    try:
        result = reader.choice(live=True)
    except RecursionError:
        raise ArithmeticError("nested too deeply") from None
    reader.expect(_END)
    return bool(result.value)


def _tokens(text: str) -> list[str]:
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise ArithmeticError(f"unexpected '{text[at:].lstrip()[0]}'")
        found.append(token[1])
        at = token.end()
    return [*found, _END]


class _Reader:
    """A recursive-descent evaluator; operands that are not `live` are skipped."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def next(self) -> str:
        token = self.tokens[self.at]
        self.at += token != _END
        return token

    def taken(self, *tokens: str) -> str | None:
        return self.next() if self.tokens[self.at] in tokens else None

    def expect(self, token: str) -> None:
        found = self.next()
        if found != token:
            wanted = f"'{token}'" if token else "the end"
            raise ArithmeticError(f"'{found}' instead of {wanted}" if found else f"no {wanted}")

    def choice(self, live: bool) -> _Number:
        test = self.binary(0, live)
        if not self.taken("?"):
            return test
        one = self.choice(live and bool(test.value))
        self.expect(":")
        two = self.choice(live and not test.value)
        type = common(one.type, two.type)
        return _Number(arithmetic.wrap((one if test.value else two).value, type), type)

    def binary(self, level: int, live: bool) -> _Number:
        if level == len(_LEVELS):
            return self.unary(live)
        left = self.binary(level + 1, live)
        while operator := self.taken(*_LEVELS[level]):
            if operator in ("&&", "||"):
                needed = bool(left.value) == (operator == "&&")
                right = self.binary(level + 1, live and needed)
                left = _Number(int(bool(right.value if needed else left.value)))
            else:
                right = self.binary(level + 1, live)
                left = _combined(operator, left, right, live)
        return left

    def unary(self, live: bool) -> _Number:
        token = self.next()
        if token == "(":
            inside = self.choice(live)
            self.expect(")")
            return inside
        if token in ("+", "-", "~", "!"):
            operand = self.unary(live)
            if token == "+":
                return operand
            type = LONG if token == "!" else operand.type
            return _Number(arithmetic.unary(token, operand.value, type), type)
        return _number(token)


def _combined(operator: str, left: _Number, right: _Number, live: bool) -> _Number:
    type = left.type if operator in SHIFTS else common(left.type, right.type)
    result = LONG if operator in COMPARISONS else type
    if not live:
        return _Number(0, result)
    one = arithmetic.wrap(left.value, type)
    two = right.value if operator in SHIFTS else arithmetic.wrap(right.value, type)
    return _Number(arithmetic.binary(operator, one, two, type), result)


def _number(token: str) -> _Number:
    if _NAME.match(token):
        return _Number(0)
    found = _NUMBER.match(token)
    if found is None:
        raise ArithmeticError(f"unexpected '{token}'" if token else "it ends too early")
    digits = found[1]
    base = 8 if digits.startswith("0") and digits[1:].isdecimal() else 0
    value = int(digits, base)
    if value >> 64:
        raise ArithmeticError(f"'{token}' has more than 64 bits")
    unsigned = "u" in found[2].lower() or value >> 63
    return _Number(value, UNSIGNED_LONG if unsigned else LONG)
