"""What every fuzz test asks of a reader: a valid object or one line, and neither a hang."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import msgspec
from hypothesis import HealthCheck, settings

from models.errors import InputError

T = TypeVar("T")

ASKED = int(os.environ.get("XYZMAP_FUZZ", "0"))
"""Examples of every test; 0 for a few, always the same ones."""

CPU_SECONDS = 60
"""A reader that computes for so long hangs: a thousand times what any of these files needs."""

LONGEST_LINE = 20_000


def fuzzed(usual: int) -> settings:
    """Return settings of a test: `usual` examples, or as many as XYZMAP_FUZZ says, anew each time.

    Slow tests get the same share of the longer run as of the usual one.
    """
    return settings(
        max_examples=max(1, ASKED * usual // 100) if ASKED else usual,
        derandomize=not ASKED,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


class Hang(BaseException):
    """A reader did not come to an end."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise `Hang` after far too much work: processor time, which other processes do not take."""

    def raise_hang(number: int, frame: FrameType | None) -> None:
        raise Hang(f"still reading after {CPU_SECONDS} seconds of work")

    before = signal.signal(signal.SIGVTALRM, raise_hang)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def require_line(error: InputError | str) -> None:
    """Check that an error is one line that a terminal can show."""
    line = str(error)
    assert line.strip()
    assert line.splitlines() == [line], repr(line)
    assert len(line) < LONGEST_LINE, f"{len(line)} characters: {line[:200]}"


def require_printable(read: object) -> None:
    """Check that whatever a struct names can be printed as it is."""
    if isinstance(read, str):
        assert read.isprintable(), ascii(read)
    elif isinstance(read, msgspec.Struct):
        for name in read.__struct_fields__:
            require_printable(getattr(read, name))
    elif isinstance(read, dict):
        for name, member in read.items():
            require_printable(name)
            require_printable(member)
    elif isinstance(read, tuple | list):
        for item in read:
            require_printable(item)


def read_or_refused(read: Callable[[], T]) -> T | None:
    """Return what `read` does, or None where it refuses in one line; all else is a failure.

    So are names in a struct that are not printable.
    """
    try:
        with bounded():
            found = read()
        if isinstance(found, msgspec.Struct):
            require_printable(found)
        return found
    except InputError as error:
        require_line(error)
        return None
