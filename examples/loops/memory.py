"""Loop bodies that read and write arrays: where the addresses come from is an option.

Arrays are words in one memory, each at a multiple of `SPACE`. An address is the start of an array,
plus an offset, plus a stride times the number of the iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from examples.loops.body import LoopBody, Read
from models.data.dfg import Dfg, Operand
from models.errors import InputError

SPACE = 1 << 12
Addresses = Literal["operations", "inputs", "free"]
ADDRESSES: tuple[Addresses, ...] = ("operations", "inputs", "free")


class ArrayLoop(LoopBody):
    """A loop body with loads and stores.

    `addresses` says what their first operand is: computed from the number of the iteration, by
    `operations` that the copies share where they can; an input of the graph; or an immediate
    operand that costs nothing, for memories that count themselves. Inputs and immediate operands
    are called `A[3+2i]`, for element 3 + 2·i of `A` in iteration i of the unrolled loop.
    """

    def __init__(
        self,
        name: str,
        arrays: tuple[str, ...],
        unroll: int = 1,
        addresses: Addresses = "operations",
    ) -> None:
        if addresses not in ADDRESSES:
            raise InputError(f"unknown addresses '{addresses}'; known: {', '.join(ADDRESSES)}")
        super().__init__(name, unroll)
        self.bases = {array: SPACE * (place + 1) for place, array in enumerate(arrays)}
        self._addresses = addresses
        self._shared: dict[str, str] = {}

    def load(self, array: str, offset: int = 0, stride: int = 1) -> str:
        """Append a load of element `offset` + `stride`·(number of the iteration).

        What does not change during the loop is loaded once for all copies.
        """
        address = self._address(array, offset, stride)
        if stride:
            return self.op("load", address)
        return self._once(f"{array}_{offset}", "load", address)

    def store(self, array: str, value: Read, offset: int = 0, stride: int = 1) -> str:
        """Append a store: operand 0 is the address, operand 1 the value."""
        return self.op("store", self._address(array, offset, stride), value)

    def _address(self, array: str, offset: int, stride: int) -> Read:
        first = offset + stride * self.copy
        start = self.bases[array] + first
        if stride == 0:
            return start
        if self._addresses == "operations":
            return self._once(f"at_{array}_{first}_{stride}", "add", self._scaled(stride), start)
        name = f"{array}[{first}+{stride * self.unroll}i]"
        if self._addresses == "inputs":
            return self._whole_input(name)
        return self._constant(name, start)

    def _scaled(self, stride: int) -> str:
        """Return `stride` times the number of the first copy's iteration."""
        if "i" not in self._shared:
            self._initialise("i", -self.unroll)
            self._once("i", "add", Operand("i", 1), self.unroll)
        return "i" if stride == 1 else self._once(f"i_times_{stride}", "mul", "i", stride)

    def _once(self, name: str, operator: str, *operands: Read) -> str:
        """Append an operation that all copies share, unless there is one of that name."""
        if name not in self._shared:
            self._shared[name] = self._append(name, operator, *operands)
        return self._shared[name]


def unrolled_arrays(
    name: str,
    arrays: tuple[str, ...],
    body: Callable[[ArrayLoop], None],
    unroll: int = 1,
    addresses: Addresses = "operations",
) -> Dfg:
    """Return the graph of `unroll` consecutive iterations of a body on arrays."""
    loop = ArrayLoop(name, arrays, unroll, addresses)
    for loop.copy in range(unroll):
        body(loop)
    return loop.finish()


class WordsInMemory(ArrayLoop):
    """A loop body whose inputs are loads and whose results are stores.

    They are elements 0, 1, … of `x` and `y`; the memory counts iterations itself, as with `free`
    addresses.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}_in_memory", ("x", "y"), addresses="free")
        self._loads = self._stores = 0

    def input(self, name: str) -> str:
        """Append a load of the next word."""
        self._loads += 1
        return self.op("load", self._address("x", self._loads - 1, 1), name=name)

    def result(self, value: str) -> None:
        """Append a store of the next word."""
        self._stores += 1
        self.store("y", value, self._stores - 1)


def body_of(name: str, memory: bool) -> LoopBody:
    """Return a loop body with inputs and results, or with loads and stores."""
    return WordsInMemory(name) if memory else LoopBody(name)
