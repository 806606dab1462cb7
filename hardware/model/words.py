"""Configuration words: the selection of each multiplexer per context, without value names.

The kernel has `interval * unroll` contexts. Cycle t of a run is in context t modulo the contexts
and in round t div `interval`; both start `distance` rounds before 0: iterations before the first
run like all others, but their operations yield `initial` numbers. An entry of stage s belongs to
iteration round - s. Operations yield numbers from iteration -`distance` on and have effects in the
iterations 0 … `iterations` - 1 only; all other entries are active in all rounds.

Unlisted registers hold; unlisted lanes and slots are idle. Invariants are loaded before the run.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from hardware.model.machine import Machine, Source
from hardware.model.units import WIDEST, Unit, word_type
from models.data.problem import Kind
from models.errors import InputError, require_unique, unknown
from models.semantics.typed import wrapped

MOST_CYCLES = 1_000_000
MOST_DISTANCE = 64


class Stream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number per iteration outside the array; streams are listed by index.

    "input": available from the start; "output": written by the array, and readable from the next
    cycle on. `before[d-1]` is an input's number d iterations before the first; the name of an input
    stands for its number in iteration 0.
    """

    name: str
    kind: Literal["input", "output"]
    before: tuple[int | str, ...] = ()


class SlotWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In `context`, slot `slot` of a component begins an operation of `stage`.

    `initial[d-1]` is its number d iterations before the first, 0 if missing; a name refers to an
    input's number in iteration 0. `stream` is the stream of an input or output.
    """

    context: int
    component: str
    slot: int
    opcode: str
    operands: tuple[Source, ...]
    stage: int
    initial: tuple[int | str, ...] = ()
    stream: int | None = None


class RegisterWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At the end of `context`, a register takes its selected source."""

    context: int
    component: str
    register: int
    source: Source


class LaneWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In `context`, the selected source enters a lane; it arrives after the path's latency."""

    context: int
    path: str
    lane: int
    source: Source


class Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value arriving over a lane in `context` is written to a stream for `stage`."""

    context: int
    path: str
    lane: int
    memory: str
    stream: int
    stage: int


class InvariantWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Invariant `index` of a component is the number of an input stream in iteration 0."""

    component: str
    index: int
    stream: int


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a mapping. `word` is their type, `i32` or `u32`, and so on.

    `kind` is the kind of register files; `rounds` is the number of rounds of a run of `iterations`,
    including rounds before the first iteration. Loads and stores use the low `address_bits` bits of
    an address.
    """

    dfg: str
    architecture: str
    word: str
    kind: Kind
    interval: int
    unroll: int
    iterations: int
    distance: int
    rounds: int
    address_bits: int
    units: tuple[Unit, ...]
    streams: tuple[Stream, ...] = ()
    slots: tuple[SlotWord, ...] = ()
    registers: tuple[RegisterWord, ...] = ()
    lanes: tuple[LaneWord, ...] = ()
    deliveries: tuple[Delivery, ...] = ()
    invariants: tuple[InvariantWord, ...] = ()

    def __post_init__(self) -> None:
        width = self.word[1:]
        if self.word[:1] not in ("i", "u") or not (width.isascii() and width.isdigit()):
            raise InputError(f"unknown type of words '{self.word}'; i2 to i64, u2 to u64", "$.word")
        word_type(int(width[:6]), True)
        for name, least in (("interval", 1), ("unroll", 1), ("iterations", 1), ("rounds", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name} {getattr(self, name)} must be at least 1", f"$.{name}")
        if not 0 <= self.distance <= MOST_DISTANCE:
            what = f"distance {self.distance} must be from 0 to {MOST_DISTANCE}"
            raise InputError(what, "$.distance")
        if not 1 <= self.address_bits <= WIDEST:
            what = f"address_bits {self.address_bits} must be from 1 to {WIDEST}"
            raise InputError(what, "$.address_bits")
        if self.rounds * self.contexts > MOST_CYCLES:
            what = f"{self.rounds} rounds of {self.contexts} contexts exceed {MOST_CYCLES} cycles"
            what += "; ask for fewer --iterations"
            raise InputError(what, "$.rounds")
        require_unique([stream.name for stream in self.streams], "stream", "$.streams")
        _check_numbers(self)

    @property
    def contexts(self) -> int:
        """The number of contexts of the unrolled kernel."""
        return self.interval * self.unroll

    @property
    def first_context(self) -> int:
        """The first context of a run, `distance` rounds before round 0."""
        return (-self.distance * self.interval) % self.contexts

    @property
    def read_back(self) -> list[str]:
        """The values that are stored in a memory outside the array and read back.

        Such a memory serves as an unlimited register file, readable in the next cycle.
        """
        read = {word.source.index for word in self.lanes if word.source.kind == "stream"}
        return sorted(
            s.name for n, s in enumerate(self.streams) if s.kind == "output" and n in read
        )


def _check_numbers(words: Words) -> None:
    """Raise `InputError` unless every number is a word, and every name an input."""
    inputs = [stream.name for stream in words.streams if stream.kind == "input"]
    places = [(f"$.streams[{n}].before", s.before) for n, s in enumerate(words.streams)]
    for number, slot in enumerate(words.slots):
        places.append((f"$.slots[{number}].initial", slot.initial))
        taken = tuple(o.number for o in slot.operands if o.kind == "immediate")
        places.append((f"$.slots[{number}].operands", taken))
    for where, numbers in places:
        for found in numbers:
            if isinstance(found, str):
                if found not in inputs:
                    raise InputError(unknown("input", found, inputs), where)
            elif wrapped(found, words.word) != found:
                raise InputError(f"{found} is no word of type {words.word}", where)


def require_fitting(machine: Machine, words: Words) -> None:
    """Raise `InputError` unless every place and source of the words exists in this machine.

    The message has the JSON path of the fault.
    """
    if words.architecture != machine.arch.name:
        raise InputError(
            f"the words are for '{words.architecture}', not for '{machine.arch.name}'",
            "$.architecture",
        )
    if words.word != machine.word:
        raise InputError(f"the words are {words.word}, the machine's {machine.word}", "$.word")
    _Fitting(machine, words).check()


class _Fitting:
    """Checks all references of the words to parts of the machine."""

    def __init__(self, machine: Machine, words: Words) -> None:
        self.machine, self.words = machine, words
        self.seen: set[tuple[object, ...]] = set()
        self.lanes = {(name, i) for name, count in machine.lanes.items() for i in range(count)}
        self.registers = {(n, r) for n, count in machine.registers.items() for r in range(count)}

    def check(self) -> None:
        """Raise `InputError` for the first missing part, or part set twice."""
        machine, units = self.machine, {unit.name: unit for unit in self.words.units}
        slots = {(slot.component, slot.index): slot for slot in machine.slots}
        for number, word in enumerate(self.words.slots):
            where = f"$.slots[{number}]"
            self.place(where, word.context, "slot", word.component, word.slot, set(slots))
            slot = slots[word.component, word.slot]
            unit = next((unit for unit in slot.units if unit.name == word.opcode), None)
            if unit is None or units.get(word.opcode) != unit:
                self.refuse(where, f"{word.component} has no unit '{word.opcode}'")
            elif len(word.operands) != unit.arity:
                self.refuse(where, f"'{word.opcode}' takes {unit.arity} operands")
            elif (word.stream is None) != (unit.access not in ("input", "output")):
                self.refuse(where, "stream must be there for inputs and outputs only")
            for source in word.operands:
                self.source(where, source, machine.operand_sources(word.component))
            self.stream(where, word.stream or 0, word.stream is None)
            self.stage(where, word.stage)
            if len(word.initial) > self.words.distance:
                self.refuse(where, f"{len(word.initial)} initial numbers")
        for number, put in enumerate(self.words.registers):
            where = f"$.registers[{number}]"
            self.place(where, put.context, "register", put.component, put.register, self.registers)
            self.source(where, put.source, machine.register_sources(put.component, put.register))
        for number, lane in enumerate(self.words.lanes):
            where = f"$.lanes[{number}]"
            self.place(where, lane.context, "lane", lane.path, lane.lane, self.lanes)
            self.source(where, lane.source, machine.lane_sources(lane.path))
        for number, given in enumerate(self.words.deliveries):
            where = f"$.deliveries[{number}]"
            entering = machine.entering(given.memory) if given.memory in machine.memories else ()
            known = {(source.place, source.index) for source in entering}
            self.place(where, given.context, "delivery", given.path, given.lane, known)
            self.stream(where, given.stream)
            self.stage(where, given.stage)
        loaded = {(source.place, source.index) for source in machine.invariants()}
        for number, each in enumerate(self.words.invariants):
            where = f"$.invariants[{number}]"
            self.place(where, 0, "invariant", each.component, each.index, loaded)
            self.stream(where, each.stream)
            if self.words.streams[each.stream].kind != "input":
                self.refuse(where, f"stream {each.stream} is no input")

    def place(
        self,
        where: str,
        context: int,
        what: str,
        name: str,
        index: int,
        known: set[tuple[str, int]],
    ) -> None:
        """Require an existing place in a valid context, not set before."""
        if not 0 <= context < self.words.contexts:
            self.refuse(where, f"context {context} is not below {self.words.contexts}")
        if (name, index) not in known:
            self.refuse(where, f"{name} has no {what} {index}")
        if (what, context, name, index) in self.seen:
            self.refuse(where, f"{what} {index} of {name} is set twice in context {context}")
        self.seen.add((what, context, name, index))

    def source(self, where: str, source: Source, known: tuple[Source, ...]) -> None:
        """Require a source that is connected to its multiplexer; numbers are not checked."""
        if kind_of(source) not in known:
            self.refuse(where, f"{shown(source)} is not among its sources")
        if source.kind == "stream":
            self.stream(where, source.index)
            self.stage(where, source.number)

    def stream(self, where: str, index: int, free: bool = False) -> None:
        """Require an existing stream."""
        if not free and not 0 <= index < len(self.words.streams):
            self.refuse(where, f"there is no stream {index}")

    def stage(self, where: str, stage: int) -> None:
        """Require a stage that some round of a run has."""
        if not 0 <= stage < self.words.rounds:
            self.refuse(where, f"stage {stage} is not below {self.words.rounds} rounds")

    def refuse(self, where: str, what: str) -> None:
        """Raise `InputError`."""
        raise InputError(what, where)


def kind_of(source: Source) -> Source:
    """Return a source in the form of `Machine`: without number, stream and stage."""
    return Source(source.kind) if source.kind in ("immediate", "stream") else source


def shown(source: Source) -> str:
    """Return a short description of a source."""
    if source.kind == "register":
        return f"{source.place}.r{source.index}"
    if source.kind == "lane":
        return f"{source.place}.{source.index}"
    if source.kind == "invariant":
        return f"{source.place}.v{source.index}"
    if source.kind == "result":
        return f"result {source.index} of {source.place}"
    if source.kind == "stream":
        return f"stream {source.index}"
    return str(source.number) if source.kind == "immediate" else source.kind
