"""Small memory copies, such as of a structure, as loads and stores of words."""

from __future__ import annotations

import re

from models.data.dfg import Operand
from models.errors import NotSupportedError
from programs.llvm.builder import Builder
from programs.llvm.memory import Access
from programs.llvm.module import Instruction, Value

MOST_BYTES = 128
"""Maximum size of a copy: each word is a load and a store."""

COPIES = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")

_ALIGNED = re.compile(r"\balign (\d+)\b")


def add_copy(made: Builder, found: Instruction, block: str, what: str) -> None:
    """Add the loads and stores of a copy of a few bytes. Raises `InputError` for others."""
    to, source, size = found.operands[:3]
    name = ".".join(what.split(".")[:2])
    if size.number is None or not 0 <= size.number <= MOST_BYTES:
        many = "a number of bytes that varies" if size.number is None else f"{size.number} bytes"
        raise NotSupportedError(
            f"{name} of {many}: at most {MOST_BYTES}, a constant; write the copy as a loop"
        )
    if found.operands[3].number:
        raise NotSupportedError(f"a volatile {name}: make the text without, such as -Dvolatile=")
    filled = "memset" in name
    if filled and source.number is None:
        raise NotSupportedError(f"{name} with a value that varies: write it as a loop")
    pieces = _pieces(int(size.number), _alignment(found, filled))
    stored: list[Operand] = []
    for offset, bytes_ in pieces:
        if source.number is not None and filled:
            stored.append(made.number(_repeated(int(source.number), bytes_)))
        else:
            place, type_ = (source, offset), f"i{8 * bytes_}"
            stored.append(access(made, f"{name[5:]}.load", "load", type_, block, place))
    for (offset, bytes_), word in zip(pieces, stored, strict=True):
        access(made, f"{name[5:]}.store", "store", f"i{8 * bytes_}", block, (to, offset), word)


def access(
    made: Builder,
    wanted: str,
    word: str,
    type_: str,
    block: str,
    place: tuple[Value, int],
    *stored: Operand,
) -> Operand:
    """Add a load or store at a byte offset from an address, under its block's predicate."""
    address, offset = place
    at = made.operand(address)
    if offset:
        at = made.once(f"{wanted}.address", "add", "ptr", at, made.number(offset))
    predicate = made.block[block]
    operands = [at, *stored]
    if predicate is not None:
        word += ".unless" if predicate.negated else ".if"
        operands.insert(0, predicate.operand)
    name = made.name(wanted)
    made.add(name, word, type_, *operands)
    made.accesses.append(Access(name, bool(stored), address, made.layout.size(type_), offset))
    return Operand(name)


def _alignment(found: Instruction, filled: bool) -> int:
    """Return the largest known divisor of all addresses of a copy, in bytes."""
    arguments = found.text.partition("(")[2].split(",")[: 1 if filled else 2]
    stated = [_ALIGNED.search(argument) for argument in arguments]
    return min(int(match[1]) if match else 1 for match in stated)


def _pieces(size: int, aligned: int) -> list[tuple[int, int]]:
    """Return the offsets and sizes of the words that cover `size` bytes."""
    found, at = [], 0
    while at < size:
        bytes_ = next(n for n in (8, 4, 2, 1) if n <= min(aligned, size - at))
        found.append((at, bytes_))
        at += bytes_
    return found


def _repeated(byte: int, bytes_: int) -> int:
    return int.from_bytes(bytes([byte & 255]) * bytes_, "little", signed=True)
