"""The files of one certificate, the two ways in which a check can end early, the clock, and limits
on sizes, checked before allocation: larger questions are left open.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from models.errors import InputError

MOST_BYTES = {".cnf": 1 << 29, ".symbols": 1 << 29, ".lrat": 1 << 30}
"""The largest file that is read, by its ending."""

MOST_OTHER_BYTES = 1 << 25
"""The largest file with another ending: they are read as a whole, and taken apart."""

MOST_LINE = 1 << 22
"""Bytes of a line, at most."""


class RejectedError(Exception):
    """The claim is not proved by the certificate; the message is one line."""


class TimeUpError(Exception):
    """A limit, named in the message, ended the check without a verdict."""

    def __init__(self, reason: str = "the time limit ended the check") -> None:
        super().__init__(reason)


class Clock:
    """Raises `TimeUpError` once `limit` seconds have passed since its creation."""

    def __init__(self, limit: float | None = None) -> None:
        self.end = None if limit is None else time.monotonic() + limit

    def left(self) -> float | None:
        """Return the remaining seconds, None without a limit."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def check(self) -> None:
        """Return if time is left; otherwise raise `TimeUpError`."""
        if self.end is not None and time.monotonic() > self.end:
            raise TimeUpError


@dataclass(frozen=True)
class Directory:
    """A certificate's directory; every name in the certificate is looked up in it."""

    root: Path

    def path(self, name: str) -> Path:
        """Return the path of the file `name`; `RejectedError` if it leaves the directory."""
        path = self.root / name
        try:
            inside = path.resolve().is_relative_to(self.root.resolve())
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside or not name:
            raise RejectedError(f"certificate.json: file name '{name}' leaves the directory")
        return path

    def open(self, name: str) -> BinaryIO:
        """Open a file. Raises `InputError` where it is not regular, too large, or unreadable."""
        path = self.path(name)
        try:
            file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            raise InputError(f"cannot read: {error.strerror or error}", name) from None
        found, most = os.fstat(file), MOST_BYTES.get(path.suffix, MOST_OTHER_BYTES)
        if stat.S_ISREG(found.st_mode) and found.st_size <= most:
            return os.fdopen(file, "rb")
        os.close(file)
        large = stat.S_ISREG(found.st_mode)
        what = f"larger than {most >> 20} MB" if large else "not a regular file"
        raise InputError(f"cannot read: {what}", name)

    def read(self, name: str) -> bytes:
        """Return the contents of a file; `InputError` where `open` or reading fails."""
        with self.open(name) as file:
            try:
                return file.read(os.fstat(file.fileno()).st_size)
            except OSError as error:
                raise InputError(f"cannot read: {error.strerror or error}", name) from None

    def lines(self, name: str, clock: Clock) -> Iterator[tuple[int, str]]:
        """Yield (number, line) of the non-empty lines of a text file, and check the clock.

        Raises `RejectedError` for a line longer than `MOST_LINE` bytes.
        """
        with self.open(name) as file:
            number = 0
            while line := file.readline(MOST_LINE):
                number += 1
                if len(line) == MOST_LINE:
                    raise RejectedError(f"{name}: line {number}: longer than {MOST_LINE} bytes")
                if number % 1000 == 0 or len(line) > 1000:
                    clock.check()
                if text := line.decode("ascii", "backslashreplace").strip():
                    yield number, text


MOST_CELLS, LEAST_CELLS = 1 << 28, 1 << 12  # cycles times values times places; per cycle
MOST_ISSUES = 1 << 21  # of operations, by way, component and cycle
MOST_EXECUTED = 1 << 21  # iterations of a simulation times cycles and values
MOST_PARTS = 20_000  # slots, registers and lanes of an array
MOST_STREAMED = 1 << 14  # cycles of a streaming program, and its initiation interval
MOST_SPOKES = 1 << 21  # cycles of a streaming program times tiles
MOST_BITS = 1 << 31  # variables about a streaming program times cycles


def require_extent(what: str, size: int, most: int) -> None:
    """Raise `TimeUpError` where a size exceeds the limit of this verifier."""
    if size > most:
        raise TimeUpError(f"there are more {what} than the limit of {most:,}")
