"""The files of one certificate, the two ways in which a check can end early, and the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.errors import InputError
from models.text_files import read_bytes


class RejectedError(Exception):
    """The claim is not proved by the certificate; the message is one line."""


class TimeUpError(Exception):
    """A limit ended the check; nothing is known. The message says which limit."""

    def __init__(self, reason: str = "the time limit ended the check") -> None:
        super().__init__(reason)


class Clock:
    """Raises `TimeUpError` once `limit` seconds have passed since its creation."""

    def __init__(self, limit: float | None = None) -> None:
        self.end = None if limit is None else time.monotonic() + limit

    def check(self) -> None:
        """Return if there is time left."""
        if self.end is not None and time.monotonic() > self.end:
            raise TimeUpError


@dataclass(frozen=True)
class Directory:
    """A certificate's directory; every name in the certificate is looked up in it."""

    root: Path

    def path(self, name: str) -> Path:
        """Return the path of the file `name`, which must lie inside the directory."""
        try:
            found = (self.root / name).resolve()
            inside = found.is_relative_to(self.root.resolve())
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside or not name:
            raise RejectedError(f"certificate.json: file name '{name}' leaves the directory")
        return found

    def read(self, name: str) -> bytes:
        """Return the contents of a file; `InputError` when it cannot be read."""
        return read_bytes(str(self.path(name)))

    def lines(self, name: str, clock: Clock) -> Iterator[tuple[int, str]]:
        """Yield (number, line) of a text file, minding the clock; empty lines are left out."""
        try:
            with open(self.path(name), encoding="ascii", errors="backslashreplace") as file:
                for number, line in enumerate(file, start=1):
                    if number % 2000 == 0:
                        clock.check()
                    if line := line.strip():
                        yield number, line
        except OSError as error:
            raise InputError(f"cannot read: {error.strerror or error}", name) from None
