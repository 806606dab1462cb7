"""Executes a graph of a loop on numbers and memory, with overlapping iterations.

The schedule is taken from a mapping, or random: operations of several iterations overlap as far as
the edges of the graph allow. A value without a defined result is `open`, and so are values computed
from it, except for a selection of another value. A run is undefined in the first iteration that
exits on an open value, stores it, or uses it as an address.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from models.data.dfg import Number, Operand, Operation
from models.semantics.typed import computed, meaning
from programs.llvm.builder import LoopGraph, copy_name
from programs.llvm.flow import Edge
from programs.llvm.module import Value
from programs.llvm.undefined import poison, undefined
from programs.llvm.words import bits_of, number_of, size_of

ITERATIONS = 200
"""Iteration limit of a run."""

LATEST = 6
"""Maximum random delay of an operation's start in cycles."""

Schedule = tuple[dict[str, int], int]
"""The cycle in which each operation of iteration 0 starts, and the initiation interval."""

_NONE: frozenset[str] = frozenset()


class Outcome(NamedTuple):
    """The end of a run: the exit edge, or None if the run was stopped.

    `values` are the results at that edge, or the next values of the header phis; a run that is not
    `defined` is inconclusive.
    """

    edge: Edge | None
    values: dict[str, Number]
    defined: bool


class _Step(NamedTuple):
    """An operation of a run, and what is the same in all its iterations."""

    operation: Operation
    numbers: list[Number]
    """The numbers that it reads; 0 for those that an operation computes."""
    reads: list[tuple[int, dict[int, Number], int]]
    """The place of each operand that an operation computes, its values and its distance."""
    values: dict[int, Number]
    """Its own values, by iteration."""
    word: str
    condition: str
    """Of a load, a store or an exit: `if`, `unless`, or nothing."""
    parts: tuple[str, ...]
    """Work of a load or a store beside the access: `offset`, `zext`, `sext`, `trunc`."""
    of: str
    """The type of its operands; of a load that extends, the type in memory."""
    type: str
    copy: int
    result: Callable[[Sequence[Number]], Number] | None
    """Its value; None for loads, stores and exits."""
    poison: Callable[[Sequence[Number]], bool] | None
    """Whether it has no defined result; None if it always has one."""


