"""Compares a function after all passes with the same function of the text, on the same memory.

Both are compiled into one module, and share its variables; what they return and what they leave in
memory must be equal. The comparison of a graph with its loop says nothing about the passes that
made the loop. Blocks count down, so that a function that runs on can be stopped.
"""

from __future__ import annotations

import ctypes
import json
import random
from collections import Counter
from typing import Literal, NamedTuple

from models.data.dfg import Number
from models.errors import InputError
from programs.llvm.arena import Memory
from programs.llvm.child import answered
from programs.llvm.drawn import draw_address, draw_number, fill, kinds_in
from programs.llvm.interpreted import UndefinedError
from programs.llvm.interpreted_whole import UndecidedError, WholeInterpreter
from programs.llvm.joined import FUEL, body_of, joined, require_known, result_type
from programs.llvm.layout import DataLayout
from programs.llvm.module import Function, complaint, named_text
from programs.llvm.native import load_math, returns
from programs.llvm.needed_text import needed_text
from programs.llvm.optimised import BODY
from programs.llvm.outlined import FAST
from programs.llvm.printed import METADATA
from programs.llvm.trials import Mark, tried
from programs.llvm.words import bits_of, number_of

SAME, DIFFERENT, LONG, FAULT = "same", "different", "runs on", "fault"
UNDEFINED, UNDECIDED = "undefined", "undecided"
"""Outcomes of a trial: `undecided` differs, but it is unknown whether the text is defined there."""

BLOCKS = 200_000
"""Blocks that the function of the text may execute; the other one may execute twice as many."""

SIZE = 1 << 16
"""Bytes of a piece of memory."""


class Checked(NamedTuple):
    """The number of trials of each outcome, and the first difference.

    `untested` is the reason if the function cannot be run alone.
    """

    verdicts: Counter[str]
    difference: str = ""
    untested: str = ""


def whole_compared(function: Function, trials: int, seed: int) -> Checked:
    """Compare a function after all passes with that of its text, on random arguments."""

    def compare() -> str:  # pragma: no cover  # in another process
        try:
            pair = Pair(function)
        except InputError as error:
            return json.dumps([{}, "", error.what])
        return json.dumps([*tried(pair.trial, range(trials), seed, FAULT), ""])

    found = answered(compare)
    if found is None:
        return Checked(Counter(), untested="LLVM ended while it compiled the function")
    verdicts, difference, untested = json.loads(found)
    return Checked(Counter(verdicts), difference, untested)


