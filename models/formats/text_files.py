"""Reading and writing text files with errors of one line."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from models.errors import InputError, meant

LIMIT_MIB = 64

STANDARD_INPUT = "-"
"""The name of a file that is standard input."""

_STREAM = re.compile(r"/dev/(?:fd/\d+|std(?:in|out|err))|/proc/(?:self|\d+)/fd/\d+", re.ASCII)

UNFINISHED = ".xyzmap-"
"""Prefix of the names of files while they are written."""

Identity = tuple[object, ...]
"""A key of a file or a folder that does not depend on the spelling of its name."""

_kept: set[Identity | None] = set()


def read_bytes(path: str) -> bytes:
    """Return the contents of a file of at most 64 MiB, of standard input where `path` is `-`.

    Raises `InputError` when it is missing, unreadable, a directory, or larger; and at once, instead
    of waiting for one, when it is a pipe without a writer.
    """
    if path == STANDARD_INPUT:
        return _standard_input()
    try:
        with open(path, "rb", opener=_at_once) as file:
            data = file.read((LIMIT_MIB << 20) + 1)
            silent = not data and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read: {_reason(error)}{_instead(path, error)}", path) from None
    if silent:
        raise InputError("cannot read: no process writes to this pipe", path)
    if len(data) > LIMIT_MIB << 20:
        raise InputError(f"larger than {LIMIT_MIB} MiB", path)
    return data


def _instead(path: str, error: Exception) -> str:
    """Return the tail of a message: the files beside it that a wrong name may have meant."""
    folder, name = os.path.split(path)
    if isinstance(error, IsADirectoryError):
        return "; name a file"
    if not isinstance(error, FileNotFoundError):
        return ""
    try:
        there = [one for one in os.listdir(folder or ".") if not one.startswith(".")]
    except (OSError, ValueError):
        return f"; there is no folder '{folder}'"
    ending = os.path.splitext(name)[1]
    alike = sorted(one for one in there if os.path.splitext(one)[1] == ending)
    shown = ", ".join(alike[:4]) + (", …" if len(alike) > 4 else "")
    others = f"there: {shown}" if shown else f"there is no {ending or 'such'} file"
    near = meant(name, there, 0.8)
    return near.replace("mean '", f"mean '{os.path.join(folder, '')}") or f"; {others}"


def _standard_input() -> bytes:
    data = b"" if sys.stdin is None else sys.stdin.buffer.read((LIMIT_MIB << 20) + 1)
    if not data:
        raise InputError("standard input is empty; only one input of a command can be '-'")
    if len(data) > LIMIT_MIB << 20:
        raise InputError(f"standard input is larger than {LIMIT_MIB} MiB")
    return data


def stem(path: str) -> str:
    """Return the name, in printable letters, of a graph or an array that has no name of its own."""
    if path == STANDARD_INPUT:
        return "stdin"
    return "".join(letter if letter.isprintable() else "?" for letter in Path(path).stem)


def decode_text(data: bytes, path: str) -> str:
    """Return UTF-8 text with plain line ends. Raises `InputError` naming the line."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"line {line}: not UTF-8: {error.reason}; save the file as UTF-8", path
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_stream(path: str) -> bool:
    """Whether a name is that of an open stream; files in memory are in /dev/shm, too."""
    return _STREAM.fullmatch(path) is not None


def identity_of(path: str) -> Identity | None:
    """Return a key of a plain file or a folder under any name; None for devices and pipes."""
    if path in ("", "-") or is_stream(path):
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ("new", os.path.realpath(path)) if "\0" not in path else None
    if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode):
        return ("there", found.st_dev, found.st_ino)
    return None


@contextmanager
def kept(paths: Iterable[str]) -> Iterator[None]:
    """Protect these files, under any of their names, from being written in this block."""
    added = {identity_of(path) for path in paths} - _kept - {None}
    _kept.update(added)
    try:
        yield
    finally:
        _kept.difference_update(added)


def write_text(path: str, text: str) -> None:
    """Write UTF-8 text. Raises `InputError` when the file cannot be written."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"a name is not Unicode text: {error.reason}", path) from None
    write_bytes(path, data)


def write_bytes(path: str, data: bytes) -> None:
    """Write a file: whole or not at all, also when the process is killed. Raises `InputError` then.

    Links are followed; other files than plain ones, such as /dev/stdout, are written to directly.
    """
    if _kept and identity_of(path) in _kept:
        raise InputError("an input of this command, which is not overwritten", path)
    try:
        target = os.path.realpath(path)
        mode = os.stat(target).st_mode if os.path.lexists(target) else None
        # What stdout is redirected to would be another file than /dev/stdout from then on.
        plain = stat.S_ISREG(mode or stat.S_IFREG) and not is_stream(path)
        if plain and (mode is None or _replaceable(target)):
            _replace(path, target, data, mode)
        else:
            _overwrite(path, data)
    except (OSError, ValueError) as error:
        other = "; name a file" if isinstance(error, IsADirectoryError) else ""
        raise InputError(f"cannot write: {_reason(error)}{other}", path) from None


def _replaceable(target: str) -> bool:
    """Whether an existing file may be written and replaced."""
    return os.access(target, os.W_OK) and os.access(os.path.dirname(target), os.W_OK)


def _overwrite(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def _replace(path: str, target: str, data: bytes, mode: int | None) -> None:
    part = os.path.join(os.path.dirname(target), UNFINISHED + os.urandom(8).hex())
    try:
        with open(part, "xb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(part, stat.S_IMODE(mode))
        os.replace(part, target)
    except OSError as error:
        # A file that is mounted by itself, or another user's in a folder such as /tmp.
        if mode is None or error.errno not in (errno.EBUSY, errno.EPERM):
            raise
        _overwrite(path, data)
    finally:
        with suppress(OSError):
            os.unlink(part)


def require_place(path: str) -> None:
    """Raise `InputError` before long work where its result could not be written."""
    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path):
        raise InputError("cannot write: name a file, not a directory", path or "output")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write: '{folder}' is not a directory; make it first", path)
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError("cannot write: permission denied", path)


def make_folder(path: str) -> None:
    """Create a directory if it does not exist; its parent must exist.

    Raises `InputError` when it cannot be made.
    """
    if not path:
        raise InputError("a directory without a name", "output")
    above = os.path.dirname(path.rstrip("/")) or "."
    if not os.path.lexists(above):
        raise InputError(
            f"cannot create this directory: there is no '{above}'; make it first", path
        )
    try:
        with suppress(FileExistsError):
            os.mkdir(path)
        if not os.path.isdir(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    except (OSError, ValueError) as error:
        other = "; name another one" if os.path.exists(path) else ""
        raise InputError(f"cannot create this directory: {_reason(error)}{other}", path) from None


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe; reading waits, as usual."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return handle


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
