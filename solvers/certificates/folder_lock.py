"""Folders of certificates: written by one process at a time, and replaced as a whole.

Files of two runs in one folder would be no proof. A new certificate is written into a folder of
its own within this one until it is complete. So the certificate of an earlier run stays if the new
run finds none, or is ended. While files are moved into place the folder has a mark, by which the
files of a killed run are recognized as files of a certificate.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from models.errors import InputError
from models.formats.text_files import UNFINISHED

MARK = f"{UNFINISHED}certificate"
STAGE = f"{UNFINISHED}new"
"""The folder, in that of a certificate, in which a new one is made."""
CLAIM = "certificate.json"
OWN = re.compile(
    r"(?:mapping|written|whole|left)\.json|(?:mapping|dfg)-\d+\.json|part\d+\.mapping\.json"
    r"|tree\.txt|horizon-.+\.(?:cnf|symbols|lrat)|core-\d+",
    re.ASCII,
)
"""Files of a certificate that the next one may lack; all others in the folder are the user's."""

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


def begin(folder: str) -> None:
    """Make room for a new certificate in `folder`, which is held. Raises `OSError`."""
    stage = Path(folder, STAGE)
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(exist_ok=True)
    for stale in Path(folder).glob(f"{UNFINISHED}*"):
        if stale.name not in (MARK, STAGE):
            stale.unlink()


def working(folder: str) -> str:
    """Return the folder in which a certificate is written; `folder` itself before `begin`."""
    stage = os.path.join(folder, STAGE)
    return stage if os.path.isdir(stage) else folder


def publish(folder: str) -> None:
    """Replace the earlier certificate by the complete new one. Raises `OSError`."""
    stage, place = Path(folder, STAGE), Path(folder)
    if not stage.is_dir():
        return
    (place / MARK).touch()
    (place / CLAIM).unlink(missing_ok=True)
    for old in [path for path in place.iterdir() if OWN.fullmatch(path.name)]:
        shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    for new in sorted(stage.iterdir(), key=lambda path: path.name == CLAIM):
        new.replace(place / new.name)
    stage.rmdir()
    (place / MARK).unlink()


def earlier(folder: str) -> str:
    """Return the end of a line on a missing certificate; it names the earlier one, if any."""
    if not os.path.exists(os.path.join(folder, CLAIM)):
        return ""
    return f"; the one in {folder} is that of an earlier run"


def let_go(folder: str) -> None:
    """Let others write to `folder` again, if it was held; delete unpublished files."""
    handle = None
    _named.discard(os.path.abspath(folder))
    with suppress(OSError):
        status = os.stat(folder)
        handle = _held.pop((status.st_dev, status.st_ino), None)
        if handle is not None:
            shutil.rmtree(os.path.join(folder, STAGE), ignore_errors=True)
    if handle is not None:
        with suppress(ImportError, OSError):
            import fcntl

            # Processes started meanwhile have the same handle.
            fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)


@contextmanager
def released(folder: str | None) -> Iterator[None]:
    """Release `folder` for other writers at the end, even after errors; for processes
    that go on.
    """
    try:
        yield
    finally:
        if folder is not None:
            let_go(folder)


@atexit.register
def _let_all_go() -> None:
    for folder in tuple(_named):
        let_go(folder)
