"""Executes configuration words, cycle by cycle, on the hardware state.

The state has registers, results in flight in the slots, values in flight on paths, streams and a
memory; values have no names. A cycle first propagates lanes without latency, then begins
operations, and at its end writes. A location that was never written is unknown (None): unknown
values may propagate, and operations of non-existent iterations may read them, but they must not
reach a result or the memory.
"""

from __future__ import annotations

from collections import defaultdict

from hardware.model.machine import Machine, Source
from hardware.model.stimulus import Outcome, Stimulus
from hardware.model.units import ACCESSES, Unit, computes, types_of
from hardware.model.words import (
    Delivery,
    LaneWord,
    RegisterWord,
    SlotWord,
    Words,
    require_fitting,
    shown,
)
from models.errors import InputError
from models.semantics.typed import wrapped

Value = int | None


class UnknownError(Exception):
    """An unwritten value reaches a result, an output or the memory; or lanes form a loop."""


def simulate_words(machine: Machine, words: Words, given: Stimulus) -> Outcome:
    """Return the outcome of a run of the words.

    Raises `InputError` for words of another machine, and for missing inputs; `UnknownError` if the
    run depends on an unwritten value, or on a combinational loop of lanes.
    """
    require_fitting(machine, words)
    run = _Run(machine, words, given)
    for now in range(-words.distance * words.interval, run.end):
        run.step(now)
    return run.outcome()


