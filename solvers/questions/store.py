"""Finished jobs in an SQLite file, one row each, written as soon as they are finished."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, fields
from pathlib import Path

from models.errors import InputError
from solvers.questions.job import Job, Result

APPLICATION = 0x78797A73  # "xyzs", in the header of the file
FORMAT = 2
MEMORY = ":memory:"
"""The path of a store in memory, without a file."""

WAIT_SECONDS = 60.0
"""How long another sweep may be writing to the same file."""

RESULT = tuple(field.name for field in fields(Result))
NAMES = ("key", "question", "input", "architecture", "options", "time_limit", "memory_limit")
COLUMNS = (*NAMES, "version", "finished", *RESULT)
TYPES = {"key": "TEXT PRIMARY KEY NOT NULL", "status": "TEXT NOT NULL"}


UNUSABLE = "cannot use as a store of results"


class Store:
    """Results by the keys of their jobs. Raises `InputError` where the file is something else.

    A row is written within a transaction of its own: a process that is killed leaves all
    rows before, and never half a row.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._open(path)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"{UNUSABLE}: {error}; name another one", path) from None

    def _open(self, path: str) -> None:
        new = not Path(path).exists() or Path(path).stat().st_size == 0
        self._base = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
        if not new:
            found = [self._base.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS]
            # Another process may be about to write the header of a file that it has just made.
            tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if found != [APPLICATION, FORMAT] and tables:
                self._base.close()
                if found[0] == APPLICATION:
                    raise InputError(f"a store of format {found[1]}, not {FORMAT}", path)
                raise InputError("another kind of SQLite file, not a store of a sweep", path)
        columns = ", ".join(f"{name} {TYPES.get(name, '')}".strip() for name in COLUMNS)
        self._base.execute("BEGIN IMMEDIATE")
        self._base.execute(f"CREATE TABLE IF NOT EXISTS rows ({columns})")
        for name, number in zip(PRAGMAS, (APPLICATION, FORMAT), strict=True):
            self._base.execute(f"PRAGMA {name} = {number}")
        self._base.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def results(self, keys: Iterable[str]) -> dict[str, Result]:
        """Return the known results of jobs, by key. Raises `InputError` on a damaged file."""
        query = f"SELECT {', '.join(RESULT)} FROM rows WHERE key = ?"
        found = {}
        try:
            with closing(self._base.cursor()) as cursor:
                for key in keys:
                    row = cursor.execute(query, (key,)).fetchone()
                    if row is not None:
                        found[key] = Result(*row)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"{UNUSABLE}: {error}; name another one", self._path) from None
        return found

    def put(self, job: Job, result: Result) -> None:
        """Keep the result of a job. Raises `InputError` where the disk refuses."""
        names = (
            job.key,
            job.question,
            job.input,
            job.architecture,
            json.dumps(dict(job.options), ensure_ascii=False),
            job.time_limit,
            job.memory_limit,
        )
        row = (*names, job.version, time.time(), *asdict(result).values())
        marks = ", ".join("?" for _ in row)
        try:
            self._base.execute(f"INSERT OR REPLACE INTO rows VALUES ({marks})", row)
        except sqlite3.Error as error:
            raise InputError(f"cannot keep a result: {error}", self._path) from None


PRAGMAS = ("application_id", "user_version")
