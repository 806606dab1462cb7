"""The ports of the datapath: readers and writers of streams, and users of the memory.

Ports of one kind are numbered from 0 on, in the order of the slots, registers and lanes of the
machine; each kind is one bus with the first port in its lowest bits. Slots with a shared limit on
loads and stores share as many memory ports.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hardware.model.layout import (
    WordLayout,
    delivery_place,
    has_streams,
    lane_place,
    register_place,
)
from hardware.model.machine import STREAM, Machine, Slot

COUNTER = 24
"""Bits of rounds and iterations."""


class Bus(NamedTuple):
    """All ports of one kind: the direction from the array's view, the bits, and the name."""

    way: str
    size: str
    name: str


class Sharing(NamedTuple):
    """Slots that share memory ports: the first port, and their number.

    The slots that load or store in a cycle never outnumber the ports.
    """

    name: str
    slots: tuple[Slot, ...]
    first: int
    ports: int


class Ports(NamedTuple):
    """The users of streams and memory, by kind, by their layout names.

    `reads`: registers, lanes and slots that read streams; `writes`: ends of lanes and slots that
    write them; `memory`: groups of slots with their memory ports.
    """

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    memory: tuple[Sharing, ...]

    @property
    def memory_ports(self) -> int:
        """The number of memory ports."""
        return sum(sharing.ports for sharing in self.memory)


def slot_name(slot: Slot) -> str:
    """Return the name of a slot in port lists."""
    return f"{slot.component}.slot{slot.index}"


def executes(slot: Slot, *accesses: str) -> list[int]:
    """Return the opcodes of the slot's accesses of the given kinds."""
    return [n for n, unit in enumerate(slot.units, 1) if unit.access in accesses]


def ports_of(machine: Machine) -> Ports:
    """Return the ports of a machine."""
    reads = [slot_name(slot) for slot in machine.slots if has_streams(slot)]
    writes = [slot_name(slot) for slot in machine.slots if executes(slot, "output")]
    for component, count in machine.registers.items():
        for register in range(count):
            if STREAM in machine.register_sources(component, register):
                reads.append(register_place(component, register))
    for path, count in machine.lanes.items():
        if STREAM in machine.lane_sources(path):
            reads += [lane_place(path, lane) for lane in range(count)]
    for memory in machine.memories:
        for end in machine.entering(memory):
            writes.append(delivery_place(memory, end.place, end.index))
    return Ports(tuple(reads), tuple(writes), tuple(_sharing(machine)))


def _sharing(machine: Machine) -> Iterator[Sharing]:
    """Give each shared limit as many ports as it allows, and each other slot one port."""
    users = [slot for slot in machine.slots if executes(slot, "load", "store")]
    first = 0
    for limit in machine.arch.shared:
        if not (limit.limits("load") and limit.limits("store")):
            continue
        members = tuple(slot for slot in users if slot.component in limit.components)
        count = min(limit.at_most, len(members))
        if count:
            yield Sharing(limit.name, members, first, count)
            first += count
        users = [slot for slot in users if slot not in members]
    for slot in users:
        yield Sharing(slot_name(slot), (slot,), first, 1)
        first += 1


def buses(layout: WordLayout) -> list[Bus]:
    """Return the buses of the existing ports; `WIDTH` stands for the bits of a word."""
    ports, stream = ports_of(layout.machine), max(layout.stream_bits, 1)
    reads, writes, users = len(ports.reads), len(ports.writes), ports.memory_ports
    found: list[Bus] = []
    if reads:
        found += [
            Bus("output", str(reads * stream), "read_stream"),
            Bus("output", str(reads * COUNTER), "read_iteration"),
            Bus("input ", f"{reads}*WIDTH", "read_data"),
        ]
    if writes:
        found += [
            Bus("output", str(writes), "write_enable"),
            Bus("output", str(writes * stream), "write_stream"),
            Bus("output", str(writes * COUNTER), "write_iteration"),
            Bus("output", f"{writes}*WIDTH", "write_data"),
        ]
    if users:
        found += [
            Bus("output", str(users), "memory_store"),
            Bus("output", f"{users}*WIDTH", "memory_address"),
            Bus("output", f"{users}*WIDTH", "memory_data"),
            Bus("input ", f"{users}*WIDTH", "memory_loaded"),
        ]
    if layout.machine.invariants():
        found += [Bus("input ", "1", "load"), Bus("input ", "WIDTH", "load_data")]
    return found
