"""Random inputs of a loop, as its function may compute them.

What the function computes before the loop by pure instructions is computed from random numbers for
what it is computed from: LLVM's passes promise more of such values, for example that two have no
bit in common, than any random numbers keep.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from models.data.dfg import Number
from models.semantics.typed import wrapped
from programs.llvm.builder import LoopGraph
from programs.llvm.drawn import draw_address, draw_input, draw_number
from programs.llvm.instructions import PLAIN
from programs.llvm.interpreted import Interpreter, UndefinedError, Word
from programs.llvm.module import Instruction, Value

DEEPEST = 32
"""Maximum depth of instructions followed back from an input."""


class Outside(Interpreter):
    """Draws the inputs of a loop once, from what they are computed from."""

    def __init__(
        self, graph: LoopGraph, arenas: Sequence[Any], chance: random.Random, attempt: int
    ) -> None:
        self.graph, self.layout, self.function = graph, graph.layout, graph.loop.function
        self.arenas, self.chance, self.attempt = list(arenas), chance, attempt
        self.words: dict[str, Word] = {}
        self.piece = 0
        self.deep = 0

    def drawn(self, values: Sequence[Value]) -> list[Number]:
        """Return a number for each input. Raises `UndefinedError` if the function has none."""
        return [self._drawn(value) for value in values]

    def _drawn(self, value: Value) -> Number:
        if value.number is None and not value.fixed and self._pure(value) is not None:
            names = (n for n, other in self.graph.inputs.items() if other == value)
            self.piece = self.graph.pieces.get(next(names), 0)
            self.deep = 0
            word = self._word(value)
            if word.open:
                raise UndefinedError
            # An address is a word without a sign.
            return word.number if value.type != "ptr" else int(word.number) % (1 << 64)
        if value.name in self.words and not self.words[value.name].open:
            return self.words[value.name].number
        number = draw_input(self.graph, value, self.arenas, self.chance, self.attempt)
        self.words[value.name] = Word(number)
        return number

    def _pure(self, value: Value) -> Instruction | None:
        """Return the instruction of a value, if others determine it."""
        found = self.function.instruction_by_name.get(value.name)
        if found is None or self.function.made_in[value.name] in self.graph.loop.names:
            return None
        if value.type == "ptr":
            return found if found.opcode in ("getelementptr", "freeze") else None
        return found if found.opcode in PLAIN or found.opcode in ("icmp", "freeze") else None

    def _word(self, value: Value) -> Word:
        if value.number is not None:
            undefined = value.name.endswith((" undef", " poison"))
            return Word(value.number, undefined or value.name in ("undef", "poison"))
        if value.name not in self.words:
            found = self._pure(value)
            self.deep += 1
            if found is not None and any(operand.fixed for operand in found.operands):
                found = None  # an address that only the linker knows
            if found is not None and self.deep <= DEEPEST:
                word = self._executed(found)
            elif value.type == "ptr":
                word = Word(wrapped(draw_address(self.arenas[self.piece], self.chance), "ptr"))
            else:
                word = Word(draw_number(value.type, self.chance, self.attempt))
            self.words[value.name] = word
        return self.words[value.name]
