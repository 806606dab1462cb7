"""Measurements that survive an interruption: one JSON file of entries, keyed by the question."""

from __future__ import annotations

import functools
import hashlib
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.measure import machine

Entry = dict[str, Any]

ROOMS = ("archs", "encoders", "examples", "heuristics", "models", "solvers")


@functools.cache
def code() -> str:
    """Return a digest of the code that is measured; figures of other code are not mixed in."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def digest(text: str) -> str:
    """Return a short name of `text` that depends on all of it."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Resume:
    """Entries by key, written to `path` after each one; None keeps them in memory only.

    A key has everything that an entry depends on; the machine and the code are added here.
    Threads may share it.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}
        if path is not None and path.exists():
            self._entries = json.loads(path.read_text(encoding="utf-8"))

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`."""
        whole = {**key, "machine": machine(), "code": code()}
        name = json.dumps(whole, sort_keys=True)
        known = self._entries.get(name)
        if known is not None and good(known):
            return known
        measured = measure()
        with self._lock:
            self._entries[name] = measured
            self._save()
        return measured

    def _save(self) -> None:
        if self._path is None:
            return
        part = self._path.with_name(self._path.name + ".part")
        part.write_text(json.dumps(self._entries, indent=0), encoding="utf-8")
        part.replace(self._path)
