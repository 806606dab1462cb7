"""Packed bits: the layout of the word of one context.

A field of n sources or units takes ceil(log2 n) bits and selects by position, in the order of
`machine`. An opcode is 0 for an idle slot, else the position of its unit plus one. Fields are
contiguous, the first at bit 0. The numbers come last, so that the offsets of all other fields do
not depend on the width: immediates and initial numbers are words of the array, in two's complement
if signed. Idle fields are zero; an idle lane carries the value of its first source.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hardware.model.machine import STREAM, Machine, Slot, Source
from hardware.model.words import Words


class Sizes(msgspec.Struct, frozen=True):
    """The capacities of a layout: stages, streams, and iterations before the first."""

    stages: int = 16
    streams: int = 16
    distance: int = 4


class Field(msgspec.Struct, frozen=True, order=True):
    """`width` bits from bit `offset` on; `part` of `place`: a register, a slot, or a lane."""

    place: str
    part: str
    offset: int
    width: int

    @property
    def name(self) -> str:
        """The full name, as in `layout_table`."""
        return f"{self.place}.{self.part}"


class WordLayout(msgspec.Struct, frozen=True, dict=True):
    """The fields of one context's word, with their machine and sizes."""

    machine: Machine
    sizes: Sizes
    fields: tuple[Field, ...]

    @property
    def width(self) -> int:
        """The bits of a context."""
        return sum(field.width for field in self.fields)

    def field(self, place: str, part: str) -> Field | None:
        """Return a field; None if the choice is unique and takes no bits."""
        found: dict[tuple[str, str], Field] | None = self.__dict__.get("found")
        if found is None:
            found = {(field.place, field.part): field for field in self.fields}
            self.__dict__["found"] = found
        return found.get((place, part))

    @property
    def numbers(self) -> int:
        """The offset of the numbers in bits."""
        return sum(field.width for field in self.fields if not _number(field.part))

    @property
    def stream_bits(self) -> int:
        """The bits of a stream index."""
        return bits(self.sizes.streams)


def bits(choices: int) -> int:
    """Return the number of bits that select one of `choices`."""
    return max(choices - 1, 0).bit_length()


def slot_place(component: str, index: int) -> str:
    """Return the name of a slot in a layout."""
    return f"{component}.slot{index}"


def register_place(component: str, index: int) -> str:
    """Return the name of a register in a layout."""
    return f"{component}.r{index}"


def lane_place(path: str, index: int) -> str:
    """Return the name of a lane in a layout."""
    return f"{path}.lane{index}"


def delivery_place(memory: str, path: str, index: int) -> str:
    """Return the name of a lane's end in a memory in a layout."""
    return f"{memory}.{path}.{index}"


def layout_of(machine: Machine, sizes: Sizes) -> WordLayout:
    """Return the layout for a machine."""
    fields: list[Field] = []
    offset = 0
    parts = [*_parts(machine, sizes)]
    for place, part, width in (
        *(p for p in parts if not _number(p[1])),
        *(p for p in parts if _number(p[1])),
    ):
        if width:
            fields.append(Field(place, part, offset, width))
            offset += width
    return WordLayout(machine, sizes, tuple(fields))


def sizes_of(words: Words, least: Sizes) -> Sizes:
    """Return sizes that fit the words, and are at least `least`."""
    stages = [word.stage for word in words.slots]
    stages += [word.stage for word in words.deliveries]
    sources = (*(w.source for w in words.registers), *(w.source for w in words.lanes))
    stages += [source.number for source in sources if source.kind == "stream"]
    return Sizes(
        max(least.stages, max(stages, default=0) + 1),
        max(least.streams, len(words.streams)),
        max(least.distance, words.distance),
    )


def _number(part: str) -> bool:
    return part.startswith(("immediate", "initial"))


def _parts(machine: Machine, sizes: Sizes) -> Iterator[tuple[str, str, int]]:
    """Yield place, part and width of all fields, in order."""
    stage, stream = bits(sizes.stages), bits(sizes.streams)
    for slot in machine.slots:
        place = slot_place(slot.component, slot.index)
        yield place, "opcode", bits(len(slot.units) + 1)
        choices = len(machine.operand_sources(slot.component))
        for operand in range(slot.operands):
            yield place, f"operand{operand}", bits(choices)
            yield place, f"immediate{operand}", machine.width
        yield place, "stage", stage
        if has_streams(slot):
            yield place, "stream", stream
        for back in range(sizes.distance):
            yield place, f"initial{back + 1}", machine.width
    for component, count in machine.registers.items():
        for register in range(count):
            sources = machine.register_sources(component, register)
            yield from _selected(register_place(component, register), sources, stage, stream)
    for path, count in machine.lanes.items():
        sources = machine.lane_sources(path)
        for lane in range(count):
            yield from _selected(lane_place(path, lane), sources, stage, stream)
    for memory in machine.memories:
        for entering in machine.entering(memory):
            place = delivery_place(memory, entering.place, entering.index)
            yield place, "enable", 1
            yield place, "stream", stream
            yield place, "stage", stage


def _selected(
    place: str, sources: tuple[Source, ...], stage: int, stream: int
) -> Iterator[tuple[str, str, int]]:
    yield place, "select", bits(len(sources))
    if STREAM in sources:
        yield place, "stream", stream
        yield place, "stage", stage


def has_streams(slot: Slot) -> bool:
    """Return whether a slot reads or writes streams."""
    return any(unit.access in ("input", "output") for unit in slot.units)


def layout_table(layout: WordLayout) -> str:
    """Return the layout as a table: the offset, width and name of one field per line."""
    lines = [
        f"one context: {layout.width} bits, bit 0 the lowest",
        "offset width field",
        *(f"{field.offset:6} {field.width:5} {field.name}" for field in layout.fields),
    ]
    return "\n".join(lines) + "\n"
