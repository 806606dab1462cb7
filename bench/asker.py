"""Measures commands of the project as whole processes, and keeps what is measured in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archs.formats.arch_json import architecture_to_json
from bench.page import machine
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.process.command import EXIT
from solvers.questions.entries import Entries, Entry, code, digest
from solvers.search.watched import SAMPLE_SECONDS, tree_megabytes

ROOMS = "archs encoders examples heuristics learn models programs solvers".split()
"""A measurement of other code of these rooms is not used again."""
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
    ) as process:
        while True:
            try:
                output, _ = process.communicate(timeout=SAMPLE_SECONDS)
                break
            except subprocess.TimeoutExpired:
                peak = max(peak, tree_megabytes(process.pid))
                if limit is not None and time.perf_counter() > begun + limit:
                    process.kill()
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


class Asker(Entries):
    """Entries in a file, or in memory; keys get the machine and the code, so that both fit."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path)
        self.path = path

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        """Return the entry of `key`, measured now unless there is one that is `good`; tell it."""
        whole = {**key, "machine": machine(), "code": code(*ROOMS)}
        entry = super().entry(whole, measure, good)
        told = {name: value for name, value in entry.items() if isinstance(value, TOLD)}
        words = [str(value) for value in key.values() if isinstance(value, TOLD)]
        print(*words, json.dumps(told), file=sys.stderr, flush=True)
        return entry

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
