"""Asks ILP, plain SA, LISA and the exact search for the smallest interval: whole processes."""

from __future__ import annotations

import json
import math
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bench.lisa_ilp import ilp
from bench.lisa_power import activity
from bench.lisa_sets import array
from bench.lisa_weights import Shelf
from bench.measure import run
from bench.resume import Entry, Resume, digest
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from solvers.questions.entries import code

T = TypeVar("T")

METHODS = ("ILP", "SA", "LISA", "exact")
KEPT = ("status", "ii", "cycles", "lower_bound", "lower_bound_reason", "found_by", "stopped")
NO_WEIGHTS = "no weights"


@dataclass(frozen=True)
class Limits:
    """Seconds for SA, LISA and the exact search; for ILP at an interval, and how many of those."""

    whole: float = 30.0
    ilp: float = 60.0
    intervals: int = 3


@dataclass(frozen=True)
class LisaAsker:
    """Asks one method about a loop on an array, and keeps what it says."""

    resume: Resume
    shelf: Shelf
    limits: Limits

    def ask(self, dfg: Dfg, spec: str, method: str, seed: int = 0) -> Entry:
        """Return what a method says; only SA and LISA depend on the seed."""
        if method == "ILP":
            found = ilp(self.resume, dfg, spec, self.limits.ilp, self.limits.intervals)
            return self._told(dfg, spec, method, seed, found)
        words = [spec, "--method", method.lower(), "--time-limit", f"{self.limits.whole:g}"]
        words += ["--seed", str(seed)]
        key: dict[str, object] = {"tool": "lisa_ask", "words": words, "learn": code("learn")}
        key["dfg"] = digest(dfg_to_json(dfg))
        if method == "LISA":
            trained = self.shelf.first(array(spec))
            if trained is None:
                return {"status": NO_WEIGHTS, "ii": None, "seconds": 0.0}
            key["weights"] = trained.digest
            words = [*words, "--weights", str(trained.path)]
        found = self.resume.entry(key, lambda: _measure(dfg, spec, words))
        return self._told(dfg, spec, method, seed, found)

    def _told(self, dfg: Dfg, spec: str, method: str, seed: int, entry: Entry) -> Entry:
        shown = {name: entry.get(name) for name in ("status", "ii", "seconds")}
        print(dfg.name, spec, method, seed, json.dumps(shown), file=sys.stderr, flush=True)
        return entry


def _measure(dfg: Dfg, spec: str, words: list[str]) -> Entry:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dfg.json"
        path.write_text(dfg_to_json(dfg), encoding="utf-8")
        done = run("solvers.min_ii", str(path), *words, "--json", "--quiet")
    entry: Entry = {"seconds": round(done.seconds, 2), "megabytes": round(done.megabytes)}
    if not done.output:
        return entry | {"status": "error", "ii": None, "code": done.code}
    answer = done.answer
    entry |= {name: answer[name] for name in KEPT}
    entry["search_seconds"] = round(answer["seconds"]["total"], 2)
    if answer["mapping"] is not None:
        mapping = mapping_from_json(json.dumps(answer["mapping"]), "answer")
        entry["activity"] = activity(mapping, dfg, array(spec))
    return entry


def middle(entries: Sequence[Entry]) -> Entry:
    """Return the run with the median interval, with the median times of all runs.

    A run without a mapping is worse than any interval. `range` are the smallest and the largest.
    """
    order = sorted(entries, key=lambda e: math.inf if e["ii"] is None else e["ii"])
    found = dict(order[(len(order) - 1) // 2])
    for name in ("seconds", "search_seconds"):
        if all(name in entry for entry in entries):
            found[name] = statistics.median(entry[name] for entry in entries)
    found["range"] = [order[0]["ii"], order[-1]["ii"]]
    return found


def together(jobs: int, calls: Sequence[Callable[[], T]]) -> list[T]:
    """Return what the calls return, up to `jobs` at a time; what waits is dropped on an error."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(lambda call: call(), calls))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
