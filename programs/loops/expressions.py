"""Expression trees of statements with C types, and their accesses.

Expressions have no side effects. Conversions are explicit: both operands of a `Binary` have the
same type, except for shifts; comparisons, `!`, `&&` and `||` give an `INT` that is 0 or 1. The
right operand of `&&` and `||`, and the other arm of a `Select`, are evaluated only if needed.
`programs.loops.build` ensures these rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from programs.loops.affine import Affine
from programs.loops.types import INT, NumberType

UNARY = frozenset({"-", "~", "!"})
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
SHIFTS = frozenset({"<<", ">>"})
LOGICAL = frozenset({"&&", "||"})
BINARY = frozenset({"+", "-", "*", "/", "%", "&", "|", "^"}) | COMPARISONS | SHIFTS | LOGICAL
# Functions with their number of arguments; all have the type of their arguments.
INTRINSICS = {"min": 2, "max": 2, "abs": 1, "fabs": 1, "fmin": 2, "fmax": 2, "sqrt": 1}


@dataclass(frozen=True, slots=True)
class Constant:
    """A number: a Python int within the range of an integer type, or a float."""

    value: int | float
    type: NumberType


@dataclass(frozen=True, slots=True)
class Index:
    """The value of an enclosing loop's index, used as data."""

    name: str
    type: NumberType = INT


@dataclass(frozen=True, slots=True)
class Read:
    """The value of an array element or a scalar."""

    access: Access
    type: NumberType


@dataclass(frozen=True, slots=True)
class Unary:
    """One of `UNARY`."""

    operator: str
    operand: Expression
    type: NumberType


@dataclass(frozen=True, slots=True)
class Binary:
    """One of `BINARY`. Integer arithmetic wraps; `/` and `%` round to zero."""

    operator: str
    left: Expression
    right: Expression
    type: NumberType


@dataclass(frozen=True, slots=True)
class Select:
    """`condition ? if_true : if_false`; both arms have this type."""

    condition: Expression
    if_true: Expression
    if_false: Expression
    type: NumberType


@dataclass(frozen=True, slots=True)
class Cast:
    """A conversion to another type."""

    operand: Expression
    type: NumberType


@dataclass(frozen=True, slots=True)
class Call:
    """One of `INTRINSICS`. `min` is `a < b ? a : b`, `max` is `a > b ? a : b`."""

    function: str
    arguments: tuple[Expression, ...]
    type: NumberType


@dataclass(frozen=True, slots=True)
class Opaque:
    """A subscript that is not affine in the loop indices, such as `idx[i]`."""

    expression: Expression


Expression: TypeAlias = Constant | Index | Read | Unary | Binary | Select | Cast | Call
Subscript: TypeAlias = Affine | Opaque


@dataclass(frozen=True, slots=True)
class Access:
    """An array element, or a scalar if it has no subscripts."""

    name: str
    subscripts: tuple[Subscript, ...] = ()


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the operands in order; the operands of a `Read` are its opaque subscripts."""
    match expression:
        case Read(access):
            return opaque(access)
        case Unary(_, operand) | Cast(operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Select(condition, if_true, if_false):
            return (condition, if_true, if_false)
        case Call(_, arguments):
            return arguments
    return ()


def opaque(access: Access) -> tuple[Expression, ...]:
    """Return the expressions in the subscripts of an access."""
    return tuple(s.expression for s in access.subscripts if isinstance(s, Opaque))


def walk(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and all in it, operands first, from left to right."""
    for child in children(expression):
        yield from walk(child)
    yield expression


def reads(expression: Expression) -> tuple[Access, ...]:
    """Return the possible accesses of an evaluation, in order, one per reference."""
    found: list[Access] = []
    _collect(expression, found)
    return tuple(found)


def _collect(expression: Expression, found: list[Access]) -> None:
    for child in children(expression):
        _collect(child, found)
    if isinstance(expression, Read):
        found.append(expression.access)
