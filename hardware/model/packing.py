"""Words as packed bits, by the fields of `layout`."""

from __future__ import annotations

import msgspec

from hardware.model.layout import (
    WordLayout,
    delivery_place,
    lane_place,
    register_place,
    slot_place,
)
from hardware.model.machine import Source
from hardware.model.stimulus import Stimulus
from hardware.model.words import SlotWord, Words, kind_of
from models.errors import InputError


def bound(words: Words, given: Stimulus) -> Words:
    """Return words with the names of inputs replaced by their numbers in iteration 0 of a run.

    Raises `InputError` for an input without numbers.
    """

    def first(name: str) -> int:
        if not given.inputs.get(name):
            raise InputError(f"input '{name}' has no number")
        return given.inputs[name][0]

    def numbers(found: tuple[int | str, ...]) -> tuple[int | str, ...]:
        return tuple(first(n) if isinstance(n, str) else n for n in found)

    replace = msgspec.structs.replace
    return replace(
        words,
        streams=tuple(replace(s, before=numbers(s.before)) for s in words.streams),
        slots=tuple(replace(s, initial=numbers(s.initial)) for s in words.slots),
    )


def packed(layout: WordLayout, words: Words) -> list[int]:
    """Return the bits of every context, bit 0 the lowest.

    Raises `InputError` for unbound names of inputs, and for fields that overflow.
    """
    work = _Packing(layout, words)
    for slot in words.slots:
        work.slot(slot)
    for put in words.registers:
        sources = layout.machine.register_sources(put.component, put.register)
        place = register_place(put.component, put.register)
        work.select(put.context, place, put.source, sources)
    for lane in words.lanes:
        sources = layout.machine.lane_sources(lane.path)
        work.select(lane.context, lane_place(lane.path, lane.lane), lane.source, sources)
    for given in words.deliveries:
        place = delivery_place(given.memory, given.path, given.lane)
        work.put(given.context, place, "enable", 1)
        work.put(given.context, place, "stream", given.stream)
        work.put(given.context, place, "stage", given.stage)
    return work.bits


class _Packing:
    def __init__(self, layout: WordLayout, words: Words) -> None:
        self.layout, self.bits = layout, [0] * words.contexts
        self.slots = {(slot.component, slot.index): slot for slot in layout.machine.slots}

    def put(self, context: int, place: str, part: str, number: int) -> None:
        """Write a field; a field without bits must be 0."""
        field = self.layout.field(place, part)
        width = field.width if field is not None else 0
        if number >> width:
            raise InputError(f"{place}.{part} has {width} bits, too few for {number}")
        if field is not None:
            self.bits[context] |= number << field.offset

    def select(self, context: int, place: str, source: Source, sources: tuple[Source, ...]) -> None:
        """Write the position of a source, and its stream index."""
        self.put(context, place, "select", sources.index(kind_of(source)))
        if source.kind == "stream":
            self.put(context, place, "stream", source.index)
            self.put(context, place, "stage", source.number)

    def slot(self, word: SlotWord) -> None:
        """Write an operation."""
        slot = self.slots[word.component, word.slot]
        place, machine = slot_place(word.component, word.slot), self.layout.machine
        names = [unit.name for unit in slot.units]
        self.put(word.context, place, "opcode", names.index(word.opcode) + 1)
        self.put(word.context, place, "stage", word.stage)
        if word.stream is not None:
            self.put(word.context, place, "stream", word.stream)
        sources = machine.operand_sources(word.component)
        for number, operand in enumerate(word.operands):
            self.put(word.context, place, f"operand{number}", sources.index(kind_of(operand)))
            if operand.kind == "immediate":
                mask = (1 << machine.width) - 1
                self.put(word.context, place, f"immediate{number}", operand.number & mask)
        for back, initial in enumerate(word.initial, 1):
            if isinstance(initial, str):
                raise InputError(
                    f"{place} begins with the number of input '{initial}' in iteration 0, which"
                    " bits cannot name; give the inputs"
                )
            mask = (1 << machine.width) - 1
            self.put(word.context, place, f"initial{back}", initial & mask)
