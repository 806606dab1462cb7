"""A command of the project as a whole process: its wall time, its memory, and what it prints."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from shell.command import EXIT
from sweeps.watched import program, watch

Answer = dict[str, Any]
"""The fields of a measurement that a page shows."""
Text = str | Callable[[], str] | Path
"""The text of a file, or what makes it when it is needed, or a file that is there."""


@dataclass(frozen=True)
class Run:
    """A finished process: seconds of wall time, peak megabytes of it with all its children."""

    command: list[str]
    seconds: float
    megabytes: float
    code: int
    output: str
    errors: str = ""

    @property
    def answer(self) -> Answer:
        """The JSON that was printed; raises `RuntimeError` where the command has failed."""
        if not self.output and self.code != EXIT["unknown"]:
            raise RuntimeError(f"no answer (exit code {self.code}): {' '.join(self.command)}")
        # Without output, the time was up before the search began.
        found: Answer = json.loads(self.output or '{"status": "unknown"}')
        return found

    def picked(self, *names: str) -> Answer:
        """Return these fields of the answer, with seconds and megabytes, rounded, if named."""
        cost = {"seconds": round(self.seconds, 2), "megabytes": round(self.megabytes)}
        answer = self.answer
        return {name: cost[name] if name in cost else answer.get(name) for name in names}


def run(*words: str, limit: float | None = None) -> Run:
    """Run `python -m WORDS…`, or a program by its path; after `limit` seconds it is killed."""
    command = list(words) if "/" in words[0] else [sys.executable, "-m", *words]
    ended = watch(partial(program, command), math.inf if limit is None else limit)
    return Run(list(words), ended.seconds, ended.megabytes, ended.code, ended.out, ended.err)


@contextmanager
def written(files: Mapping[str, Text]) -> Iterator[Callable[[str], str]]:
    """Write files to a new folder; yield what replaces `{NAME}` and `{folder}` by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {"folder": folder}
        for name, text in files.items():
            path = text if isinstance(text, Path) else Path(folder, f"{name}.json")
            if not isinstance(text, Path):
                path.write_text(text if isinstance(text, str) else text(), encoding="utf-8")
            paths[name] = str(path)

        def filled(word: str) -> str:
            for name, path in paths.items():
                word = word.replace(f"{{{name}}}", path)
            return word

        yield filled
