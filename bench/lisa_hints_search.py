"""Whole searches for the smallest interval, with and without annealing first."""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.lisa_sets import Combination
from bench.lisa_weights import Trained
from bench.measure import run
from bench.resume import Entry, Resume, digest
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import code

METHODS = ("exact", "auto")


@dataclass(frozen=True)
class Searcher:
    """Asks for the smallest interval of a loop, and keeps what is said; one search at a time."""

    resume: Resume
    limit: float

    def whole(self, asked: Combination, trained: Trained | None, method: str) -> Entry:
        """Return the answer of a process of `solvers.min_ii`."""
        weights = trained if method == "auto" else None
        key = self._key(asked, weights) | {"method": method}
        entry = self.resume.entry(key, lambda: self._process(asked, weights, method))
        return _told(asked, method, entry)

    def _key(self, asked: Combination, trained: Trained | None) -> dict[str, object]:
        return {
            "tool": "lisa_hints_search",
            "dfg": digest(dfg_to_json(asked.dfg)),
            "arch": asked.arch,
            "limit": self.limit,
            "weights": "" if trained is None else trained.digest,
            "learn": code("learn"),
        }

    def _process(self, asked: Combination, trained: Trained | None, method: str) -> Entry:
        words = ["--method", method, "--time-limit", f"{self.limit:g}", "--json", "--quiet"]
        if trained is not None:
            words += ["--weights", str(trained.path)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dfg.json"
            path.write_text(dfg_to_json(asked.dfg), encoding="utf-8")
            done = run("solvers.min_ii", str(path), asked.arch, *words)
        entry: Entry = {"status": "error", "ii": None, "seconds": round(done.seconds, 3)}
        if not done.output:
            return entry
        answer = done.answer
        kept = ("status", "ii", "lower_bound", "found_by")
        return entry | {name: answer[name] for name in kept}


def _told(asked: Combination, how: str, entry: Entry) -> Entry:
    shown = json.dumps({name: entry.get(name) for name in ("status", "ii", "seconds")})
    print(asked.loop, asked.arch, how, shown, file=sys.stderr, flush=True)
    return entry
