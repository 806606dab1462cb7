"""Random inputs of a loop, and random contents of its memory.

Most numbers are small, so that loops end and addresses stay in memory. Some have all bits of their
type, so that sums wrap around and floats are rounded. The further attempts of a trial draw smaller
numbers that are not negative, as many loops are undefined on others.
"""

from __future__ import annotations

import ctypes
import random
import re
import struct
from collections.abc import Iterable
from typing import Any

from models.data.dfg import Number
from models.semantics.typed import wrapped
from programs.llvm.builder import LoopGraph
from programs.llvm.module import Block, Function, Value
from programs.llvm.needed_text import needed_text

SLOTS = 64
"""Number of start positions of addresses in the middle of a piece of memory."""

DOUBLES, ADDRESSES, POINTERS, FLOATS, SMALL, LONG, WIDE, BITS = range(8)
"""Kinds of memory contents."""

_SPECIAL = (0.0, -0.0, 0.5, -2.5, 1e-40, 3e38, float("inf"), float("nan"))


def draw_input(
    graph: LoopGraph, value: Value, arenas: list[Any], chance: random.Random, attempt: int = 0
) -> Number:
    """Return a number for an input; addresses that may alias are in one piece of memory."""
    if value.number is not None:
        return value.number
    if value.type == "ptr":
        piece = next(graph.pieces[n] for n, other in graph.inputs.items() if other == value)
        return draw_address(arenas[piece], chance)
    return draw_number(value.type, chance, attempt)


def draw_address(arena: Any, chance: random.Random) -> int:
    """Return an address in the middle of a piece of memory."""
    return ctypes.addressof(arena) + len(arena) // 2 + 16 * chance.randrange(SLOTS)


def draw_number(type_: str, chance: random.Random, attempt: int = 0) -> Number:
    """Return a number of a type, a smaller one in each further attempt."""
    if type_ in ("float", "double"):
        return _float(type_, chance)
    if attempt:
        return wrapped(chance.randrange(max(12 >> attempt, 3)), type_)
    small, signed = chance.randrange(12), chance.randrange(-40, 40)
    return wrapped(chance.choice((small, small, small, signed, chance.getrandbits(64))), type_)


def _float(type_: str, chance: random.Random) -> float:
    """Return a quarter of a small number, one with all bits, or a special one."""
    kind = chance.randrange(12)
    number = chance.randrange(-64, 64) / 4
    if kind == 0:
        number = chance.choice(_SPECIAL)
    elif kind < 4:
        number = chance.gauss(0, 50)
    return struct.unpack("<f", struct.pack("<f", number))[0] if type_ == "float" else number


_OF_BYTES = re.compile(r"= trunc (?:nuw |nsw )*i8 %[^\n]* to i1|= load i8,[^\n]* !range ")
"""In text without passes: `_Bool` in memory, of which other bytes than 0 and 1 are undefined."""


def kinds_in(function: Function, blocks: Iterable[Block]) -> list[int]:
    """Return the kinds of numbers to fill memory with, where some blocks of a function read it."""
    assert function.texts is not None
    if not _OF_BYTES.search(function.texts.parsed):
        return kinds_of(blocks)
    if _OF_BYTES.search(needed_text(function.texts.parsed, [function.name])):
        return [BITS]
    return kinds_of(blocks)


def kinds_of(blocks: Iterable[Block]) -> list[int]:
    """Return the kinds of numbers to fill memory with, by the loaded types."""
    every = (found for block in blocks for found in block.instructions)
    read = {found.type for found in every if found.opcode == "load"}
    typed = {"double": [DOUBLES], "ptr": [ADDRESSES, ADDRESSES, POINTERS], "float": [FLOATS]}
    small = [LONG, LONG, SMALL, SMALL] if "i64" in read else [SMALL] * 4
    found = [kind for type_, kinds in typed.items() if type_ in read for kind in kinds]
    if not found:
        return [*small, WIDE, ADDRESSES]
    # A loop that loads addresses would soon leave its memory if it found other words there.
    others = "ptr" not in read and any(each[0] == "i" and each != "i1" for each in read)
    return [*found, *((*small, WIDE) if others else ())]


def fill(
    arena: Any,
    arenas: list[Any],
    kinds: list[int],
    near: bool,
    seed: random.Random,
    attempt: int = 0,
) -> None:
    """Fill memory with numbers of a kind; addresses of 32 bits are `near`."""
    kind = seed.choice(kinds)
    kind = SMALL if attempt and kind == WIDE else kind
    size = len(arena)
    if kind == WIDE:
        content = seed.randbytes(size)
    else:
        content = _drawn_from(_words(kind, arenas, near, seed, attempt), size, seed)
    ctypes.memmove(arena, content, size)


def _words(
    kind: int, arenas: list[Any], near: bool, seed: random.Random, attempt: int
) -> list[bytes]:
    """Return the 256 words, of equal length, that memory is filled with."""
    every = range(256)
    if kind in (ADDRESSES, POINTERS):
        # Structures of a number and an address, some of which are null; or addresses only.
        code = "<I" if near else "<Q"
        start = ctypes.addressof(arenas[0]) + len(arenas[0]) // 2
        targets = [struct.pack(code, start + 16 * seed.randrange(SLOTS)) for _ in every]
        if kind == POINTERS:
            return targets
        numbers = [struct.pack(code, seed.randrange(9)) for _ in every]
        null = struct.pack(code, 0)
        targets = [null if seed.randrange(4) == 0 else target for target in targets]
        return [number + target for number, target in zip(numbers, targets, strict=True)]
    if kind == BITS and seed.randrange(2):
        return [bytes(seed.randrange(2) for _ in range(4)) for _ in every]
    if kind == BITS:
        return [struct.pack("<i", seed.randrange(2)) for _ in every]
    if kind in (DOUBLES, FLOATS):
        code, top = ("<d", 99) if kind == DOUBLES else ("<f", 9)
        if seed.randrange(2) and not attempt:
            # With all bits, some of them special.
            drawn = [seed.gauss(0, 50) for _ in range(256 - len(_SPECIAL))]
            return [struct.pack(code, number) for number in (*drawn, *_SPECIAL)]
        return [struct.pack(code, seed.randrange(-9, top) / 2) for _ in every]
    low, high = (0, max(16 >> attempt, 3)) if attempt else (-9, 16)
    code = "<q" if kind == LONG else "<i"
    return [struct.pack(code, seed.randrange(low, high)) for _ in every]


def _drawn_from(words: list[bytes], size: int, seed: random.Random) -> bytes:
    """Return `size` bytes of random ones of 256 words: byte by byte of all words at once."""
    length = len(words[0])
    which = seed.randbytes(size // length)
    content = bytearray(size)
    for place in range(length):
        content[place::length] = which.translate(bytes(word[place] for word in words))
    return bytes(content)
