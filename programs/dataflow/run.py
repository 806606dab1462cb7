"""One execution of a loop's dataflow graph on numbers and on a memory.

The evaluation of `models` has no memory and no C semantics of numbers: here `Work` computes
numbers, and loads and stores happen in a given order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from models.data.dfg import Dfg, Initial, Number
from programs.dataflow.kernel import Branch, Count, Kernel, Memory
from programs.dataflow.opcodes import Value
from programs.dataflow.terms import Apply, Cell, Immediate, Last, Outside
from programs.loops.affine import Affine
from programs.loops.errors import ProgramError
from programs.loops.region import Array

Cells: TypeAlias = dict[str, list[Any]]
"""Arrays and scalars by name, flat; None is an undefined number."""


class Instance(NamedTuple):
    """An operation in an iteration."""

    operation: str
    iteration: int


Order: TypeAlias = Callable[[Kernel, int], Iterable[tuple[Instance, bool]]]
"""Yields the loads and stores of a number of iterations in chronological order.

The flag of each is true for the completion of a store, false for the begin of an access.
"""


def text_order(kernel: Kernel, iterations: int) -> Iterable[tuple[Instance, bool]]:
    """Yield loads and stores in program order, one iteration after another."""
    for n in range(iterations):
        for name in kernel.dfg.schedule_order:
            action = kernel.actions[name]
            if isinstance(action, Memory):
                yield Instance(name, n), False
                if action.write:
                    yield Instance(name, n), True


class Execution:
    """One execution of a loop: `point` are the indices around it, `memory` is changed.

    `rows` are the numbers of all operations by iteration afterwards.
    """

    def __init__(self, kernel: Kernel, memory: Cells, point: Mapping[str, int]) -> None:
        self.kernel, self.memory, self.point = kernel, memory, dict(point)
        self.indices = kernel.loop.range(point)
        self.constants: dict[str, Value] = dict(kernel.dfg.constant_by_name)
        invariants = _Invariants(self)
        for live in kernel.live_in:
            self.constants[live.name] = invariants.value(live.term)
        self.earlier: dict[tuple[str, int], Value] = {}
        for carried in kernel.carried:
            for back in range(1, carried.distance + 1):
                place = self.place(carried.offset, -back)
                self.earlier[carried.operation, -back] = self.load(carried.array, place)
        if kernel.counter is not None:
            self.earlier[kernel.counter, -1] = self.indices.start - self.indices.step
        self.rows: list[dict[str, Value]] = [{} for _ in self.indices]
        self._pending: dict[Instance, tuple[str, int, Value] | None] = {}

    def run(self, order: Order = text_order) -> None:
        """Execute all iterations. Raises `ProgramError` for undefined behaviour in C.

        Loads and stores happen in the given order, other operations on demand.
        """
        for instance, completes in order(self.kernel, len(self.indices)):
            if completes:
                self.complete(instance)
            else:
                self.number(instance.operation, instance.iteration)
        for n in range(len(self.indices)):
            for name in self.kernel.dfg.schedule_order:
                self.number(name, n)

    def number(self, name: str, iteration: int) -> Value:
        """Return the number of an operation, executing it on demand."""
        if iteration < 0:
            return self.earlier.get((name, iteration))
        row = self.rows[iteration]
        if name not in row:
            row[name] = self.execute(name, iteration)
        return row[name]

    def execute(self, name: str, iteration: int) -> Value:
        """Return the result of an operation, after executing its operands."""
        kernel, dfg = self.kernel, self.kernel.dfg
        numbers = [
            self.constants[operand.value]
            if operand.value in self.constants
            else self.number(operand.value, iteration - operand.distance)
            for operand in dfg.operation_by_name[name].operands
        ]
        match kernel.actions[name]:
            case Count():
                assert numbers[0] is not None and numbers[1] is not None
                return numbers[0] + numbers[1]
            case Branch():
                assert numbers[0] is not None and numbers[1] is not None
                return int(numbers[0] < numbers[1])
            case Memory() as memory:
                return self.access(name, iteration, memory, numbers)
            case work:
                return work.result(numbers)

    def access(self, name: str, iteration: int, memory: Memory, numbers: list[Value]) -> Value:
        """Return the loaded number; a store begins, and returns 0."""
        place: Value = self.place(memory.offset, iteration)
        if memory.address:
            place = None if numbers[0] is None else int(place or 0) + int(numbers[0])
        if not memory.write:
            return self.load(memory.array, place)
        value, instance = numbers[int(memory.address)], Instance(name, iteration)
        self._pending[instance] = None
        if memory.predicate:
            if numbers[-1] is None:
                raise self.undefined("a condition is not defined")
            if not numbers[-1]:
                return 0
        cells = self.memory[memory.array]
        if place is None or not 0 <= place < len(cells):
            raise self.undefined(f"a subscript of '{memory.array}' is outside of its extents")
        if value is None and isinstance(self.kernel.region.declared[memory.array], Array):
            raise self.undefined(f"what is stored to '{memory.array}' is not defined")
        self._pending[instance] = (memory.array, int(place), value)
        return 0

    def complete(self, instance: Instance) -> None:
        """Write the memory for a store that has begun."""
        pending = self._pending.pop(instance)
        if pending is not None:
            array, place, value = pending
            self.memory[array][place] = value

    def load(self, array: str, place: Value) -> Value:
        """Return the number in memory; outside the array it is arbitrary."""
        cells = self.memory[array]
        return cells[int(place)] if place is not None and 0 <= place < len(cells) else None

    def place(self, offset: Affine, iteration: int) -> int:
        """Return the value of an affine offset in an iteration."""
        index = self.indices.start + self.indices.step * iteration
        return offset.value({**self.point, self.kernel.loop.index: index})

    def undefined(self, what: str) -> ProgramError:
        """Return the error for undefined behaviour in C."""
        region, loop = self.kernel.region, self.kernel.loop
        return ProgramError(f"{what}, in loop '{loop.index}'", region.where(loop))

    def bound(self) -> Dfg:
        """Return the graph with the actual numbers of constants and carried values."""
        dfg = self.kernel.dfg
        constants = tuple(replace(c, value=_known(self.constants[c.name])) for c in dfg.constants)
        reach: dict[str, int] = {}
        for name, iteration in self.earlier:
            reach[name] = max(reach.get(name, 0), -iteration)
        initial = tuple(
            Initial(name, tuple(_known(self.earlier[name, -d]) for d in range(1, far + 1)))
            for name, far in reach.items()
        )
        return replace(dfg, constants=constants, initial=initial)

    def given(self, iterations: int) -> dict[str, list[Number]]:
        """Return the numbers of all operations in the first iterations."""
        return {
            operation.name: [_known(row[operation.name]) for row in self.rows[:iterations]]
            for operation in self.kernel.dfg.operations
        }


def _known(value: Value) -> Number:
    return 0 if value is None else value


class _Invariants:
    """The numbers of loop-invariant terms."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.known: dict[int, Value] = {}

    def value(self, number: int) -> Value:
        if number not in self.known:
            self.known[number] = self.compute(number)
        return self.known[number]

    def compute(self, number: int) -> Value:
        execution = self.execution
        match execution.kernel.terms[number]:
            case Immediate(value):
                return value
            case Outside(value):
                return value.value(execution.point)
            case Last():
                return execution.indices[-1] if execution.indices else 0
            case Cell(access):
                offset = execution.kernel.layout.offset(access)
                return execution.load(access.name, offset.value(execution.point))
            case Apply(work, operands):
                return work.result([self.value(operand) for operand in operands])
        raise AssertionError("no invariant")
