"""Interprets a loop of LLVM IR to decide whether its result is defined.

It does not use the graph of the loop, as a wrong graph may compute poison when the loop does not.
Poison propagates through all instructions, and a run is undefined if it branches on poison, stores
it, or uses it as an address (LLVM language reference, "Poison Values").
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from models.data.dfg import Number
from models.semantics.typed import computed, wrapped
from programs.llvm.builder import FROM_OTHERS, LoopGraph
from programs.llvm.calls import (
    COMPARED,
    OVERFLOWS,
    called,
    known_function,
    promised_of_call,
)
from programs.llvm.execution import Run
from programs.llvm.flow import Edge
from programs.llvm.instructions import promised_of_address, promises
from programs.llvm.module import Instruction, Value
from programs.llvm.undefined import undefined


class Word(NamedTuple):
    """A number, or poison."""

    number: Number
    open: bool = False


class Words(Protocol):
    """A memory of words."""

    def load(self, address: int, type_: str) -> Number:
        """Return the word at an address."""

    def store(self, address: int, number: Number, type_: str) -> None:
        """Store a word at an address."""


class UndefinedError(Exception):
    """The loop has no defined result."""


class Interpreter:
    """Executes a loop on the inputs and the memory of a run of its graph."""

    memory: Words

    def __init__(self, graph: LoopGraph, run: Run) -> None:
        self.graph, self.memory = graph, run
        self.given = run.given
        self.layout, self.function = graph.layout, graph.loop.function
        self.words: dict[str, Word] = {}

    def defined(self, most: int) -> bool:
        """Execute up to `most` iterations; return whether the result is defined."""
        try:
            self._iterate(most)
        except UndefinedError:
            return False
        return True

    def _iterate(self, most: int) -> None:
        loop = self.graph.loop
        block, before = loop.header, loop.before
        iterations = 0
        while block.name in loop.names:
            phis = [i for i in block.instructions if i.opcode == "phi"]
            taken = [self._word(phi.operands[phi.sources.index(before)]) for phi in phis]
            self.words |= {phi.name: word for phi, word in zip(phis, taken, strict=True)}
            if block is loop.header:
                if iterations == most:
                    return
                iterations += 1
            for found in block.instructions[len(phis) : -1]:
                word = self._executed(found)
                if found.name:
                    self.words[found.name] = word
            last = block.instructions[-1]
            target = block.successors[0]
            if len(block.successors) > 1:
                target = block.successors[0 if self._needed(last.operands[0]) else -1]
            before = block.name
            if target not in loop.names:
                return self._leave((before, target))
            block = loop.function.block_by_name[target]

    def _leave(self, edge: Edge) -> None:
        """Require defined values for all results of an edge."""
        block = self.graph.loop.function.block_by_name[edge[1]]
        for phi in block.instructions:
            if phi.name in self.graph.results[edge]:
                self._needed(phi.operands[phi.sources.index(edge[0])])

    def _word(self, value: Value) -> Word:
        if value.name.endswith((" undef", " poison")) or value.name in ("undef", "poison"):
            return Word(0, True)
        if value.number is not None:
            return Word(value.number)
        if value.name in self.words and not value.fixed:
            return self.words[value.name]
        return Word(self.given[value])

    def _needed(self, value: Value) -> Number:
        word = self._word(value)
        if word.open:
            raise UndefinedError
        return word.number

    def _executed(self, found: Instruction) -> Word:
        """Return the value of an instruction."""
        type_ = self.layout.word(found.type)
        if found.opcode == "load":
            return Word(self.memory.load(int(self._needed(found.operands[0])), type_))
        if found.opcode == "store":
            stored = self.layout.word(found.operands[0].type)
            number = self._needed(found.operands[0])
            self.memory.store(int(self._needed(found.operands[1])), number, stored)
            return Word(0)
        if found.opcode == "getelementptr":
            return self._address(found)
        if found.opcode == "extractvalue":
            return self._part(found)
        if found.opcode == "call":
            return self._called(found, type_)
        words = [self._word(value) for value in found.operands]
        of = self.layout.word(found.operands[0].type)
        if found.opcode == "select":
            chosen = words[1 if words[0].number else 2]
            return chosen._replace(open=words[0].open or chosen.open)
        if found.opcode in ("freeze", "ptrtoint", "ptrtoaddr", "inttoptr") or (
            found.opcode == "bitcast" and not {"float", "double"} & {type_, of}
        ):
            number = words[0].number
            floats = isinstance(number, float)
            return words[0] if floats else Word(wrapped(_plain(number, of), type_), words[0].open)
        opcode = found.opcode
        if opcode in ("icmp", "fcmp"):
            opcode += f".{found.predicate}"
        of = of if found.opcode in FROM_OTHERS else type_
        return self._computed(opcode, type_, of, words, promises(found))

    def _computed(
        self, opcode: str, type_: str, of: str, words: list[Word], promised: frozenset[str]
    ) -> Word:
        if any(word.open for word in words):
            return Word(0, True)
        numbers = [word.number for word in words]
        return Word(
            computed(opcode, type_, of, numbers), undefined(opcode, type_, of, numbers, promised)
        )

    def _address(self, found: Instruction) -> Word:
        terms, offset = self.layout.offsets(found)
        pointer = f"i{self.layout.pointer}"
        promised = promised_of_address(found)
        at = self._word(found.operands[0])
        steps = [(self._word(index), size) for index, size in terms] + [(Word(offset), 1)]
        for index, size in steps:
            scaled = self._computed("mul", pointer, pointer, [index, Word(size)], promised)
            within = promised & {"nusw", "nuw"}
            at = self._computed("add", pointer, pointer, [at, scaled], within)
        return at

    def _part(self, found: Instruction) -> Word:
        """Return a part of a sum with overflow: the sum or the overflow flag."""
        pair = self.function.instruction_by_name[found.operands[0].name]
        match = OVERFLOWS.fullmatch(called(pair))
        assert match is not None
        sign, opcode, type_ = match[1], match[2], f"i{match[3]}"
        words = [self._word(value) for value in pair.operands[:2]]
        if found.text.rpartition(",")[2].strip() == "0":
            return self._computed(opcode, type_, type_, words, frozenset())
        numbers = [word.number for word in words]
        promised = frozenset({f"n{sign}w"})
        over = undefined(opcode, type_, type_, numbers, promised)
        return Word(int(over), any(word.open for word in words))

    def _called(self, found: Instruction, type_: str) -> Word:
        what = called(found)
        if OVERFLOWS.fullmatch(what) or found.type == "void":
            if what.startswith("llvm.mem"):
                self._copied(found, filled="memset" in what)
            return Word(0)
        words = [self._word(value) for value in found.operands[:-1]]
        of = self.layout.word(found.operands[0].type)
        open_ = any(word.open for word in words)
        if known := known_function(found, what):
            return self._computed(
                known.opcode, type_, of, words[: known.reads], promised_of_call(found, known)
            )
        if what.startswith(("llvm.fshl.", "llvm.fshr.")):
            bits = int(type_[1:])
            high, low, by = (_plain(word.number, type_) for word in words)
            by = by % bits if what[9] == "l" else (bits - by % bits)
            return Word(wrapped((high << bits | low) >> (bits - by), type_), open_)
        if match := COMPARED.match(what):
            a, b = (word.number if match[1] == "s" else _plain(word.number, of) for word in words)
            return Word((a > b) - (a < b), open_)
        return words[0]

    def _copied(self, found: Instruction, filled: bool) -> None:
        to, size = int(self._needed(found.operands[0])), int(self._needed(found.operands[2]))
        source = int(self._needed(found.operands[1]))
        read = [source if filled else self.memory.load(source + n, "i8") for n in range(size)]
        for place, byte in enumerate(read):
            self.memory.store(to + place, wrapped(byte, "i8"), "i8")


def _plain(number: Number, type_: str) -> int:
    """Return a word as an unsigned integer."""
    bits = 64 if type_ == "ptr" else int(type_[1:])
    return int(number) & ((1 << bits) - 1)
