"""Asks ILP, plain SA, LISA and the exact search for the smallest interval: whole processes."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.asker import Asker
from bench.figures import middle
from bench.lisa_ilp import ilp
from bench.lisa_power import activity
from bench.lisa_sets import array
from bench.lisa_weights import Shelf
from bench.loop_sets import Loop
from bench.min_ii import asked
from bench.workers import together
from models.formats.mapping_json import mapping_from_json
from solvers.questions.entries import Entry

METHODS = ("ILP", "SA", "LISA", "exact")
ALONE = ("exact",)
"""It takes all cores, so nothing runs beside it."""
SEEDED = ("SA", "LISA")
NO_WEIGHTS = "no weights"


@dataclass(frozen=True)
class Limits:
    """Seconds for a whole search; for ILP at an interval, and how many of those it tries."""

    whole: float = 30.0
    ilp: float = 60.0
    intervals: int = 3


@dataclass(frozen=True)
class LisaAsker:
    """Asks one method about a loop on an array."""

    asker: Asker
    shelf: Shelf
    limits: Limits

    def ask(self, loop: Loop, spec: str, method: str, seed: int = 0) -> Entry:
        """Return what a method says; only SA and LISA depend on the seed."""
        if method == "ILP":
            return ilp(self.asker, loop, spec, self.limits.ilp, self.limits.intervals)
        words = ["--method", method.lower(), "--seed", str(seed)]
        weights, key = list[str](), dict[str, object]()
        if method == "LISA":
            trained, key = self.shelf.told(self.asker, spec), self.shelf.key
            if not trained:
                return {"status": NO_WEIGHTS, "ii": None, "seconds": 0.0}
            weights = ["--weights", str(self.shelf.folder / trained[0]["file"])]

        def more(answer: dict[str, Any]) -> Entry:
            if "seconds" not in answer:
                return {"activity": None}
            found: Entry = {"search_seconds": round(answer["seconds"]["total"], 2)}
            if answer["mapping"] is not None:
                mapping = mapping_from_json(json.dumps(answer["mapping"]), "answer")
                found["activity"] = activity(mapping, loop.graph(), array(spec))
            return found

        return asked(self.asker, loop, spec, self.limits.whole, words, more, key, weights)


def answers(
    asker: LisaAsker,
    questions: Sequence[tuple[Loop, str]],
    methods: Sequence[str],
    seeds: int,
    jobs: int,
) -> list[dict[str, list[Entry]]]:
    """Return what methods say of loops on arrays, one run per seed where seeds matter."""
    found: list[dict[str, list[Entry]]] = [{} for _ in questions]
    for method in methods:
        runs = range(seeds if method in SEEDED else 1)
        calls = [partial(asker.ask, *each, method, seed) for each in questions for seed in runs]
        said = iter(together(1 if method in ALONE else jobs, calls))
        for own in found:
            own[method] = [next(said) for _ in runs]
    return found


def middle_run(entries: Sequence[Entry]) -> Entry:
    """Return the run with the median interval, with the median times of all runs.

    A run without a mapping is worse than any interval. `range` are the smallest and the largest.
    """
    found = dict(middle(entries, "ii"))
    for name in ("seconds", "search_seconds"):
        if all(name in entry for entry in entries):
            found[name] = statistics.median(entry[name] for entry in entries)
    intervals = [entry["ii"] for entry in entries]
    known = sorted(ii for ii in intervals if ii is not None)
    least = known[0] if known else None
    found["range"] = [least, None if None in intervals else known[-1]]
    return found