class Pair:
    """Both functions as native code. Raises `InputError` if they cannot be run."""

    def __init__(self, function: Function) -> None:
        import llvmlite.binding as llvm

        self.function = function
        layout = DataLayout([function])
        if layout.pointer != 64 or (unlike := layout.unlike_here()):
            raise InputError("addresses of 32 bits" if layout.pointer != 64 else unlike)
        assert function.texts is not None
        text = needed_text(named_text(function.texts.parsed), [function.name])
        self.text = METADATA.sub("", text).replace("@llvm.fmuladd.", "@llvm.fma.")
        if any(FAST.search(body[0]) for body in BODY.finditer(text)):
            raise InputError("its sums of floats may be in any order (fast-math)")
        try:
            module = llvm.parse_assembly(joined(function, self.text))
            module.verify()
        except RuntimeError as error:
            raise InputError(complaint(error)) from None
        require_known(module, self.text)
        apart = [a.name for a in function.arguments if a.name in function.apart]
        self.pieces = {name: number for number, name in enumerate(apart, 1)}
        self.memory = Memory(1 + len(apart), SIZE)
        self.kinds = kinds_in(function, function.blocks)
        for each in module.global_variables:
            if not each.is_declaration and not each.name.startswith("llvm."):
                each.linkage = "external"  # to be found by name
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(module, machine)
        load_math(llvm)
        for each in module.global_variables:
            if each.is_declaration:
                middle = ctypes.addressof(self.memory.arenas[0]) + SIZE // 2
                self.engine.add_global_mapping(each, middle)
        self.engine.finalize_object()
        data = self.engine.target_data
        self.variables = {
            each.name: (
                self.engine.get_global_value_address(each.name),
                int(data.get_abi_size(each.global_value_type)),
            )
            for each in module.global_variables
            if not each.is_declaration and not each.name.startswith("llvm.")
        }
        self.calls = [self.engine.get_function_address(f"xyzmap.{n}") for n in (0, 1)]

    def trial(self, chance: random.Random, attempt: int, mark: Mark) -> tuple[str, str]:
        """Run both on random arguments; return the verdict, and the difference."""
        arenas = self.memory.arenas
        given: list[Number] = []
        for argument in self.function.arguments:
            if argument.type == "ptr":
                given.append(draw_address(arenas[self.pieces.get(argument.name, 0)], chance))
            else:
                given.append(draw_number(argument.type, chance, attempt))
        for arena in arenas:
            fill(arena, arenas, self.kinds, False, chance, attempt)
        before = self._contents()
        found = []
        for number, call in enumerate(self.calls):
            self._restore(before)
            if number and mark():
                return self._judged(before, given, "ends the process after the passes")
            slots = (ctypes.c_int64 * (len(given) + 1))()
            for n, (argument, word) in enumerate(zip(self.function.arguments, given, strict=True)):
                slots[n] = bits_of(word, argument.type)
            fuel = ctypes.c_int64.from_address(self.engine.get_global_value_address(FUEL))
            fuel.value = BLOCKS << number
            out = ctypes.c_int64(0)
            if not returns(call, slots, out):
                if number == 0:
                    self._restore(before)
                    return FAULT, ""
                return self._judged(before, given, "ends the process after the passes")
            if fuel.value < 0:
                if number == 0:
                    return LONG, ""
                return self._judged(before, given, "runs on after the passes")
            found.append((out.value, self._contents()))
        if what := self._difference(*found):
            return self._judged(before, given, what)
        return SAME, ""

    def _judged(self, before: list[bytes], given: list[Number], difference: str) -> tuple[str, str]:
        """Return the verdict on a difference: the text may be undefined on these arguments."""
        self._restore(before)
        places = [(ctypes.addressof(a), len(a)) for a in self.memory.arenas]
        interpreter = WholeInterpreter(
            self.text, self.function.name, places, self.variables, BLOCKS
        )
        try:
            interpreter.run_with(given)
        except UndefinedError:
            return UNDEFINED, ""
        except UndecidedError:
            return UNDECIDED, ""
        return DIFFERENT, difference

    def _contents(self) -> list[bytes]:
        own = [ctypes.string_at(at, size) for n, (at, size) in self.variables.items() if n != FUEL]
        return [arena.raw for arena in self.memory.arenas] + own

    def _restore(self, texts: list[bytes]) -> None:
        arenas = [(ctypes.addressof(a), len(a)) for a in self.memory.arenas]
        places = arenas + [place for n, place in self.variables.items() if n != FUEL]
        for (at, size), text in zip(places, texts, strict=True):
            if ctypes.string_at(at, size) != text:
                ctypes.memmove(at, text, size)

    def _difference(self, one: tuple[int, list[bytes]], other: tuple[int, list[bytes]]) -> str:
        kind = result_type(body_of(self.function.module, self.function.name))
        if one[0] != other[0]:
            pair = [number_of(bits, kind) for bits in (other[0], one[0])]
            if any(number == number for number in pair):
                return f"it returns {pair[0]}, not {pair[1]}"
        for left, right in zip(one[1], other[1], strict=True):
            if left != right and not _alike(left, right):
                return "memory differs"
        return ""


_FLOATS: tuple[tuple[Literal["f", "d"], int], ...] = (("f", 4), ("d", 8))


def _alike(left: bytes, right: bytes) -> bool:
    """Whether memory differs only in words that are not a number, as floats or doubles."""
    size = len(left) // 8 * 8
    if left[size:] != right[size:]:
        return False
    for code, bytes_ in _FLOATS:
        words = [memoryview(text[:size]).cast(code) for text in (left, right)]
        places = range(0, size, bytes_)
        different = [
            n for n, at in enumerate(places) if left[at : at + bytes_] != right[at : at + bytes_]
        ]
        if all(each[n] != each[n] for n in different for each in words):
            return True
    return False
