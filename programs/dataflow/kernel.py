"""What a pipelined loop becomes: its dataflow graph, and what its operations mean."""

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
    """Where arrays are, as words of one memory, and how far apart their elements."""

    bases: dict[str, int]
    strides: dict[str, tuple[int, ...]]

    def offset(self, access: Access) -> Affine:
        """Return the place of an element in its array, as far as it is affine."""
        total = affine()
        for subscript, stride in zip(access.subscripts, self.strides[access.name], strict=True):
            if isinstance(subscript, Affine):
                total = total + subscript * stride
        return total


def layout(region: Region) -> ArrayLayout:
    """Return arrays and scalars one after another, in the order of their declarations."""
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
    """The loop's index: its value of an iteration ago, plus the step."""


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
    """A constant of the graph whose number is known when the loop begins: that of a term."""

    name: str
    term: int


class Carried(NamedTuple):
    """What an operation's value was before the first iteration: what the memory has then.

    The number of d iterations before, up to `distance`, is the element at `offset` that the index
    of that iteration gives.
    """

    operation: str
    array: str
    offset: Affine
    distance: int


@dataclass(frozen=True, eq=False)
class Kernel:
    """A loop as a graph.

    `outer` are the loops around it, outermost first; `actions` has the meaning of every operation.
    In the graph itself, constants that are `live_in` have stand-ins for numbers (no two the same,
    and none that programs write), and there are no `initial` numbers: `programs.dataflow.run` puts
    in what they are.
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
    """The operation that counts, None where nothing reads the index."""
