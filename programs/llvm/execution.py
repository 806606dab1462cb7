"""A graph of a loop executed on numbers and memory, with iterations overlapped.

The schedule is that of a mapping, or drawn at random: operations of several iterations overlap as
far as the edges of the graph allow.
"""

from __future__ import annotations

import ctypes
import random
from typing import Any

from models.data.dfg import Number
from models.semantics.typed import computed
from programs.llvm.builder import LoopGraph
from programs.llvm.module import Value
from programs.llvm.outlined import ARENA
from programs.llvm.words import bits_of, number_of, size_of

ITERATIONS = 200
"""A run that takes more is given up."""

LATEST = 6
"""An operation of a random schedule starts so many cycles after it could."""

Schedule = tuple[dict[str, int], int]
"""The cycle in which each operation of iteration 0 starts, and the initiation interval."""


class Run:
    """A graph that is executed on numbers and memory, iterations overlapped at random."""

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
        self.arenas = [(ctypes.addressof(arena), ARENA) for arena in arenas]
        self.ready: dict[str, Number] = {}
        for name, made in graph.prepared.items():
            numbers = [self._input(o) if isinstance(o, str) else o for o in made.operands]
            if made.opcode == "load":
                self.ready[name] = self._load(int(numbers[0]), made.of)
            else:
                self.ready[name] = computed(made.opcode, graph.types[name], made.of, numbers)
        self.before = {one.value: one.numbers for one in graph.dfg.initial}
        self.values: dict[tuple[str, int], Number] = {}
        self.stored: dict[int, str] = {}
        self.starts, self.interval = schedule or _schedule(graph, chance)
        self.rank = {name: chance.random() for name in self.starts}

    def until_exit(self) -> tuple[tuple[str, str] | None, dict[str, Number]]:
        """Execute until the loop is left; return the edge and the results."""
        left: tuple[int, str] | None = None
        longest = max(self.starts.values())
        by_cycle: dict[int, list[str]] = {}
        for name, start in self.starts.items():
            by_cycle.setdefault(start, []).append(name)
        for cycle in range((ITERATIONS + 1) * self.interval + longest + 1):
            oldest = max(0, (cycle - longest) // self.interval)
            events = [
                (iteration, self.rank[name], name)
                for iteration in range(oldest, cycle // self.interval + 1)
                for name in by_cycle.get(cycle - iteration * self.interval, ())
            ]
            for iteration, _, name in sorted(events):
                if left is not None and iteration > left[0]:
                    continue
                if self._execute(name, iteration) and (left is None or iteration < left[0]):
                    left = (iteration, name)
            if left is not None and cycle > left[0] * self.interval + longest:
                edge = self.graph.exits[left[1]]
                return edge, {
                    name: self._read(operand.value, left[0] - operand.distance)
                    for name, operand in self.graph.results[edge].items()
                }
        return None, {}

    def _read(self, value: str, iteration: int) -> Number:
        if value in self.dfg.constant_by_name:
            return self.dfg.constant_by_name[value]
        if iteration < 0 and value in self.before and -iteration <= len(self.before[value]):
            first = self.before[value][-iteration - 1]
            return self._input(first) if isinstance(first, str) else first
        if value in self.dfg.inputs:
            return self._input(value)
        return 0 if iteration < 0 else self.values[value, iteration]

    def _input(self, name: str) -> Number:
        return self.ready[name] if name in self.ready else self.given[self.graph.inputs[name]]

    def _execute(self, name: str, iteration: int) -> bool:
        """Execute an operation; return whether it leaves the loop."""
        operation = self.dfg.operation_by_name[name]
        numbers = [self._read(o.value, iteration - o.distance) for o in operation.operands]
        word = operation.operator.partition("/")[0]
        opcode, _, condition = word.partition(".")
        active = True
        if opcode in ("load", "store") and condition:
            active = bool(numbers.pop(0)) == (condition == "if")
        if opcode == "br":
            return bool(numbers[0]) != (condition == "unless")
        type_ = self.graph.types[name]
        if opcode == "load":
            self.values[name, iteration] = self._load(int(numbers[0]), type_) if active else 0
        elif opcode == "store":
            if active:
                self._store(int(numbers[0]), numbers[1], type_)
        else:
            of = self.dfg.operator_by_name[operation.operator].of or type_
            self.values[name, iteration] = computed(word, type_, of, numbers)
        return False

    def _load(self, address: int, type_: str) -> Number:
        size = size_of(type_)
        if not any(first <= address <= first + length - size for first, length in self.arenas):
            return 0
        return number_of(int.from_bytes(ctypes.string_at(address, size), "little"), type_)

    def _store(self, address: int, number: Number, type_: str) -> None:
        size = size_of(type_)
        if any(first <= address <= first + length - size for first, length in self.arenas):
            bits = bits_of(number, type_) & ((1 << 8 * size) - 1)
            ctypes.memmove(address, bits.to_bytes(size, "little"), size)
            self.stored[address] = type_


def _schedule(graph: LoopGraph, chance: random.Random) -> Schedule:
    """Return random starts, and an interval at which all edges hold."""
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
