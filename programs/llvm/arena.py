"""Pieces of memory for a compiled loop, with guards around them."""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

from models.errors import InputError

GUARD = 1 << 34
"""Inaccessible bytes before and after all pieces."""

NEAR_GUARD = 1 << 27
"""The same for addresses of 32 bits."""

_BELOW = 0x40
"""The flag `MAP_32BIT` of `mmap` on x86-64: an address of 31 bits."""


class Memory:
    """Pieces of given sizes in bytes between guards, so that no other memory is touched."""

    def __init__(self, count: int, size: int, far: bool = True) -> None:
        self.size = size
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.mmap.restype = ctypes.c_void_p
        self._libc.mmap.argtypes = [
            *(ctypes.c_void_p, ctypes.c_size_t),
            *[ctypes.c_int] * 3,
            ctypes.c_long,
        ]
        self._libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self._libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        guard = GUARD if far else NEAR_GUARD
        each = 2 * max(size, mmap.PAGESIZE)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | (0 if far else _BELOW)
        self._bytes = 2 * guard + count * each
        self._start = self._libc.mmap(None, self._bytes, 0, flags, -1, 0)
        if self._start in (None, ctypes.c_void_p(-1).value):
            raise InputError("no memory to run the compiled loop in")
        self.arenas: list[Any] = []
        for n in range(count):
            address = self._start + guard + n * each
            self._libc.mprotect(address, size, mmap.PROT_READ | mmap.PROT_WRITE)
            self.arenas.append((ctypes.c_char * size).from_address(address))

    def close(self) -> None:
        """Free the memory."""
        self._libc.munmap(self._start, self._bytes)
