"""Reading and writing text files with errors of one line."""

from __future__ import annotations

import os

from models.errors import InputError

LIMIT_MIB = 64


def read_bytes(path: str) -> bytes:
    """Return the contents of a file of at most 64 MiB.

    Raises `InputError` when it is missing, unreadable, a directory, or larger.
    """
    try:
        with open(path, "rb") as file:
            data = file.read((LIMIT_MIB << 20) + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read: {_reason(error)}", path) from None
    if len(data) > LIMIT_MIB << 20:
        raise InputError(f"larger than {LIMIT_MIB} MiB", path)
    return data


def decode_text(data: bytes, path: str) -> str:
    """Return UTF-8 text with plain line ends. Raises `InputError` naming the line."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: not UTF-8: {error.reason}", path) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: str, text: str) -> None:
    """Write UTF-8 text. Raises `InputError` when the file cannot be written."""
    try:
        data = text.encode()
        with open(path, "wb") as file:
            file.write(data)
    except UnicodeEncodeError as error:
        raise InputError(f"a name is not Unicode text: {error.reason}", path) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write: {_reason(error)}", path) from None


def require_place(path: str) -> None:
    """Raise `InputError` before long work where its result could not be written."""
    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path):
        raise InputError("cannot write: name a file, not a directory", path or "output")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write: '{folder}' is not a directory", path)
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError("cannot write: permission denied", path)


def make_folder(path: str) -> None:
    """Create a directory unless it is there. Raises `InputError` when it cannot be."""
    if not path:
        raise InputError("a directory without a name", "output")
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot create this directory: {_reason(error)}", path) from None


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
