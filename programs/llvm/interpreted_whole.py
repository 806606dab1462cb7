"""Interprets a function of the text as it was parsed, to decide whether its result is defined.

Variables on the stack may hold values without a defined result, as long as nothing depends on them.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping, Sequence

from models.data.dfg import Number
from models.errors import InputError
from programs.llvm.calls import called
from programs.llvm.interpreted import Interpreter, UndefinedError, Word
from programs.llvm.layout import DataLayout
from programs.llvm.module import Block, Function, Instruction, Value, functions_as_written
from programs.llvm.words import bits_of, number_of, size_of

DEEPEST = 64
"""Maximum depth of calls."""

_CASE = re.compile(r"i\d+ (-?\d+|true|false), label")

Place = tuple[int, int]
"""The address and the bytes of a piece of memory."""


class UndecidedError(Exception):
    """The function does what is not interpreted, or runs on."""


class WholeInterpreter(Interpreter):
    """Executes a function on memory, and on variables at given places."""

    def __init__(
        self,
        text: str,
        name: str,
        places: Sequence[Place],
        variables: Mapping[str, Place],
        most: int,
    ) -> None:
        self.functions = functions_as_written(text)
        self.function = self.functions[name]
        self.layout = DataLayout(list(self.functions.values()))
        self.memory = self
        self.places = [*places, *variables.values()]
        self.variables = variables
        self.left = most
        self.words: dict[str, Word] = {}
        self.stack: list[object] = []
        self.local: list[Place] = []
        self.open: set[int] = set()
        """Bytes of the stack without a defined value."""

    def run_with(self, given: Sequence[Number]) -> None:
        """Execute the function. Raises `UndefinedError`, or `UndecidedError`."""
        try:
            result = self._call(self.function, [Word(number) for number in given], 0)
        except (InputError, KeyError, AttributeError, AssertionError, ValueError) as error:
            raise UndecidedError from error
        if result.open:
            raise UndefinedError

    def _call(self, function: Function, arguments: Sequence[Word], deep: int) -> Word:
        if deep > DEEPEST:
            raise UndecidedError
        kept = self.function, self.words
        self.function = function
        self.words = {a.name: word for a, word in zip(function.arguments, arguments, strict=True)}
        result = self._blocks(function, deep)
        self.function, self.words = kept
        return result

    def _blocks(self, function: Function, deep: int) -> Word:
        block, before = function.blocks[0], ""
        while True:
            self.left -= 1
            if self.left < 0:
                raise UndecidedError
            phis = [i for i in block.instructions if i.opcode == "phi"]
            taken = [self._word(phi.operands[phi.sources.index(before)]) for phi in phis]
            self.words |= {phi.name: word for phi, word in zip(phis, taken, strict=True)}
            for found in block.instructions[len(phis) : -1]:
                word = self._step(found, deep)
                if found.name:
                    self.words[found.name] = word
            last = block.instructions[-1]
            if last.opcode == "ret":
                return self._word(last.operands[0]) if last.operands else Word(0)
            if last.opcode == "unreachable":
                raise UndefinedError
            before, block = block.name, function.block_by_name[self._target(block, last)]

    def _target(self, block: Block, last: Instruction) -> str:
        if last.opcode == "br":
            targets = block.successors
            return targets[0 if len(targets) < 2 or self._needed(last.operands[0]) else -1]
        if last.opcode != "switch":
            raise UndecidedError
        number = self._needed(last.operands[0])
        words = {"true": 1, "false": 0}
        cases = [words[n] if n in words else int(n) for n in _CASE.findall(last.text)]
        targets = block.successors
        default, others = targets[0], targets[1:]
        return next((to for n, to in zip(cases, others, strict=True) if n == number), default)

    def _step(self, found: Instruction, deep: int) -> Word:
        if found.opcode == "alloca":
            return self._allocated(found)
        if found.opcode == "store":
            type_ = self.layout.word(found.operands[0].type)
            self._put(int(self._needed(found.operands[1])), self._word(found.operands[0]), type_)
            return Word(0)
        if found.opcode == "load":
            return self._got(int(self._needed(found.operands[0])), self.layout.word(found.type))
        if found.opcode == "call":
            other = self.functions.get(called(found))
            if other is not None:
                return self._call(other, [self._word(v) for v in found.operands[:-1]], deep + 1)
        return self._executed(found)

    def _word(self, value: Value) -> Word:
        if value.fixed and value.name.startswith("@") and value.name[1:] in self.variables:
            return Word(self.variables[value.name[1:]][0])
        if value.name.endswith((" undef", " poison")) or value.name in ("undef", "poison"):
            return Word(0, True)
        if value.number is not None:
            return Word(value.number)
        if value.fixed:
            raise UndecidedError
        return self.words[value.name]

    def _allocated(self, found: Instruction) -> Word:
        text = re.match(r".*?= alloca (?:inalloca )?(.*?)(?:, align \d+)?$", found.text)
        if text is None or not re.fullmatch(r"i64|i32|i\d+", str(found.operands[0].type)):
            raise UndecidedError
        count = found.operands[0].number
        type_ = _first(text[1])
        if count is None:
            raise UndecidedError
        size = max(1, self.layout.size_in_text(type_) * int(count))
        memory = ctypes.create_string_buffer(size + 16)
        at = (ctypes.addressof(memory) + 15) // 16 * 16
        self.stack.append(memory)
        self.local.append((at, size))
        self.open |= set(range(at, at + size))
        return Word(at)

    def load(self, address: int, type_: str) -> Number:
        """Return a word of memory, for the copies of the base class."""
        word = self._got(address, type_)
        return word.number

    def store(self, address: int, number: Number, type_: str) -> None:
        """Store a word."""
        self._put(address, Word(number), type_)

    def _got(self, address: int, type_: str) -> Word:
        size = size_of(type_)
        self._require(address, size)
        bits = int.from_bytes(ctypes.string_at(address, size), "little")
        open_ = any(at in self.open for at in range(address, address + size))
        return Word(number_of(bits, type_), open_)

    def _put(self, address: int, word: Word, type_: str) -> None:
        size = size_of(type_)
        local = self._require(address, size)
        if word.open and not local:
            raise UndefinedError
        number = 0 if word.open else word.number
        bits = bits_of(number, type_) & ((1 << 8 * size) - 1)
        ctypes.memmove(address, bits.to_bytes(size, "little"), size)
        touched = set(range(address, address + size))
        self.open = self.open | touched if word.open else self.open - touched

    def _require(self, address: int, size: int) -> bool:
        """Require memory at an address, and return whether it is on the stack."""
        for at, length in self.local:
            if at <= address <= at + length - size:
                return True
        if any(at <= address <= at + length - size for at, length in self.places):
            return False
        raise UndefinedError


def _first(text: str) -> str:
    """Return the first part of a list with commas, outside of brackets."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in "[{(<") - (letter in "]})>")
        if letter == "," and not depth:
            return text[:at]
    return text
