"""Types of compiled functions: numbers, arrays, tuples, and named tuples of these.

The types of parameters, fields and results are those of their annotations. Those of local variables
follow from what is assigned to them, and the number of axes of an array from its indices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

INT, FLOAT, BOOL, NONE = "int64_t", "double", "bool", "void"
"""Numbers, by their names in C, and no result."""


class TranslationError(Exception):
    """A compiled function has what cannot be compiled; the message says where and what."""


class Element(NamedTuple):
    """What an array consists of."""

    c: str
    """Its type in C."""
    codes: str
    """The letters of its format as the buffer protocol has it; the sizes have to be equal, too."""
    number: str
    """The type of number with which one computes."""


ELEMENTS = {
    "np.int64": Element("int64_t", "lq", INT),
    "np.int32": Element("int32_t", "il", INT),
    "np.uint8": Element("uint8_t", "B", INT),
    "np.float64": Element("double", "d", FLOAT),
    "np.float32": Element("float", "f", FLOAT),
    "np.bool_": Element("bool", "?", BOOL),
    "bytes": Element("const uint8_t", "B", INT),
    "bytearray": Element("uint8_t", "B", INT),
    "'i'": Element("int32_t", "il", INT),
    "'q'": Element("int64_t", "lq", INT),
}


@dataclass(eq=False)
class Array:
    """An array, row by row in memory; `axes` is the number of its indices, 0 where it has none."""

    element: Element
    axes: int = 0

    @property
    def c(self) -> str:
        """Return the name of the struct with its address and shape."""
        return f"{self.element.c.removeprefix('const ')}_{self.axes}" + (
            "_const" if self.element.c.startswith("const") else ""
        )

    def join(self, other: Array) -> None:
        """Have both the same number of axes."""
        self.axes = other.axes = max(self.axes, other.axes)


@dataclass(frozen=True)
class Tuple:
    """Numbers without names, such as a result of two."""

    items: tuple[str, ...]

    @property
    def c(self) -> str:
        """Return the name of its struct."""
        return "tuple_" + "_".join(self.items)


@dataclass(eq=False)
class Record:
    """A named tuple; functions get its address."""

    name: str
    fields: dict[str, Type] = field(default_factory=dict)

    @property
    def c(self) -> str:
        """Return the name of its struct."""
        return self.name


Type: TypeAlias = str | Array | Tuple | Record


def c_name(kind: Type) -> str:
    """Return the type in C of a variable or a field."""
    return kind if isinstance(kind, str) else kind.c


def parameter(kind: Type) -> str:
    """Return the type in C of a parameter, or of a local name for one."""
    return f"const {kind.c} *" if isinstance(kind, Record) else c_name(kind)


def joined(first: Type | None, second: Type) -> Type:
    """Return the type of a variable that gets values of both types."""
    if first is None or first == second or first is second:
        return second
    if isinstance(first, Array) and isinstance(second, Array) and first.element == second.element:
        first.join(second)
        return first
    numbers = (BOOL, INT, FLOAT)
    if isinstance(first, str) and isinstance(second, str) and {first, second} <= set(numbers):
        return max(first, second, key=numbers.index)
    raise TranslationError(f"one name is of two types: {c_name(first)} and {c_name(second)}")
