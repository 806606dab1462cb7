"""A region of a program: declarations, and an ordered tree of loops and statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from programs.loops.affine import Bound, Constraint
from programs.loops.expressions import Access, Expression, opaque, reads
from programs.loops.types import INT, NumberType


@dataclass(frozen=True, slots=True)
class Array:
    """An array of constant extents, in row-major order.

    `initial` are the numbers of a read-only array, such as a table of coefficients, in memory
    order; None if they are an input.
    """

    name: str
    type: NumberType
    extents: tuple[int, ...]
    initial: tuple[int | float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scalar:
    """A variable without subscripts; a local one has no value outside the region."""

    name: str
    type: NumberType
    local: bool = False


@dataclass(frozen=True, slots=True)
class Guard:
    """The condition of a statement: all constraints hold and the predicate is not zero.

    The constraints are evaluated first. `predicate` has the conditions that are not conjunctions of
    affine constraints: data-dependent ones, and disjunctions.
    """

    constraints: tuple[Constraint, ...] = ()
    predicate: Expression | None = None

    @property
    def always(self) -> bool:
        """Whether the statement is unconditional."""
        return not self.constraints and self.predicate is None


ALWAYS = Guard()


# Without slots, as cached properties need a `__dict__`.
@dataclass(frozen=True)
class Statement:
    """`if (guard) target = value`; ids are unique in a region, lines refer to the source."""

    id: str
    target: Access
    value: Expression
    guard: Guard = ALWAYS
    line: int = field(default=0, compare=False)

    @cached_property
    def reads(self) -> tuple[Access, ...]:
        """The possible reads, one per reference, in order: guard, target's subscripts, value."""
        found = reads(self.guard.predicate) if self.guard.predicate is not None else ()
        for subscript in opaque(self.target):
            found += reads(subscript)
        return found + reads(self.value)

    @cached_property
    def accesses(self) -> tuple[Access, ...]:
        """The reads, then the write."""
        return (*self.reads, self.target)


@dataclass(frozen=True, slots=True)
class Loop:
    """`for (index = max(lower); index < min(upper); index += step)`, with a step ≥ 1.

    Bounds are affine in the indices of the surrounding loops.
    """

    index: str
    lower: tuple[Bound, ...]
    upper: tuple[Bound, ...]
    body: tuple[Node, ...]
    step: int = 1
    type: NumberType = INT
    line: int = field(default=0, compare=False)

    def range(self, outer: Mapping[str, int]) -> range:
        """Return the values of the index at a point of the outer indices."""
        lower = max(bound.value(outer) for bound in self.lower)
        return range(lower, min(bound.value(outer) for bound in self.upper), self.step)


Node: TypeAlias = Loop | Statement


@dataclass(frozen=True, slots=True)
class Region:
    """The code between `#pragma PTMAP` and `#pragma ENDMAP`.

    It declares only the used arrays and scalars, in the order of their first use. `source` is the
    file.
    """

    name: str
    arrays: tuple[Array, ...]
    scalars: tuple[Scalar, ...]
    body: tuple[Node, ...]
    source: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    @property
    def declared(self) -> dict[str, Array | Scalar]:
        """All arrays and scalars by name."""
        found: dict[str, Array | Scalar] = {array.name: array for array in self.arrays}
        return found | {scalar.name: scalar for scalar in self.scalars}

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All statements in text order."""
        return tuple(statement for _, statement in instances(self.body))

    def where(self, node: Node) -> str:
        """Return the source location of a loop or statement, for messages."""
        return f"{self.source or self.name}:{node.line}"


def instances(
    body: tuple[Node, ...], outer: tuple[Loop, ...] = ()
) -> Iterator[tuple[tuple[Loop, ...], Statement]]:
    """Yield every statement with the loops around it, outermost first, in text order."""
    for node in body:
        if isinstance(node, Loop):
            yield from instances(node.body, (*outer, node))
        else:
            yield outer, node


def loops_of(body: tuple[Node, ...]) -> Iterator[Loop]:
    """Yield all loops, outer ones first, in text order."""
    for node in body:
        if isinstance(node, Loop):
            yield node
            yield from loops_of(node.body)
