"""Folders of certificates, which one process at a time writes to.

The files of two runs would else lie among each other, and prove nothing. A folder has a mark while
it is written to, so that what a killed run has left is known to be no file of somebody else.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from models.errors import InputError
from models.formats.text_files import UNFINISHED

MARK = f"{UNFINISHED}certificate"

_held: dict[tuple[int, int], int] = {}
_named: set[str] = set()


def hold(folder: str) -> None:
    """Keep other processes from `folder` until `let_go`, or the end of this process.

    Raises `InputError` while another one holds it, and `OSError` where it cannot be opened.
    """
    handle = os.open(folder, os.O_RDONLY)
    status = os.fstat(handle)
    if (status.st_dev, status.st_ino) in _held:
        os.close(handle)
        return
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise InputError("another process is writing a certificate here", folder) from None
    except (ImportError, OSError):  # a system without locks, or a file system
        pass
    _held[status.st_dev, status.st_ino] = handle
    _named.add(os.path.abspath(folder))


def mark(folder: str) -> None:
    """Say in `folder` that what is in it belongs to a certificate; `let_go` takes it back."""
    with open(os.path.join(folder, MARK), "wb"):
        pass


def let_go(folder: str) -> None:
    """Let others write to `folder` again, if it was held."""
    handle = None
    _named.discard(os.path.abspath(folder))
    with suppress(OSError):
        status = os.stat(folder)
        handle = _held.pop((status.st_dev, status.st_ino), None)
        if handle is not None:
            os.unlink(os.path.join(folder, MARK))
    if handle is not None:
        with suppress(ImportError, OSError):
            import fcntl

            # Processes started meanwhile have the same handle.
            fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)


@contextmanager
def released(folder: str | None) -> Iterator[None]:
    """Let others write to `folder` in the end, whatever comes of it; for processes that go on."""
    try:
        yield
    finally:
        if folder is not None:
            let_go(folder)


@atexit.register
def _let_all_go() -> None:
    for folder in tuple(_named):
        let_go(folder)
