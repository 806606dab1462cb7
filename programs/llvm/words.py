"""Conversion of words of LLVM types between numbers and bits."""

from __future__ import annotations

import struct
from functools import cache

from models.data.dfg import Number
from models.semantics.typed import wrapped


@cache
def size_of(type_: str) -> int:
    """Return the bytes of a word in memory."""
    sizes = {"ptr": 8, "double": 8, "float": 4, "i1": 1}
    return sizes[type_] if type_ in sizes else -(-int(type_[1:]) // 8)


def bits_of(number: Number, type_: str) -> int:
    """Return the bits of a number, as a signed integer."""
    if type_ == "double":
        return int(struct.unpack("<q", struct.pack("<d", number))[0])
    if type_ == "float":
        return int(struct.unpack("<i", struct.pack("<f", number))[0])
    return wrapped(number, type_)


def number_of(bits: int, type_: str) -> Number:
    """Return the number with these bits."""
    if type_ == "double":
        return float(struct.unpack("<d", struct.pack("<Q", bits & (1 << 64) - 1))[0])
    if type_ == "float":
        return float(struct.unpack("<f", struct.pack("<I", bits & (1 << 32) - 1))[0])
    return wrapped(bits, type_)
