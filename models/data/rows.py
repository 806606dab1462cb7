"""The rows of a dataflow graph: operators, operations, edges, and facts on their origin."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

Number = int | float


class Operator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the operator table.

    `latency` is the cycles from issue until the result can be stored: 1 stores it at the end
    of the issue cycle. `effect` marks operations that must be executed exactly once. Results are
    words of `type`: `i32` signed, `u8` unsigned, `float`, `double` or `ptr`; without one they are
    as wide as they need. `of` is the type of the operands, where that is another one. One opcode
    of several types is several operators: `add`, and `add/i64`.
    """

    name: str
    arity: int
    commutative: bool = False
    associative: bool = False
    latency: int = 1
    effect: bool = False
    type: str | None = None
    of: str | None = None


TYPE = re.compile(r"[iu](?:[1-9]|[1-5]\d|6[0-4])|float|double|ptr")
"""Types of words."""


class Operand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value read by an operation; `distance` d means the value of d iterations ago."""

    value: str
    distance: int = 0


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value computed by `operator` from ordered operands; `name` is also the value's name."""

    name: str
    operator: str
    operands: tuple[Operand, ...] = ()


class Constant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An immediate operand: readable everywhere, at any time, at no cost."""

    name: str
    value: Number


class OrderEdge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`after` may start only when `before`, of `distance` iterations ago, has completed."""

    before: str
    after: str
    distance: int = 0


class Priority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`then` is issued only after the cycle in which `first` is complete (`>`), or not before
    that cycle (`>=`).
    """

    first: str
    then: str
    sign: Literal[">", ">="] = ">"


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A multi-node operation as a prefix expression; `_` is a free operand: `+ _ * _ _`."""

    name: str
    expression: tuple[str, ...]


class Initial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values before iteration 0: `numbers[d-1]` is the value d iterations before.

    The name of an input stands for the number that it has in iteration 0.
    """

    value: str
    numbers: tuple[Number | str, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line of a source file that an operation was written in: `sum.c:12`."""

    operation: str
    line: str


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an input is before the loop, by the arguments of its function: `x + 4 * sext(n)`."""

    input: str
    formula: str


class Rewrite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operation of the program that the graph does without, or that it computes otherwise.

    `by` is what is read instead, `line` where the operation was written.
    """

    kind: Literal["hoisted", "reused", "equal", "address", "exit", "last", "folded"]
    operation: str
    by: Operand | None = None
    line: str | None = None