class _Run:
    """The state of an array, its streams and its memory."""

    def __init__(self, machine: Machine, words: Words, given: Stimulus) -> None:
        self.machine, self.words, self.given = machine, words, given
        self.end = (words.rounds - words.distance) * words.interval
        self.units = {unit.name: unit for unit in words.units}
        self.latency = {p.name: p.latency for p in machine.arch.paths}
        self.registers: dict[tuple[str, int], Value] = {}
        self.invariants = {
            (each.component, each.index): self.input(words.streams[each.stream].name)[0]
            for each in words.invariants
        }
        self.flying: dict[int, dict[tuple[str, int], Value]] = defaultdict(dict)
        self.taps = {(slot.component, slot.index): slot.latency for slot in machine.slots}
        # Operations begun by each slot, the newest first.
        self.results: dict[tuple[str, int], list[Value]] = {
            key: [None] * latency for key, latency in self.taps.items()
        }
        self.stored: dict[int, int] = {}
        self.streams: list[dict[int, Value]] = []
        for stream in words.streams:
            numbers: dict[int, Value] = {}
            if stream.kind == "input":
                numbers = dict(enumerate(self.input(stream.name)))
                numbers |= {-back: self.first(stream.before, back) for back in self.backs}
            self.streams.append(numbers)
        size = words.contexts
        self.slots: list[list[SlotWord]] = [[] for _ in range(size)]
        self.puts: list[list[RegisterWord]] = [[] for _ in range(size)]
        self.lanes: list[dict[tuple[str, int], LaneWord]] = [{} for _ in range(size)]
        self.deliveries: list[list[Delivery]] = [[] for _ in range(size)]
        for word in words.slots:
            self.slots[word.context].append(word)
        for put in words.registers:
            self.puts[put.context].append(put)
        for lane in words.lanes:
            self.lanes[lane.context][lane.path, lane.lane] = lane
        for delivery in words.deliveries:
            self.deliveries[delivery.context].append(delivery)
        self.round = 0
        self.now = 0
        self.context = 0
        self.arrived: dict[tuple[str, int], Value] = {}
        self.open: set[tuple[str, int]] = set()

    @property
    def backs(self) -> range:
        """The distances for which numbers before the first iteration exist."""
        return range(1, self.words.distance + 1)

    def input(self, name: str) -> tuple[int, ...]:
        """Return the numbers of an input. Raises `InputError` for too few."""
        numbers = self.given.inputs.get(name, ())[: self.words.iterations]
        if len(numbers) < self.words.iterations:
            raise InputError(
                f"input '{name}' has {len(numbers)} number(s), {self.words.iterations} iterations"
                " need as many"
            )
        return numbers

    def first(self, before: tuple[int | str, ...], back: int) -> int:
        """Return the number of an iteration before the first."""
        number = before[back - 1] if back <= len(before) else 0
        return self.input(number)[0] if isinstance(number, str) else number

    def step(self, now: int) -> None:
        """Simulate one cycle."""
        words = self.words
        self.now, self.round = now, now // words.interval
        self.context = now % words.contexts
        self.arrived, self.open = self.flying.pop(now, {}), set()
        for (path, lane), word in self.lanes[self.context].items():
            latency = self.latency[path]
            if latency:
                self.flying[now + latency][path, lane] = self.value(word.source)
        began: dict[tuple[str, int], Value] = {}
        stored: list[tuple[int, int]] = []
        written: list[tuple[int, int, Value]] = []
        for slot in self.slots[self.context]:
            began[slot.component, slot.slot] = self.begin(slot, stored, written)
        for key, latency in self.taps.items():
            under_way = [began.get(key), *self.results[key]]
            self.results[key] = under_way[:latency]
        for given in self.deliveries[self.context]:
            iteration = self.round - given.stage
            if -words.distance <= iteration < words.iterations:
                number = self.carried(given.path, given.lane)
                if number is None and iteration >= 0:
                    self.unknown(f"stream {given.stream} of iteration {iteration}")
                written.append((given.stream, iteration, number))
        new = {
            (put.component, put.register): self.value(put.source) for put in self.puts[self.context]
        }
        self.registers |= new
        for address, number in stored:
            self.stored[address] = number
        for stream, iteration, taken in written:
            self.streams[stream][iteration] = taken

    def value(self, source: Source) -> Value:
        """Return the value of a multiplexer's selected source."""
        if source.kind == "register":
            return self.registers.get((source.place, source.index))
        if source.kind == "invariant":
            return self.invariants.get((source.place, source.index))
        if source.kind == "lane":
            return self.carried(source.place, source.index)
        if source.kind == "result":
            return self.results[source.place, source.index][source.number]
        if source.kind == "stream":
            return self.streams[source.index].get(self.round - source.number)
        if source.kind == "immediate":
            return wrapped(source.number, self.words.word)
        return None  # an idle lane

    def carried(self, path: str, lane: int) -> Value:
        """Return the value that arrives over a lane in this cycle."""
        key = (path, lane)
        if key in self.arrived or self.latency[path]:
            return self.arrived.get(key)
        word = self.lanes[self.context].get(key)
        if word is None:
            return None
        if key in self.open:
            raise UnknownError(f"cycle {self.now}: path {path} feeds itself")
        self.open.add(key)
        self.arrived[key] = number = self.value(word.source)
        return number

    def begin(
        self, word: SlotWord, stored: list[tuple[int, int]], written: list[tuple[int, int, Value]]
    ) -> Value:
        """Return the result of an operation; its stores and outputs wait for the cycle's end."""
        iteration, unit = self.round - word.stage, self.units[word.opcode]
        if iteration < 0:
            return self.first(word.initial, -iteration) if -iteration in self.backs else None
        if iteration >= self.words.iterations:
            return None
        operands: list[int] = []
        for source in word.operands:
            number = self.value(source)
            if number is None:
                if unit.access in ("store", "output"):
                    self.unknown(f"{unit.name} of iteration {iteration}, by {shown(source)}")
                return None
            operands.append(number)
        if unit.access in ACCESSES and unit.access != "const":
            return self.access(word, unit, iteration, operands, stored, written)
        return computes(unit, self.words.word, operands)

    def access(
        self,
        word: SlotWord,
        unit: Unit,
        iteration: int,
        operands: list[int],
        stored: list[tuple[int, int]],
        written: list[tuple[int, int, Value]],
    ) -> Value:
        """Execute a load, store, input or output."""
        if unit.access == "input":
            taken = self.streams[word.stream or 0].get(iteration)
            return taken if unit.happens(operands) else 0
        if unit.access == "output":
            number = operands[-1] if unit.happens(operands) else 0
            written.append((word.stream or 0, iteration, number))
            return number
        if not unit.happens(operands):
            return 0
        own_word = self.words.word
        operands = operands[1:] if unit.predicate else operands
        address = self.given.memory.address(operands[0] + (operands[-1] if unit.adds else 0))
        if unit.access == "store":
            number = wrapped(wrapped(operands[1], unit.truncates or own_word), own_word)
            stored.append((address, number))
            return number
        _, own, _ = types_of(unit.expression[0], self.words.word)
        found = self.stored.get(address)
        if found is None:
            found = self.given.memory.at(address)
        return wrapped(wrapped(found, own), self.words.word)

    def unknown(self, what: str) -> None:
        """Raise `UnknownError`."""
        raise UnknownError(f"cycle {self.now}: {what} reads a word that was never written")

    def outcome(self) -> Outcome:
        """Return streams and memory after the run. Raises `UnknownError` for missing results."""
        outputs: dict[str, tuple[int, ...]] = {}
        for stream, numbers in zip(self.words.streams, self.streams, strict=True):
            row = [numbers.get(n) for n in range(self.words.iterations)]
            if stream.kind == "output":
                known = tuple(number for number in row if number is not None)
                if len(known) < len(row):
                    raise UnknownError(f"'{stream.name}' lacks iteration {row.index(None)}")
                outputs[stream.name] = known
        return Outcome(outputs, self.stored)
