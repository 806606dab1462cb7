"""Measures commands of the project as whole processes, and keeps what is measured in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from archs.formats.arch_json import architecture_to_json
from bench import store
from bench.page import RESULTS
from bench.sources import code
from bench.store import Origin, Row
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.process.children import end
from models.process.command import EXIT
from solvers.questions.entries import Entries, Entry, digest
from solvers.search.watched import SAMPLE_SECONDS, tree_megabytes

TOLD = (str, int, float)


@dataclass(frozen=True)
class Run:
    """A finished process: seconds of wall time, peak megabytes of it with all its children."""

    command: list[str]
    seconds: float
    megabytes: float
    code: int
    output: str

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON that was printed; raises `RuntimeError` where the command has failed."""
        if not self.output and self.code != EXIT["unknown"]:
            raise RuntimeError(f"no answer (exit code {self.code}): {' '.join(self.command)}")
        # Without output, the time was up before the search began.
        found: dict[str, Any] = json.loads(self.output or '{"status": "unknown"}')
        return found

    def entry(self, *names: str) -> Entry:
        """Return these fields of the answer, with the seconds and megabytes, rounded."""
        answer = self.answer
        cost = {"seconds": round(self.seconds, 2), "megabytes": round(self.megabytes)}
        return {name: answer.get(name) for name in names} | cost


def run(*words: str, limit: float | None = None, tree: Path | None = None) -> Run:
    """Run `python -m WORDS…`, at most `limit` seconds; what it prints on stderr is dropped.

    `tree` is another checkout, whose packages are used.
    """
    command = [sys.executable, "-m", *words]
    environment = None if tree is None else {**os.environ, "PYTHONPATH": str(tree)}
    begun = time.perf_counter()
    peak, output = 0.0, ""
    with subprocess.Popen(
        command,
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            while True:
                try:
                    output, _ = process.communicate(timeout=SAMPLE_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    peak = max(peak, tree_megabytes(process.pid))
                    if limit is not None and time.perf_counter() > begun + limit:
                        process.kill()
        except BaseException:
            # What is interrupted leaves nothing that runs.
            end(process)
            raise
        seconds = time.perf_counter() - begun
    return Run(["python", "-m", *words], seconds, peak, process.returncode, output)


def texts(dfg: Dfg, arch: Architecture) -> dict[str, str]:
    """Return the files `dfg` and `arch` of a question."""
    return {"dfg": dfg_to_json(dfg), "arch": architecture_to_json(arch)}


@contextmanager
def written(files: Mapping[str, str]) -> Iterator[Callable[[str], str]]:
    """Write files into a new folder; yield what replaces `{NAME}` and `{folder}` by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {"folder": folder}
        for name, text in files.items():
            paths[name] = str(Path(folder, f"{name}.json"))
            Path(paths[name]).write_text(text, encoding="utf-8")

        def filled(word: str) -> str:
            for name, path in paths.items():
                word = word.replace(f"{{{name}}}", path)
            return word

        yield filled


class MissingError(InputError):
    """A page asks for what was not measured for it."""


class Asker:
    """Answers what pages ask for: measured now, or as rows have it.

    `path` keeps what is measured across interruptions: an answer is used again on the same
    machine, of the same code. With `known`, nothing is measured. `rows` are all that were asked
    for, and `folder` is where the page is written.
    """

    def __init__(
        self,
        path: Path | None = None,
        page: str = "",
        origin: Origin | None = None,
        folder: Path = RESULTS,
        known: Iterable[Row] | None = None,
    ) -> None:
        self._kept = Entries(path)
        self._page = page
        self._origin = origin or store.origin(code(f"bench.{page}"))
        self._known = None if known is None else {store.name(row.key): row for row in known}
        self._rows: dict[str, Row] = {}
        self.folder = folder

    @property
    def rows(self) -> list[Row]:
        """What was asked for, once each."""
        return list(self._rows.values())

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`; tell it.

        Raises `MissingError` where nothing is to be measured, and there is none.
        """
        named = store.name(key)
        if self._known is not None:
            if named not in self._known:
                again = f"measure it again: python -m bench {self._page}"
                raise MissingError(f"{self._page}: not measured: {named[:200]}; {again}")
            row = self._known[named]
        else:
            row = self._measured(key, measure, good)
            self._tell(key, row.answer)
        self._rows[named] = row
        return row.answer

    def _measured(
        self, key: dict[str, object], measure: Callable[[], Entry], good: Callable[[Entry], bool]
    ) -> Row:
        of = {name: getattr(self._origin, name) for name in ("machine", "versions", "code")}
        origin = msgspec.to_builtins(self._origin)
        kept = self._kept.entry(
            {**key, **of},
            lambda: {"answer": _plain(measure()), "origin": origin},
            lambda entry: good(entry["answer"]),
        )
        measured = msgspec.convert(kept["origin"], Origin)
        return store.row(self._page, key, kept["answer"], measured)

    @staticmethod
    def _tell(key: dict[str, object], entry: Entry) -> None:
        told = {name: value for name, value in entry.items() if isinstance(value, TOLD)}
        words = [str(value) for value in key.values() if isinstance(value, TOLD)]
        print(*words, json.dumps(told), file=sys.stderr, flush=True)

    def ask(
        self,
        words: Sequence[str],
        files: Mapping[str, str],
        keep: Callable[[Run, Path], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
        key: Mapping[str, object] | None = None,
    ) -> Entry:
        """Return what `keep` makes of a run of `python -m WORDS…` and of its folder.

        `files` are written to the folder, and `{NAME}` and `{folder}` in words stand for paths.
        `key` is what the answer depends on besides words and files.
        """

        def measure() -> Entry:
            with written(files) as filled:
                return keep(run(*map(filled, words)), Path(filled("{folder}")))

        named = {name: digest(text) for name, text in files.items()}
        return self.entry({"words": " ".join(words), **named, **(key or {})}, measure, good)


def _plain(entry: Entry) -> Entry:
    """Return the entry as it is read from a file, so that both are shown alike."""
    plain: Entry = json.loads(json.dumps(entry))
    return plain
