"""The kernel of a pipelined loop: its dataflow graph and the semantics of its operations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from models.data.dfg import Dfg
from programs.dataflow.opcodes import Work
from programs.dataflow.terms import Term
from programs.loops.affine import Affine, affine
from programs.loops.expressions import Access
from programs.loops.region import Array, Loop, Region


@dataclass(frozen=True, slots=True)
class ArrayLayout:
    """The base addresses and strides of arrays, in words of one memory."""

    bases: dict[str, int]
    strides: dict[str, tuple[int, ...]]

    def offset(self, access: Access) -> Affine:
        """Return the affine part of an element's offset in its array."""
        total = affine()
        for subscript, stride in zip(access.subscripts, self.strides[access.name], strict=True):
            if isinstance(subscript, Affine):
                total = total + subscript * stride
        return total


def layout(region: Region) -> ArrayLayout:
    """Return a layout of arrays and scalars in the order of their declarations."""
    bases: dict[str, int] = {}
    strides: dict[str, tuple[int, ...]] = {}
    free = 0
    for name, declared in region.declared.items():
        steps, size = list[int](), 1
        for extent in reversed(declared.extents if isinstance(declared, Array) else ()):
            steps.insert(0, size)
            size *= extent
        bases[name], strides[name] = free, tuple(steps)
        free += size
    return ArrayLayout(bases, strides)


class Count(NamedTuple):
    """The loop's index: its value of the previous iteration plus the step."""


class Branch(NamedTuple):
    """Whether another iteration follows: the index is less than its last value."""


class Memory(NamedTuple):
    """A load, or a store, of the element at `offset` (of all indices) plus the address operand.

    The order of the operands is: address, value, predicate.
    """

    array: str
    offset: Affine
    write: bool
    address: bool
    predicate: bool = False


Action: TypeAlias = Count | Branch | Memory | Work


class LiveIn(NamedTuple):
    """A constant of the graph: the value of an invariant term at the start of the loop."""

    name: str
    term: int


class Carried(NamedTuple):
    """The initial numbers of an operation, read from memory before the first iteration.

    The number of d iterations before the first, up to `distance`, is the element at `offset` for
    the index of that iteration.
    """

    operation: str
    array: str
    offset: Affine
    distance: int


@dataclass(frozen=True, eq=False)
class Kernel:
    """A loop as a dataflow graph.

    `outer` are the loops around it, outermost first; `actions` has the semantics of each operation.
    In the graph, `live_in` constants have distinct placeholder numbers that programs do not use,
    and `initial` numbers are absent; `programs.dataflow.run` fills in both.
    """

    region: Region
    layout: ArrayLayout
    loop: Loop
    outer: tuple[Loop, ...]
    dfg: Dfg
    terms: tuple[Term, ...]
    actions: dict[str, Action]
    live_in: tuple[LiveIn, ...]
    carried: tuple[Carried, ...]
    counter: str | None
    """The operation that counts, None if no operation reads the index."""
