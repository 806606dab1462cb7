"""Notes to the user on the assumptions, omissions and guesses of readers.

A reader calls `note`; a command or a function of the library that answers a question collects the
lines with `noted`, prints them on stderr and keeps them in its answer. Without such a caller, a
line is a Python warning of category `Note`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from models.errors import one_line

SHOWN = 8
"""Names that a note lists."""


class Note(UserWarning):
    """Warning: a reader assumed a fact that the input does not state."""


_collected: ContextVar[list[str] | None] = ContextVar("collected", default=None)


def note(what: str, where: str = "") -> None:
    """Tell the user an assumption in one line; `where` is a file and a place in it."""
    said = one_line(f"{where}: {what}" if where else what)
    lines = _collected.get()
    if lines is None:
        warnings.warn(said, Note, stacklevel=2)  # Python prints the category before it
    elif f"note: {said}" not in lines:
        lines.append(f"note: {said}")


@contextmanager
def noted() -> Iterator[list[str]]:
    """Yield the list of the lines of this block, each once, in their order."""
    lines: list[str] = []
    token = _collected.set(lines)
    try:
        yield lines
    finally:
        _collected.reset(token)
