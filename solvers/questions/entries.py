"""Measurements that survive an interruption: one JSON file of entries, and what their keys name."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

Entry = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def code(*rooms: str) -> str:
    """Return a digest of all Python code of `rooms`; figures of other code are not mixed in."""
    found = hashlib.sha256()
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            found.update(str(path.relative_to(ROOT)).encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def digest(text: str) -> str:
    """Return a short name of `text` that depends on all of it."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def processor() -> str:
    """Return the processor and the number of cores; figures of another are not comparable."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores"


class Entries:
    """Entries by key, written to `path` after each one; None keeps them in memory only.

    A key has everything that an entry depends on. Threads may share it; processes may not.
    Raises `InputError` where `path` holds something else.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}
        if path is not None and path.exists():
            self._entries = _read(path)

    def get(self, key: dict[str, object]) -> Entry | None:
        """Return the entry of `key`, if there is one."""
        return self._entries.get(_name(key))

    def put(self, key: dict[str, object], entry: Entry) -> None:
        """Keep `entry`, in the file too."""
        with self._lock:
            self._entries[_name(key)] = entry
            self._save()

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`."""
        known = self.get(key)
        if known is not None and good(known):
            return known
        measured = measure()
        self.put(key, measured)
        return measured

    def _save(self) -> None:
        if self._path is None:
            return
        from models.formats.text_files import write_text

        write_text(str(self._path), json.dumps(self._entries, indent=0))


def _name(key: dict[str, object]) -> str:
    return json.dumps(key, sort_keys=True)


def _read(path: Path) -> dict[str, Entry]:
    from models.errors import InputError, require_plain
    from models.formats.text_files import read_bytes

    try:
        found = json.loads(read_bytes(str(path)))
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("not a file of entries: it is no JSON", str(path)) from None
    if not isinstance(found, dict) or not all(isinstance(e, dict) for e in found.values()):
        raise InputError("not a file of entries", str(path))
    require_plain(found, str(path))
    return found
