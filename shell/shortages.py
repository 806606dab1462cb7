"""Shortages of the machine, or of what this process may have: memory, processes, files."""

from __future__ import annotations

import sys
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM

MIB = 1 << 20


class ShortageError(Exception):
    """Work ends for want of memory, of processes or of files; the message names it in one line."""


def limited_to() -> int | None:
    """Return the megabytes of address space that this process may have, None for any number."""
    limit = _limit("RLIMIT_AS")
    return None if limit is None else limit // MIB


def shortage(error: BaseException) -> str | None:
    """Return in one line which shortage an error shows; None where it shows none."""
    if isinstance(error, ShortageError):
        return str(error)
    number, memory = getattr(error, "errno", None), limited_to()
    if number in (EMFILE, ENFILE):
        return "no more files can be opened" + _told("RLIMIT_NOFILE" if number == EMFILE else None)
    # A stream that would block raises the same error, and says how much it has written.
    blocked = number == EAGAIN and not hasattr(error, "characters_written")
    threadless = isinstance(error, RuntimeError) and "new thread" in str(error)
    if blocked or (threadless and memory is None):
        return "no more processes can be started" + _told("RLIMIT_NPROC")
    # Where memory is limited, installed libraries fail to load, and threads to start, and some
    # libraries return without an error.
    broken = isinstance(error, ImportError | OSError | SystemError) and number is None
    broken = broken and not isinstance(error, ModuleNotFoundError)
    if isinstance(error, MemoryError) or number == ENOMEM:
        return _exhausted(memory)
    return _exhausted(memory) if (broken or threadless) and memory is not None else None


def _exhausted(megabytes: int | None) -> str:
    return "memory is exhausted" + ("" if megabytes is None else f": the limit is {megabytes} MB")


def _told(name: str | None) -> str:
    limit = None if name is None else _limit(name)
    return "" if limit is None else f": the limit is {limit}"


def _limit(name: str) -> int | None:
    """Return a limit of this process, None for any number and where it has no such limit."""
    if sys.platform != "linux":
        return None
    import resource

    soft, _ = resource.getrlimit(getattr(resource, name))
    return None if soft == resource.RLIM_INFINITY else soft
