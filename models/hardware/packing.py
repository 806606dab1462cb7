"""Words as packed bits, and back.

`layout` says which bits are which. Bits do not say what the words are called, nor of all lanes
whether they are idle; all else comes back as it was.
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
from models.hardware.reference import Stimulus
from models.hardware.words import (
    Delivery,
    LaneWord,
    RegisterWord,
    SlotWord,
    Words,
    kind_of,
)
from models.semantics.typed import wrapped


def bound(words: Words, given: Stimulus) -> Words:
    """Return words with numbers for the names of inputs, as of iteration 0 of a run.

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


def packed(layout: Layout, words: Words) -> list[int]:
    """Return the bits of every context, bit 0 the lowest.

    Raises `InputError` for a number that needs that of an input, which only a run knows, and for
    what there is no room for.
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
    def __init__(self, layout: Layout, words: Words) -> None:
        self.layout, self.bits = layout, [0] * words.contexts
        self.slots = {(slot.component, slot.index): slot for slot in layout.machine.slots}

    def put(self, context: int, place: str, part: str, number: int) -> None:
        """Write a field; one without bits can only be 0."""
        field = self.layout.field(place, part)
        width = field.width if field is not None else 0
        if number >> width:
            raise InputError(f"{place}.{part} has {width} bits, too few for {number}")
        if field is not None:
            self.bits[context] |= number << field.offset

    def select(self, context: int, place: str, source: Source, sources: tuple[Source, ...]) -> None:
        """Write the position of a source, and which stream it is of."""
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
