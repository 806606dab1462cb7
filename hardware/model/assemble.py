"""From a mapping to configuration words: lanes, and the selection of each multiplexer.

It combines the configuration, which has the origin of each operand, stored value and transfer, with
the register allocation. Unused transfers get no lane. Every entry of a context is repeated in each
copy of an unrolled kernel.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeVar

from hardware.configuration.data import Configuration, Executed, Read, Write
from hardware.model.float_values import float_values, floats_read
from hardware.model.lanes import key_of, lanes_of, left
from hardware.model.machine import IMMEDIATE, Machine, Source
from hardware.model.units import as_word, unit_of
from hardware.model.words import (
    MOST_DISTANCE,
    Delivery,
    InvariantWord,
    LaneWord,
    RegisterWord,
    SlotWord,
    Stream,
    Words,
    require_fitting,
)
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.register_files.registers import Registers
from models.semantics.operators import apply
from models.semantics.typed import wrapped

Item = TypeVar("Item", LaneWord, RegisterWord, SlotWord, Delivery)


def assemble(
    machine: Machine,
    problem: Problem,
    mapping: Mapping,
    made: Configuration,
    registers: Registers,
    iterations: int,
    address_bits: int,
) -> Words:
    """Return the words of a mapping on a machine made for this problem and kind of registers.

    Raises `InputError` for numbers that do not fit the word, for operands at a distance of more
    than `MOST_DISTANCE` iterations, and for results that no memory collects.
    """
    external = problem.arch.external
    if problem.dfg.results and external not in machine.memories:
        raise InputError(
            f"{external} has a number of registers, where results stay; hardware delivers them to a"
            " memory outside of the array: leave its capacity out"
        )
    work = _Assembling(machine, problem, mapping, made, registers)
    slots, puts, deliveries = [*work.slots()], [*work.puts()], [*work.deliveries()]
    lanes = [*work.carried()]
    used = {word.opcode for word in slots}
    last = work.last_stage
    words = Words(
        dfg=mapping.dfg,
        architecture=mapping.architecture,
        word=machine.word,
        kind=registers.kind,
        interval=registers.interval,
        unroll=registers.unroll,
        iterations=iterations,
        distance=work.distance,
        rounds=work.distance + iterations + last,
        address_bits=address_bits,
        units=tuple(unit for unit in machine.units.values() if unit.name in used),
        streams=tuple(work.streams.values()),
        slots=_sorted(slots),
        registers=_sorted(puts),
        lanes=_sorted(lanes),
        deliveries=_sorted(deliveries),
        invariants=tuple(work.invariants()),
    )
    require_fitting(machine, words)
    return words


def _sorted(items: list[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: item.context))


class _Assembling:
    def __init__(
        self,
        machine: Machine,
        problem: Problem,
        mapping: Mapping,
        made: Configuration,
        registers: Registers,
    ) -> None:
        self.machine, self.problem, self.mapping = machine, problem, mapping
        self.made, self.registers = made, registers
        self.dfg, self.arch = problem.dfg, problem.arch
        self.interval = made.interval
        self.paths = self.arch.path_by_name
        self.routes = {key_of(route): route for route in made.routes}
        read = [o for op in self.dfg.operations for o in op.operands]
        read += [o for issue in mapping.issues if issue.performs for o in issue.performs.operands]
        self.distance = max((operand.distance for operand in read), default=0)
        if self.distance > MOST_DISTANCE:
            raise InputError(
                f"'{self.dfg.name}' reads values of {self.distance} iterations before; words have"
                f" room for {MOST_DISTANCE}"
            )
        self.floats = float_values(self.dfg)
        self.initial = {initial.value: initial.numbers for initial in self.dfg.initial}
        self.streams: dict[str, Stream] = {}
        self.numbers: dict[str, int] = {}
        for name in self.dfg.inputs:
            self.stream(name, "input")
        for name in self.dfg.results:
            self.stream(name, "output")
        self.loaded: dict[str, list[str]] = defaultdict(list)
        for each in mapping.loaded:
            self.loaded[each.component].append(each.value)
        self.lanes = lanes_of(machine, made)
        self.last_stage = made.stages - 1

    def stream(self, name: str, kind: str) -> int:
        """Return the index of a stream, which is created at its first use."""
        if name not in self.streams:
            before = self.before(name) if kind == "input" else ()
            self.numbers[name] = len(self.streams)
            self.streams[name] = Stream(name, "input" if kind == "input" else "output", before)
        return self.numbers[name]

    def before(self, value: str) -> tuple[int | str, ...]:
        """Return the initial numbers of a value, before the first iteration, as words."""
        given = self.initial.get(value, ())[: self.distance]
        return tuple(
            number
            if isinstance(number, str)
            else self.word(number, self.floats.get(value), f"'{value}' begins with")
            for number in given
        )

    def word(self, number: int | float, type_: str | None, what: str) -> int:
        """Convert a number into a word. Raises `InputError` if it does not fit."""
        width = self.machine.width
        if type_:
            return as_word(number, type_, self.machine.word)
        if number != int(number):
            raise InputError(
                f"{what} {number}, which is no integer; what reads or makes it needs the type float"
                " or double"
            )
        if not -(1 << (width - 1)) <= number < 1 << width:
            raise InputError(
                f"{what} {number}, which is no word of {width} bits; use a larger width"
            )
        return wrapped(number, self.machine.word)

    def turns(self, context: int) -> Iterator[int]:
        """Yield the contexts of the unrolled kernel with the same phase modulo the II."""
        yield from range(context % self.interval, self.registers.contexts, self.interval)

    def register(self, component: str, context: int, value: str, cycle: int) -> Source:
        """Return the register of a value at the start of a context, its cycle `cycle`."""
        before = (context - 1) % self.registers.contexts
        index = self.registers.register(component, before, value, cycle - 1)
        return Source("register", component, index)

    def lane(self, path: str, context: int, value: str, stage: int) -> Source:
        """Return the lane over which a value arrives in a phase."""
        return Source("lane", path, self.lanes[path, context % self.interval, value, stage])

    def slots(self) -> Iterator[SlotWord]:
        """Yield all operations."""
        for cell in self.made.cells:
            for index, done in enumerate(cell.operations):
                for context in self.turns(cell.context):
                    yield self.slot(cell.component, context, index, done)

    def slot(self, component: str, context: int, index: int, done: Executed) -> SlotWord:
        """Return an operation in one context of the kernel."""
        if done.operator in self.dfg.operator_by_name and not done.reads:
            unit = unit_of(self.dfg, done.operator, self.machine.word)
            if unit.access == "const":
                row = self.dfg.operator_by_name[done.operator]
                number = as_word(apply(row, (), done.value), row.type, self.machine.word)
                operands: tuple[Source, ...] = (Source("immediate", number=number),)
                return SlotWord(
                    context, component, index, unit.name, operands, done.stage,
                    self.before(done.value),
                )  # fmt: skip
        unit = unit_of(self.dfg, done.operator, self.machine.word)
        stream = None
        if unit.access in ("input", "output"):
            stream = self.stream(done.value, unit.access)
        return SlotWord(
            context,
            component,
            index,
            unit.name,
            tuple(
                self.operand(component, context, read, type_)
                for read, type_ in zip(
                    done.reads, floats_read(self.dfg, done.operator), strict=True
                )
            ),
            done.stage,
            self.before(done.value),
            stream,
        )

    def operand(self, component: str, context: int, read: Read, type_: str | None) -> Source:
        """Return the source of an operand."""
        if read.origin == "constant":
            number = self.word(read.number or 0, type_, f"constant '{read.value}' is")
            return Source(IMMEDIATE.kind, number=number)
        if read.origin == "path":
            return self.lane(read.path or "", context, read.value, read.stage)
        if read.origin == "loaded":
            return Source("invariant", component, self.loaded[component].index(read.value))
        cycle = read.stage * self.interval + context % self.interval
        return self.register(component, context, read.value, cycle)

    def invariants(self) -> Iterator[InvariantWord]:
        """Yield what is loaded before the run."""
        for component, values in self.loaded.items():
            for index, value in enumerate(values):
                yield InvariantWord(component, index, self.stream(value, "input"))

    def puts(self) -> Iterator[RegisterWord]:
        """Yield all register writes, including moves between registers."""
        for cell in self.made.cells:
            if cell.component in self.machine.memories:
                continue
            for write in cell.writes:
                cycle = write.stage * self.interval + cell.context
                for context in self.turns(cell.context):
                    index = self.registers.register(cell.component, context, write.value, cycle)
                    source = self.written(cell.component, context, write, cycle)
                    if source != Source("register", cell.component, index):
                        yield RegisterWord(context, cell.component, index, source)

    def written(self, component: str, context: int, write: Write, cycle: int) -> Source:
        """Return the source of a register write."""
        if write.origin == "kept":
            return self.register(component, context, write.value, cycle)
        if write.origin == "initial":
            return Source("stream", index=self.stream(write.value, "input"), number=write.stage)
        if write.origin == "path":
            return self.lane(write.path or "", context, write.value, write.stage)
        return self.result(component, write.value, cycle)

    def result(self, component: str, value: str, cycle: int) -> Source:
        """Return the slot that completes a value in a cycle, and its age in cycles."""
        for cell in self.made.cells:
            if cell.component != component:
                continue
            for index, done in enumerate(cell.operations):
                began = done.stage * self.interval + cell.context
                latency = self.problem.operator_latency(done.operator, component)
                if done.value == value and latency is not None and began + latency - 1 == cycle:
                    return Source("result", component, index, latency - 1)
        raise InputError(f"nothing completes '{value}' on {component} in cycle {cycle}")

    def carried(self) -> Iterator[LaneWord]:
        """Yield all used lanes, in the contexts in which their values depart."""
        for key, lane in self.lanes.items():
            route = self.routes[key]
            cycle = left(route, self.paths[route.path], self.interval)
            stage, phase = divmod(cycle, self.interval)
            for context in self.turns(phase):
                if route.via is not None:
                    source = self.lane(route.via, context, route.value, stage)
                elif route.source in self.machine.memories:
                    kind = "input" if route.value in self.dfg.inputs else "output"
                    source = Source("stream", index=self.stream(route.value, kind), number=stage)
                else:
                    source = self.register(route.source, context, route.value, cycle)
                yield LaneWord(context, route.path, lane, source)

    def deliveries(self) -> Iterator[Delivery]:
        """Yield the deliveries to memories."""
        for cell in self.made.cells:
            if cell.component not in self.machine.memories:
                continue
            for write in cell.writes:
                if write.origin == "path" and write.value not in self.dfg.inputs:
                    found = self.lane(write.path or "", cell.context, write.value, write.stage)
                    stream = self.stream(write.value, "output")
                    for context in self.turns(cell.context):
                        yield Delivery(
                            context, found.place, found.index, cell.component, stream, write.stage
                        )
