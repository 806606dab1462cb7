"""The types of numbers in C programs, for machines with an int of 32 and a long of 64 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NAMES = {8: "signed char", 16: "short", 32: "int", 64: "long"}


@dataclass(frozen=True, slots=True)
class NumberType:
    """An integer of 8, 16, 32 or 64 bits in two's complement, or a float of 32 or 64 bits."""

    kind: Literal["int", "float"]
    width: int
    signed: bool = True

    @property
    def is_int(self) -> bool:
        """Whether this is an integer."""
        return self.kind == "int"

    @property
    def dtype(self) -> str:
        """The numpy dtype of this type, such as `int32`."""
        return f"{'' if self.signed else 'u'}{self.kind}{self.width}"

    def __str__(self) -> str:
        """Return the type as C spells it."""
        if not self.is_int:
            return "float" if self.width == 32 else "double"
        if self.signed:
            return NAMES[self.width]
        return "unsigned " + NAMES[self.width].removeprefix("signed ")


INT = NumberType("int", 32)
UNSIGNED = NumberType("int", 32, signed=False)
LONG = NumberType("int", 64)
UNSIGNED_LONG = NumberType("int", 64, signed=False)
FLOAT = NumberType("float", 32)
DOUBLE = NumberType("float", 64)


def promoted(type: NumberType) -> NumberType:
    """Return the promoted type of an operand: integers narrower than int become int."""
    return INT if type.is_int and type.width < 32 else type


def common(left: NumberType, right: NumberType) -> NumberType:
    """Return the type in which C combines two operands (usual arithmetic conversions)."""
    left, right = promoted(left), promoted(right)
    if left.kind != right.kind:
        return right if left.is_int else left
    if left.width != right.width:
        return left if left.width > right.width else right
    return left if not left.signed else right
