"""The builder of loop bodies: operations, loop-carried operands, initial numbers, unrolling."""

from __future__ import annotations

from collections.abc import Callable

from examples.arrays import at_least, require_sized
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation
from models.semantics.opcodes import operator_of

Read = str | int | Operand  # a value of this iteration, an immediate number, a loop-carried value
WORD = 0xFFFFFFFF


class LoopBody:
    """Collects the operations of `unroll` consecutive iterations; `copy` is the current one.

    Names that methods take are those of one iteration. Copy k of value `s` is called `s_k`, or `s`
    when nothing is unrolled; methods that return a name return that one.
    """

    def __init__(self, name: str, unroll: int = 1) -> None:
        self.unroll = at_least(unroll, 1, "unroll factor")
        require_sized(unroll)
        self.name = name if unroll == 1 else f"{name}_x{unroll}"
        self.copy = 0
        self._inputs: dict[str, None] = {}
        self._constants: dict[str, Constant] = {}
        self._operations: list[Operation] = []
        self._initial: dict[str, tuple[int, ...]] = {}
        self._results: dict[str, None] = {}
        self._counts: dict[str, int] = {}

    def input(self, name: str) -> str:
        """Return an input that brings another number in every iteration."""
        return self._whole_input(self._named(name, self.copy))

    def op(self, operator: str, *operands: Read, name: str = "") -> str:
        """Append an operation; without a name it gets the operator's, and a number."""
        if not name:
            key = self._named(operator, self.copy)
            name = f"{operator}{self._counts.get(key, 0)}"
            self._counts[key] = self._counts.get(key, 0) + 1
        return self._append(self._named(name, self.copy), operator, *operands)

    def previous(self, name: str, distance: int = 1) -> Operand:
        """Return what value `name` was `distance` iterations ago; it may be defined later."""
        back, copy = divmod(self.copy - distance, self.unroll)
        return Operand(self._named(name, copy), -back)

    def initial(self, name: str, *numbers: int) -> None:
        """Say what value `name` was before the loop: 1, 2, … iterations before the first one."""
        first = self.unroll - self.copy  # copy k of the last unrolled iteration is so long ago
        own = numbers[first - 1 :: self.unroll]
        if own:
            self._initialise(self._named(name, self.copy), *own)

    def carry(self, name: str, operator: str, operand: Read, start: int = 0) -> str:
        """Append `name` = `operator`(`name` of one iteration ago, `operand`), first `start`."""
        self.initial(name, start)
        return self.op(operator, self.previous(name), operand, name=name)

    def word(self, value: Read, name: str = "") -> str:
        """Append the mask that keeps the low 32 bits."""
        return self.op("and", value, WORD, name=name)

    def rotate(self, value: Read, left: int) -> str:
        """Append a rotation of a 32-bit word to the left; bits above the word are not cleared."""
        up = self.op("shl", value, left)
        return self.op("or", up, self.op("shr", value, 32 - left))

    def total(self, terms: list[str], operator: str = "add", name: str = "") -> str:
        """Append a balanced tree of `operator` over at least two terms; its root is `name`."""
        while len(terms) > 2:
            pairs = zip(terms[::2], terms[1::2], strict=False)
            joined = [self.op(operator, *pair) for pair in pairs]
            terms = joined + terms[len(joined) * 2 :]
        return self.op(operator, *terms, name=name)

    def clamp(self, value: str, low: int, high: int, name: str = "") -> str:
        """Append the saturation of a value: two comparisons, two selections."""
        above, below = self.op("gt", value, high), self.op("lt", value, low)
        return self.op("select", below, low, self.op("select", above, high, value), name=name)

    def result(self, value: str) -> None:
        """Deliver a value in every iteration."""
        self._results[value] = None

    def final(self, value: str) -> None:
        """Deliver a running value: of the copies, only what the last one makes of it."""
        if self.copy == self.unroll - 1:
            self.result(value)

    def finish(self) -> Dfg:
        """Return the graph, with those initial numbers that are read."""
        used = {step.operator: len(step.operands) for step in self._operations}
        reach: dict[str, int] = {}
        for step in self._operations:
            for read in step.operands:
                reach[read.value] = max(read.distance, reach.get(read.value, 0))
        initial = [
            Initial(value, numbers[: reach[value]])
            for value, numbers in self._initial.items()
            if reach.get(value, 0)
        ]
        return Dfg(
            name=self.name,
            operators=tuple(operator_of(name, arity) for name, arity in used.items()),
            inputs=tuple(self._inputs),
            operations=tuple(self._operations),
            results=tuple(self._results),
            constants=tuple(self._constants.values()),
            initial=tuple(initial),
        )

    def _named(self, name: str, copy: int) -> str:
        return name if self.unroll == 1 else f"{name}_{copy}"

    def _whole_input(self, name: str) -> str:
        self._inputs[name] = None
        return name

    def _initialise(self, name: str, *numbers: int) -> None:
        self._initial[name] = numbers

    def _constant(self, name: str, number: int) -> str:
        self._constants[name] = Constant(name, number)
        return name

    def _append(self, name: str, operator: str, *operands: Read) -> str:
        reads = tuple(map(self._operand, operands))
        self._operations.append(Operation(name, operator, reads))
        return name

    def _operand(self, read: Read) -> Operand:
        if isinstance(read, int):
            sign = "minus_" if read < 0 else ""
            return Operand(self._constant(f"const_{sign}{abs(read)}", read))
        return read if isinstance(read, Operand) else Operand(read)


def unrolled(name: str, body: Callable[[LoopBody], None], unroll: int = 1) -> Dfg:
    """Return the graph of `unroll` consecutive iterations of a body."""
    loop = LoopBody(name, unroll)
    for loop.copy in range(unroll):
        body(loop)
    return loop.finish()