class Run:
    """An execution of a graph on numbers and memory, with randomly overlapping iterations."""

    def __init__(
        self,
        graph: LoopGraph,
        given: dict[Value, Number],
        arenas: list[Any],
        chance: random.Random,
        schedule: Schedule | None,
    ) -> None:
        self.graph, self.dfg = graph, graph.dfg
        self.given = given
        self.arenas = [(ctypes.addressof(arena), len(arena)) for arena in arenas]
        self.ready: dict[str, Number] = {}
        self.open: set[tuple[str, int]] = set()
        """Values without a defined result; those from before the loop are of iteration -1."""
        self.undefined: int | None = None
        """The first iteration that depends on such a value."""
        for name, made in graph.prepared.items():
            numbers = [self._input(o) if isinstance(o, str) else o for o in made.operands]
            if made.opcode == "load":
                self.ready[name] = self.load(int(numbers[0]), made.of)
                continue
            type_ = graph.types[name]
            self.ready[name] = computed(made.opcode, type_, made.of, numbers)
            promised = graph.promised.get(name, _NONE)
            if any((o, -1) in self.open for o in made.operands if isinstance(o, str)) or (
                undefined(made.opcode, type_, made.of, numbers, promised)
            ):
                self.open.add((name, -1))
        self.before = {one.value: one.numbers for one in graph.dfg.initial}
        self.values: dict[str, dict[int, Number]] = {n: {} for n in self.dfg.operation_by_name}
        """The numbers of each operation, by iteration."""
        self.stored: dict[int, str] = {}
        self.starts, self.interval = schedule or _schedule(graph, chance)
        self.rank = {name: chance.random() for name in self.starts}
        self.steps = {each.name: self._step(each) for each in self.dfg.operations}

    def _step(self, operation: Operation) -> _Step:
        """Return an operation, with all that is the same in every iteration."""
        numbers: list[Number] = []
        reads = []
        for place, operand in enumerate(operation.operands):
            made = self.values.get(operand.value)
            numbers.append(self._read(operand.value, 0) if made is None else 0)
            if made is not None:
                reads.append((place, made, operand.distance))
                for distance in range(1, operand.distance + 1):
                    made[-distance] = self._read(operand.value, -distance)
        word = operation.operator.partition("/")[0]
        opcode, *more = word.split(".")
        condition = more.pop() if more and more[-1] in ("if", "unless") else ""
        type_ = self.graph.types[operation.name]
        of = self.dfg.operator_by_name[operation.operator].of or type_
        promised = self.graph.promised.get(operation.name, _NONE)
        effect = opcode in ("load", "store", "br")
        return _Step(
            operation,
            numbers,
            reads,
            self.values[operation.name],
            opcode if effect else word,
            condition,
            tuple(more) if effect else (),
            of,
            type_,
            self.graph.copy.get(operation.name, 0),
            None if effect else meaning(word, type_, of),
            None if effect else poison(word, type_, of, promised),
        )

    def until_exit(self, most: int = ITERATIONS) -> Outcome:
        """Execute until the loop exits, or `most` iterations."""
        left: tuple[int, str] | None = None
        longest = max(self.starts.values())
        by_cycle: dict[int, list[_Step]] = {}
        for name in sorted(self.starts, key=self.rank.__getitem__):
            by_cycle.setdefault(self.starts[name], []).append(self.steps[name])
        copies = self.graph.copies
        last = most // copies
        for cycle in range(last * self.interval + longest + 1):
            oldest = max(0, (cycle - longest) // self.interval)
            for iteration in range(oldest, min(cycle // self.interval + 1, last)):
                for step in by_cycle.get(cycle - iteration * self.interval, ()):
                    here = iteration * copies + step.copy
                    if left is not None and here > left[0]:
                        continue
                    if self._execute(step, iteration) and (left is None or here < left[0]):
                        left = (here, step.operation.name)
            if left is not None and cycle > left[0] // copies * self.interval + longest:
                break
            open_ = self.undefined
            if open_ is not None and cycle > open_ // copies * self.interval + longest:
                return Outcome(None, {}, False)
        if left is None:
            return self._stopped(most)
        edge = self.graph.exits[left[1]]
        places = {
            name: self._place(operand.value, left[0] - operand.distance)
            for name, operand in self.graph.results[edge].items()
        }
        defined = self.undefined is None or self.undefined > left[0]
        defined = defined and not any(self._is_open(*place) for place in places.values())
        return Outcome(edge, {name: self._read(*place) for name, place in places.items()}, defined)

    def _stopped(self, most: int) -> Outcome:
        """Return the next values of the header phis after the last iteration."""
        values = {}
        for name, operand in self.graph.carried.items():
            found: Operand | None = operand
            if not operand.distance and self.graph.copies == 1:
                moved = self.dfg.operation_by_name[operand.value]
                found = moved.operands[0] if moved.operator.startswith("mov") else None
            if found is not None and found.distance:
                place = self._place(found.value, most - found.distance)
                if not self._is_open(*place):
                    values[name] = self._read(*place)
        return Outcome(None, values, self.undefined is None)

    def _place(self, value: str, iteration: int) -> tuple[str, int]:
        """Return the copy of a value that is that of an iteration of the loop, and its own."""
        copies = self.graph.copies
        if copies == 1 or value not in self.graph.copy:
            return value, iteration
        return copy_name(value, iteration % copies), iteration // copies

    def _read(self, value: str, iteration: int) -> Number:
        if value in self.dfg.constant_by_name:
            return self.dfg.constant_by_name[value]
        if iteration < 0 and value in self.before and -iteration <= len(self.before[value]):
            first = self.before[value][-iteration - 1]
            return self._input(first) if isinstance(first, str) else first
        if value in self.dfg.inputs:
            return self._input(value)
        return 0 if iteration < 0 else self.values[value][iteration]

    def _is_open(self, value: str, iteration: int) -> bool:
        if not self.open:
            return False
        if iteration < 0 and value in self.before and -iteration <= len(self.before[value]):
            first = self.before[value][-iteration - 1]
            return (first, -1) in self.open
        return (value, -1 if value in self.ready else iteration) in self.open

    def _input(self, name: str) -> Number:
        return self.ready[name] if name in self.ready else self.given[self.graph.inputs[name]]

    def _execute(self, step: _Step, iteration: int) -> bool:
        """Execute an operation; return whether it exits the loop."""
        numbers = step.numbers.copy()
        for place, values, distance in step.reads:
            numbers[place] = values[iteration - distance]
        open_: list[bool] = []
        if self.open:
            operands = step.operation.operands
            open_ = [self._is_open(o.value, iteration - o.distance) for o in operands]
        if step.result is None:
            return self._effect(step, iteration, numbers, open_)
        step.values[iteration] = step.result(numbers)
        if (step.poison is not None and step.poison(numbers)) or (
            open_ and _spreads(step.word, step.type, numbers, open_)
        ):
            self.open.add((step.operation.name, iteration))
        return False

    def _effect(
        self, step: _Step, iteration: int, numbers: list[Number], open_: list[bool]
    ) -> bool:
        """Load, store or leave; return whether it exits the loop."""
        here = iteration * self.graph.copies + step.copy
        if step.word == "br":
            self._need(open_, here)
            return bool(numbers[0]) != (step.condition == "unless")
        active = True
        if step.condition:
            self._need(open_[:1], here)
            active = bool(numbers.pop(0)) == (step.condition == "if")
            open_ = open_[1:]
        if active:
            self._need(open_, here)
        address = int(numbers[0])
        if "offset" in step.parts:
            address = int(computed("add", "ptr", "ptr", (numbers[0], numbers.pop())))
        if step.word == "load":
            step.values[iteration] = self._loaded(address, step) if active else 0
        elif active:
            number = numbers[1]
            if "trunc" in step.parts:
                number = computed("trunc", step.type, step.of, (number,))
            self.store(address, number, step.type)
        return False

    def _loaded(self, address: int, step: _Step) -> Number:
        """Return the word at an address, extended if the load does that."""
        for how in ("zext", "sext"):
            if how in step.parts:
                return computed(how, step.type, step.of, (self.load(address, step.of),))
        return self.load(address, step.type)

    def _need(self, open_: list[bool], iteration: int) -> None:
        """Record an iteration that depends on open operands."""
        if any(open_) and (self.undefined is None or iteration < self.undefined):
            self.undefined = iteration

    def load(self, address: int, type_: str) -> Number:
        """Return the word at an address, 0 outside the memory."""
        size = size_of(type_)
        if not self._inside(address, size):
            return 0
        return number_of(int.from_bytes(ctypes.string_at(address, size), "little"), type_)

    def store(self, address: int, number: Number, type_: str) -> None:
        """Store a word at an address; ignore addresses outside the memory."""
        size = size_of(type_)
        if self._inside(address, size):
            bits = bits_of(number, type_) & ((1 << 8 * size) - 1)
            ctypes.memmove(address, bits.to_bytes(size, "little"), size)
            self.stored[address] = type_

    def _inside(self, address: int, size: int) -> bool:
        return any([first <= address <= first + length - size for first, length in self.arenas])


def _spreads(word: str, type_: str, numbers: list[Number], open_: list[bool]) -> bool:
    """Return whether an open operand makes a result open."""
    if not any(open_):
        return False
    if word == "select":
        return open_[0] or open_[1 if numbers[0] else 2]
    if word in ("and", "or") and type_ == "i1":
        # The predicate of an unexecuted block dominates the conditions inside it.
        decides = int(word == "or")
        pairs = zip(numbers, open_, strict=True)
        return not any(number == decides and not each for number, each in pairs)
    return True


def _schedule(graph: LoopGraph, chance: random.Random) -> Schedule:
    """Return random starts, and an II that satisfies all edges."""
    dfg = graph.dfg
    edges = [
        (operand.value, operation.name, operand.distance)
        for operation in dfg.operations
        for operand in operation.operands
        if operand.value in dfg.operation_by_name
    ]
    edges += [(edge.before, edge.after, edge.distance) for edge in dfg.order]
    starts = {operation.name: chance.randrange(LATEST) for operation in dfg.operations}
    for _ in dfg.operations:
        for before, after, distance in edges:
            if distance == 0:
                starts[after] = max(starts[after], starts[before] + 1)
    interval = 1
    for before, after, distance in edges:
        if distance:
            interval = max(interval, -(-(starts[before] + 1 - starts[after]) // distance))
    return starts, interval
