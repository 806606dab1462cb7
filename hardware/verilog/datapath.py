"""The datapath: registers, lanes, issue slots and their multiplexers, with the word as an input.

It does not depend on a mapping. Registers are not reset, so that unwritten values are X in a
simulation. `ports` defines the ports to streams and to the memory.

Lanes from switch to switch can form a combinational loop, which no context selects. An acyclic
datapath has one copy of them per hop: at hop h, such a lane reads the copies of hop h - 1. The
number of hops is limited by the array and by the number of switches.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.model.layout import (
    Field,
    WordLayout,
    delivery_place,
    has_streams,
    lane_place,
    register_place,
    slot_place,
)
from hardware.model.machine import Slot, Source
from hardware.model.units import Unit
from hardware.verilog.hops import hops_of, passing
from hardware.verilog.memory import memory_ports, memory_user
from hardware.verilog.names import Names, comment
from hardware.verilog.ports import COUNTER, Ports, buses, executes, ports_of, slot_name
from hardware.verilog.units import OPERANDS, unit_instance


def datapath_module(
    layout: WordLayout, unit_names: dict[tuple[Unit, ...], str], acyclic: bool = False
) -> str:
    """Return the module; `unit_names` are the names of the unit modules."""
    return "\n".join(_Datapath(layout, unit_names, acyclic).lines()) + "\n"


class _Datapath:
    def __init__(
        self, layout: WordLayout, unit_names: dict[tuple[Unit, ...], str], acyclic: bool
    ) -> None:
        self.layout, self.machine = layout, layout.machine
        self.passing = passing(layout.machine) if acyclic else set()
        self.hops = hops_of(layout.machine, self.passing)
        self.unit_names, self.names = unit_names, Names(layout.machine)
        self.ports: Ports = ports_of(layout.machine)
        self.count = {
            field.name: n
            for n, field in enumerate(f for f in layout.fields if f.offset >= layout.numbers)
        }

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        yield "module datapath #("
        yield f"  parameter WIDTH = {self.machine.width},"
        yield f"  parameter BITS = {self.layout.numbers} + {len(self.count)}*WIDTH"
        yield ") ("
        yield "  input  wire clk,"
        yield "  input  wire run, // stores and outputs take effect"
        yield "  input  wire [BITS-1:0] word, // of this cycle's context"
        yield f"  input  wire signed [{COUNTER - 1}:0] round_number, // below 0 before the first"
        yield f"  input  wire signed [{COUNTER - 1}:0] iterations,"
        listed = buses(self.layout)
        for number, bus in enumerate(listed):
            comma = "," if number < len(listed) - 1 else ""
            yield f"  {bus.way} wire [{bus.size}-1:0] {bus.name}{comma}"
        yield ");"
        yield from self.declared()
        for slot in self.machine.slots:
            yield from self.slot(slot)
        for sharing in self.ports.memory:
            yield from memory_ports(sharing, self.names)
        for path, count in self.machine.lanes.items():
            for lane in range(count):
                yield from self.lane(path, lane)
        for component, count in self.machine.registers.items():
            for register in range(count):
                yield from self.register(component, register)
        for memory in self.machine.memories:
            for end in self.machine.entering(memory):
                yield from self.delivery(memory, end)
        yield from self.invariants()
        yield "endmodule"

    def declared(self) -> Iterator[str]:
        """Yield declarations of all registers and lanes, before any multiplexer uses them."""
        for component, count in self.machine.registers.items():
            for register in range(count):
                yield f"  reg  [WIDTH-1:0] {self.names.register(component, register)};"
        for each in self.machine.invariants():
            yield f"  reg  [WIDTH-1:0] {self.names.source(each, self.machine)};"
        for path, count in self.machine.lanes.items():
            latency = self.machine.arch.path_by_name[path].latency
            for lane in range(count):
                for back in range(latency + 1):
                    yield f"  reg  [WIDTH-1:0] {self.names.arriving(path, lane, back)};"
                for hop in range(1, self.hops if path in self.passing else 1):
                    yield f"  reg  [WIDTH-1:0] {self.names.hop(path, lane, hop)};"
        for slot in self.machine.slots:
            for tap in range(slot.latency):
                kind = "reg " if tap else "wire"
                name = self.names.result(slot.component, slot.index, tap)
                yield f"  {kind} [WIDTH-1:0] {name};"

    def bits(self, place: str, part: str) -> str:
        """Return a field of the word as an expression; a field without bits is 0."""
        field = self.layout.field(place, part)
        if field is None:
            return "1'd0"
        if field.name in self.count:
            return f"word[{self.layout.numbers}+{self.count[field.name]}*WIDTH +: WIDTH]"
        return _slice("word", field)

    def iteration(self, place: str) -> str:
        """Return the iteration of an entry as an expression."""
        field = self.layout.field(place, "stage")
        if field is None:
            return "round_number"
        return f"round_number - {{{COUNTER - field.width}'d0, {_slice('word', field)}}}"

    def label(self, place: str, part: str, number: int) -> str:
        """Return a constant value of a field."""
        field = self.layout.field(place, part)
        return f"{field.width if field is not None else 1}'d{number}"

    def taken(self, source: Source, place: str, immediate: str = "", hop: int | None = None) -> str:
        """Return the signal of a source; `hop` selects the copy of a switch-to-switch lane."""
        if hop is not None and source.kind == "lane" and source.place in self.passing:
            if hop == 1:
                return "{WIDTH{1'bx}}"
            return self.names.hop(source.place, source.index, hop - 1)
        if source.kind == "immediate":
            return immediate
        if source.kind == "stream":
            number = self.ports.reads.index(place)
            return f"read_data[{number}*WIDTH +: WIDTH]"
        if source.kind == "idle":
            return "{WIDTH{1'bx}}"
        return self.names.source(source, self.machine)

    def request(self, place: str, iteration: str) -> Iterator[str]:
        """Yield the request of a port that reads a stream."""
        number = self.ports.reads.index(place)
        stream = max(self.layout.stream_bits, 1)
        yield f"  assign read_stream[{number}*{stream} +: {stream}] = {self.bits(place, 'stream')};"
        yield f"  assign read_iteration[{number}*{COUNTER} +: {COUNTER}] = {iteration};"

    def selected(
        self,
        target: str,
        place: str,
        part: str,
        sources: tuple[Source, ...],
        immediate: str = "",
        hop: int | None = None,
    ) -> Iterator[str]:
        """Yield a combinational multiplexer."""
        if len(sources) == 1:
            yield f"  always @* {target} = {self.taken(sources[0], place, immediate, hop)};"
            return
        yield f"  always @* case ({self.bits(place, part)})"
        for number, source in enumerate(sources):
            taken = self.taken(source, place, immediate, hop)
            yield f"    {self.label(place, part, number)}: {target} = {taken};"
        yield f"    default: {target} = {{WIDTH{{1'bx}}}};"
        yield "  endcase"

    def slot(self, slot: Slot) -> Iterator[str]:
        """Yield an issue slot: operands, unit, and results in flight."""
        place, name = (
            slot_place(slot.component, slot.index),
            self.names.slot(slot.component, slot.index),
        )
        yield ""
        yield f"  // {comment(place)}"
        sources = self.machine.operand_sources(slot.component)
        for number in range(slot.operands):
            operand = f"{name}_{OPERANDS[number]}"
            yield f"  reg  [WIDTH-1:0] {operand};"
            immediate = self.bits(place, f"immediate{number}")
            yield from self.selected(operand, place, f"operand{number}", sources, immediate)
        yield f"  wire signed [{COUNTER - 1}:0] {name}_iteration = {self.iteration(place)};"
        effect = f"run && {name}_iteration >= 0 && {name}_iteration < iterations"
        yield f"  wire [WIDTH-1:0] {name}_computed;"
        yield from self.computing(slot, place, name)
        yield from self.begun(slot, place, name)
        yield from self.effects(slot, place, name, effect)

    def begun(self, slot: Slot, place: str, name: str) -> Iterator[str]:
        """Yield a slot's result, initial before the first iteration, and results in flight."""
        first = self.names.result(slot.component, slot.index, 0)
        if self.layout.sizes.distance:
            yield f"  reg  [WIDTH-1:0] {name}_initial;"
            yield f"  always @* case ({name}_iteration)"
            for back in range(1, self.layout.sizes.distance + 1):
                early = self.bits(place, f"initial{back}")
                yield f"    -{COUNTER}'sd{back}: {name}_initial = {early};"
            yield f"    default: {name}_initial = {{WIDTH{{1'bx}}}};"
            yield "  endcase"
            yield f"  assign {first} = {name}_iteration < 0 ? {name}_initial : {name}_computed;"
        else:
            yield f"  assign {first} = {name}_computed;"
        for tap in range(1, slot.latency):
            new, old = (self.names.result(slot.component, slot.index, n) for n in (tap, tap - 1))
            yield f"  always @(posedge clk) {new} <= {old};"

    def computing(self, slot: Slot, place: str, name: str) -> Iterator[str]:
        """Yield the unit of a slot."""
        if not slot.units:
            yield f"  assign {name}_computed = {{WIDTH{{1'bx}}}};"
            return
        none = "{WIDTH{1'bx}}"
        loaded = taken = none
        if executes(slot, "load", "store"):
            loaded = f"{name}_loaded"
            yield f"  wire [WIDTH-1:0] {name}_loaded;"
        if has_streams(slot):
            taken = f"read_data[{self.ports.reads.index(slot_name(slot))}*WIDTH +: WIDTH]"
        module, opcode = self.unit_names[slot.units], self.bits(place, "opcode")
        yield unit_instance(module, name, opcode, slot.operands, loaded, taken)

    def effects(self, slot: Slot, place: str, name: str, effect: str) -> Iterator[str]:
        """Yield the accesses of a slot to streams and to the memory."""
        opcode = self.bits(place, "opcode")
        size = field.width if (field := self.layout.field(place, "opcode")) else 1
        if has_streams(slot):
            yield from self.request(slot_name(slot), f"{name}_iteration")
        if outputs := executes(slot, "output"):
            number = self.ports.writes.index(slot_name(slot))
            chosen = " || ".join(f"{opcode} == {size}'d{n}" for n in outputs)
            yield from self.written(
                number, f"({chosen}) && {effect}", self.bits(place, "stream"),
                f"{name}_iteration", self.given_away(slot, opcode, name, size),
            )  # fmt: skip
        if executes(slot, "load", "store"):
            yield from memory_user(slot, name, opcode, size, effect)

    def given_away(self, slot: Slot, opcode: str, name: str, size: int) -> str:
        """Return the word that a slot writes to a stream: an operand, or 0 by its predicate."""
        found = f"{name}_a"
        for number in executes(slot, "output"):
            condition = slot.units[number - 1].predicate
            if condition:
                happens = f"{'~' if condition == 'unless' else ''}|{name}_a"
                found = f"({opcode} == {size}'d{number}) ? (({happens}) ? {name}_b : 0) : {found}"
        return found

    def written(
        self, number: int, enable: str, stream: str, iteration: str, data: str
    ) -> Iterator[str]:
        """Yield the outputs of a port that writes a stream."""
        size = max(self.layout.stream_bits, 1)
        yield f"  assign write_enable[{number}] = {enable};"
        yield f"  assign write_stream[{number}*{size} +: {size}] = {stream};"
        yield f"  assign write_iteration[{number}*{COUNTER} +: {COUNTER}] = {iteration};"
        yield f"  assign write_data[{number}*WIDTH +: WIDTH] = {data};"

    def lane(self, path: str, lane: int) -> Iterator[str]:
        """Yield a lane, and the values in flight on it."""
        place, sources = lane_place(path, lane), self.machine.lane_sources(path)
        yield ""
        yield f"  // {comment(place)}"
        if place in self.ports.reads:
            yield from self.request(place, self.iteration(place))
        last = self.hops if path in self.passing else None
        for hop in range(1, last or 1):
            target = self.names.hop(path, lane, hop)
            yield from self.selected(target, place, "select", sources, hop=hop)
        target = self.names.lane(path, lane)
        yield from self.selected(target, place, "select", sources, hop=last)
        for back in range(1, self.machine.arch.path_by_name[path].latency + 1):
            new, old = (self.names.arriving(path, lane, n) for n in (back, back - 1))
            yield f"  always @(posedge clk) {new} <= {old};"

    def register(self, component: str, register: int) -> Iterator[str]:
        """Yield a register."""
        place = register_place(component, register)
        sources = self.machine.register_sources(component, register)
        name = self.names.register(component, register)
        yield ""
        yield f"  // {comment(place)}"
        if place in self.ports.reads:
            yield from self.request(place, self.iteration(place))
        yield f"  always @(posedge clk) case ({self.bits(place, 'select')})"
        for number, source in enumerate(sources):
            if source.kind != "hold":
                taken = self.taken(source, place)
                yield f"    {self.label(place, 'select', number)}: {name} <= {taken};"
        yield "    default: ; // holds"
        yield "  endcase"

    def invariants(self) -> Iterator[str]:
        """Yield the chain through which invariants are shifted in, the last one first."""
        before = "load_data"
        for each in self.machine.invariants():
            name = self.names.source(each, self.machine)
            if before == "load_data":
                yield "\n  // invariants, loaded before a run"
            yield f"  always @(posedge clk) if (load) {name} <= {before};"
            before = name

    def delivery(self, memory: str, end: Source) -> Iterator[str]:
        """Yield the end of a lane in a memory."""
        place = delivery_place(memory, end.place, end.index)
        number = self.ports.writes.index(place)
        name = f"delivery{number}_iteration"
        yield ""
        yield f"  // {comment(place)}"
        yield f"  wire signed [{COUNTER - 1}:0] {name} = {self.iteration(place)};"
        yield from self.written(
            number,
            f"{self.bits(place, 'enable')} && run && {name} < iterations",
            self.bits(place, "stream"),
            name,
            self.names.source(end, self.machine),
        )


def _slice(name: str, field: Field) -> str:
    if field.width == 1:
        return f"{name}[{field.offset}]"
    return f"{name}[{field.offset + field.width - 1}:{field.offset}]"
