"""Packed bits as words again, to show that bits say all that the words say.

Bits do not say what the words are called, nor of all lanes whether they are idle; all else comes
back as it was.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from models.errors import InputError
from models.hardware.layout import (
    Layout,
    delivery_place,
    lane_place,
    register_place,
    slot_place,
)
from models.hardware.machine import IDLE, IMMEDIATE, STREAM, Slot, Source
from models.hardware.words import Delivery, LaneWord, RegisterWord, SlotWord, Words
from models.semantics.typed import wrapped


def unpacked(layout: Layout, contexts: list[int], words: Words) -> Words:
    """Return words with the head of `words` and the entries that bits say, every lane among them.

    Raises `InputError` for bits that select what there is not.
    """
    work = _Unpacking(layout, contexts)
    every = range(len(contexts))
    slots = [found for c in every for slot in layout.machine.slots for found in work.slot(c, slot)]
    puts, lanes, deliveries = [], [], []
    for context in every:
        for component, count in layout.machine.registers.items():
            for register in range(count):
                sources = layout.machine.register_sources(component, register)
                source = work.selected(context, register_place(component, register), sources)
                if source.kind != "hold":
                    puts.append(RegisterWord(context, component, register, source))
        for path, count in layout.machine.lanes.items():
            sources = layout.machine.lane_sources(path)
            for lane in range(count):
                if sources:
                    source = work.selected(context, lane_place(path, lane), sources)
                    if source != IDLE:
                        lanes.append(LaneWord(context, path, lane, source))
        for memory in layout.machine.memories:
            for end in layout.machine.entering(memory):
                place = delivery_place(memory, end.place, end.index)
                if work.get(context, place, "enable"):
                    stream = work.get(context, place, "stream")
                    stage = work.get(context, place, "stage")
                    deliveries.append(
                        Delivery(context, end.place, end.index, memory, stream, stage)
                    )
    return msgspec.structs.replace(
        words,
        slots=tuple(slots),
        registers=tuple(puts),
        lanes=tuple(lanes),
        deliveries=tuple(deliveries),
    )


class _Unpacking:
    def __init__(self, layout: Layout, contexts: list[int]) -> None:
        self.layout, self.bits = layout, contexts

    def get(self, context: int, place: str, part: str) -> int:
        """Read a field; one without bits is 0."""
        field = self.layout.field(place, part)
        if field is None:
            return 0
        return self.bits[context] >> field.offset & ((1 << field.width) - 1)

    def number(self, context: int, place: str, part: str) -> int:
        """Read a word."""
        return wrapped(self.get(context, place, part), self.layout.machine.word)

    def selected(self, context: int, place: str, sources: tuple[Source, ...]) -> Source:
        """Read a source."""
        source = _chosen(sources, self.get(context, place, "select"), place)
        if source != STREAM:
            return source
        stream, stage = (self.get(context, place, part) for part in ("stream", "stage"))
        return Source("stream", index=stream, number=stage)

    def slot(self, context: int, slot: Slot) -> Iterator[SlotWord]:
        """Read an operation, if there is one."""
        place = slot_place(slot.component, slot.index)
        opcode = self.get(context, place, "opcode")
        if not opcode:
            return
        if opcode > len(slot.units):
            raise InputError(f"{place} has no opcode {opcode}")
        unit = slot.units[opcode - 1]
        sources = self.layout.machine.operand_sources(slot.component)
        operands = []
        for number in range(unit.arity):
            source = _chosen(sources, self.get(context, place, f"operand{number}"), place)
            if source == IMMEDIATE:
                value = self.number(context, place, f"immediate{number}")
                source = Source("immediate", number=value)
            operands.append(source)
        streams = unit.access in ("input", "output")
        yield SlotWord(
            context,
            slot.component,
            slot.index,
            unit.name,
            tuple(operands),
            self.get(context, place, "stage"),
            tuple(
                self.number(context, place, f"initial{back + 1}")
                for back in range(self.layout.sizes.distance)
            ),
            self.get(context, place, "stream") if streams else None,
        )


def _chosen(sources: tuple[Source, ...], position: int, place: str) -> Source:
    if position >= len(sources):
        raise InputError(f"{place} has no source {position}")
    return sources[position]
