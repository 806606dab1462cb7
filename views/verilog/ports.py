"""The ports of the datapath: what reads and writes streams, and who uses the memory.

Ports of one kind are numbered from 0 on, in the order of the slots, registers and lanes of the
machine; each kind is one bus with the first port in its lowest bits.
"""

from __future__ import annotations

from typing import NamedTuple

from models.hardware.layout import delivery_place, has_streams, lane_place, register_place
from models.hardware.machine import STREAM, Machine, Slot


class Ports(NamedTuple):
    """The users of the outside, by kind, as the layout calls them.

    `reads`: registers, lanes and slots that read streams; `writes`: ends of lanes and slots that
    write them; `memory`: slots that load or store.
    """

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    memory: tuple[str, ...]


def slot_name(slot: Slot) -> str:
    """Return what ports call a slot."""
    return f"{slot.component}.slot{slot.index}"


def executes(slot: Slot, *accesses: str) -> list[int]:
    """Return the opcodes of some accesses."""
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
    users = [slot_name(slot) for slot in machine.slots if executes(slot, "load", "store")]
    return Ports(tuple(reads), tuple(writes), tuple(users))
