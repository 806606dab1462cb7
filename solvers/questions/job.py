"""A question as a job, with all that it needs: it can be sent to another machine as it is."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

COLUMNS = (
    "question",
    "input",
    "architecture",
    "options",
    "status",
    "value",
    "bound",
    "verified",
    "seconds",
    "megabytes",
    "exit_code",
    "error",
    "host",
    "time_limit",
    "memory_limit",
    "command",
    "key",
)
"""Columns of rows about answers, in the exports of sweeps and in the library."""


@dataclass(frozen=True)
class Job:
    """A question: `words` follow the command's name; `files` are contents by relative path.

    `input`, `architecture` and `options` name it for people, and `command` asks the same again from
    the folder of the TOML file. `time_limit` (seconds) is the
    command's own; the process is killed `grace` seconds later, or where it needs more than
    `memory_limit` megabytes with all its processes. With `verify` its certificate is re-checked.
    """

    question: str
    input: str
    architecture: str
    options: tuple[tuple[str, Any], ...]
    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    time_limit: float
    memory_limit: int | None
    grace: float
    version: str
    verify: bool = False
    command: str = ""

    @functools.cached_property
    def key(self) -> str:
        """A digest of all that the answer may depend on: contents, not where they came from."""
        facts = {
            "question": self.question,
            "words": self.words,
            "files": [(name, hashlib.sha256(data).hexdigest()) for name, data in self.files],
            "time_limit": self.time_limit,
            "memory_limit": self.memory_limit,
            "grace": self.grace,
            "version": self.version,
            "verify": self.verify,
        }
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]

    @property
    def choice(self) -> str:
        """Its options, for people."""
        return in_words((name, value) for name, value in self.options if value is not None)

    @property
    def label(self) -> str:
        """All of it, for a line of progress."""
        where = f" on {self.architecture}" if self.architecture else ""
        return f"{self.question} {self.input}{where}" + (f", {self.choice}" if self.choice else "")


@dataclass(frozen=True)
class Result:
    """The result of a job; `error` is the reason for a missing answer, `answer` the command's JSON.

    `verified` is the verdict of the verifier on its certificate, None without a certificate.
    """

    status: str
    value: int | None
    bound: int | None
    seconds: float
    megabytes: float
    exit_code: int | None
    error: str | None
    host: str
    answer: str | None
    verified: str | None = None


def in_words(options: Iterable[tuple[str, Any]]) -> str:
    """Return options with their values, for people."""
    return ", ".join(f"{name}={_shown(value)}" for name, value in options)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "+".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
