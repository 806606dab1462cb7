"""The output streams of a command: all names can be written, and a lost reader ends no work."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

ESCAPES = "xyzmap.escapes"
"""The name of the error handler for characters that the encoding of a stream lacks."""
STRICT = ("strict", "surrogateescape")
"""Ways of Python that end a command at such a character."""


class Patient(io.TextIOWrapper):
    """A stream whose reader may close it, as `head` does after some lines: the work goes on."""

    def write(self, text: str) -> int:
        """Write text; discard it if the reader has closed the stream."""
        try:
            return super().write(text)
        except BrokenPipeError:
            discard(self)
            return len(text)

    def flush(self) -> None:
        """Write buffered text; discard it if the reader has closed the stream."""
        try:
            super().flush()
        except BrokenPipeError:
            discard(self)


class Closed(io.TextIOWrapper):
    """Stands for a stdout that was closed before the command began: the work goes on.

    `lost` says whether something was to be written to it, and `kept` whether a file has the answer.
    """

    lost = kept = False

    def __init__(self) -> None:
        super().__init__(io.FileIO(os.devnull, "w"), "utf-8")

    def write(self, text: str) -> int:
        """Note that there was something to write."""
        self.lost |= bool(text)
        return len(text)


def is_answer_lost() -> bool:
    """Whether something was to be written to a closed stdout, and nothing to a file."""
    return isinstance(sys.stdout, Closed) and sys.stdout.lost and not Closed.kept


def prepare_streams() -> None:
    """Let stdout lose its reader; make both streams escape letters that their encoding lacks.

    Closed standard streams are opened as empty ones, so that no file or pipe gets their numbers,
    which processes and engines in C write to.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = Closed()
    codecs.register_error(ESCAPES, _escaped)
    if type(sys.stdout) is io.TextIOWrapper:  # else a program that runs commands has its own
        whole, lines = sys.stdout, sys.stdout.line_buffering
        whole.flush()
        encoding, errors = whole.encoding, whole.errors
        sys.stdout = Patient(whole.detach(), encoding, errors, line_buffering=lines)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in STRICT:
            stream.reconfigure(errors=ESCAPES)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Return JSON escapes of characters; those beyond the first plane are two escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    halves = text.encode("utf-16-be", "surrogatepass")
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end


def settle() -> None:
    """Flush both streams; redirect one without a reader to the null device, also at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            discard(stream)


def discard(stream: TextIO) -> None:
    """Redirect all later output of `stream` to the null device."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def to_stderr(line: str) -> None:
    """Write a line to stderr, if it exists and has a reader."""
    if sys.stderr is None:  # `print` would take stdout then
        return
    try:
        print(line, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        discard(sys.stderr)
