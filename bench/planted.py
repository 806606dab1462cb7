"""Loops that fill arrays: every number of `docs/results/planted.md`.

`python -m bench.planted` draws loops together with a mapping (`learn/labels/planted.py`), so that
an II is known that no answer may exceed, and asks `solvers.min_ii` for them. `--resume FILE` keeps
what is done.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from archs.presets import architecture_preset
from bench.asker import run, written
from bench.counted import COUNTED, SAID
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from bench.page import table
from learn.labels.planted import planted_loop
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry

ARRAYS = {
    "lisa-simple:3x3": (1, 2, 3, 4),
    "lisa-simple:4x4": (1, 2, 3, 4),
    "hycube:3x3": (1, 2, 3, 4),
    "hycube:4x4": (3, 4, 5),
    "satmapit:3x3": (1, 2, 3, 4),
    "satmapit:4x4": (1, 2, 3, 4),
}
"""Of each array the intervals; with fewer on the larger HyCUBE hardly any drawing is as full."""

FILL = 0.9

NONE = 1 << 30
"""How far above the planted II a loop counts that has no mapping."""


@bench(
    "planted",
    "Loops that fill arrays",
    time_limit(30, "of a question"),
    some("--arrays", ARRAYS, "ARRAY"),
    number("--seeds", 9, "loops of each array and interval"),
    smoke="--arrays lisa-simple:3x3 --seeds 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every loop."""
    yield (
        "Random loops, drawn by `learn.labels.planted` together with a mapping that uses"
        f" {FILL:.0%} to 100% of the issue slots; one context less has too few slots. Seeds 0 to"
        f" {options.seeds - 1} of each array and interval. Whole processes of"
        f" `python -m solvers.min_ii DFG ARRAY`, {options.time_limit:g} s each. `satmapit` passes"
        f" no value on: operations that share a value have to be neighbours.{SAID}\n"
    )
    rows: list[list[object]] = []
    entries: list[tuple[int, Entry]] = []
    for array in options.arrays:
        for interval in ARRAYS[array]:
            own = []
            for seed in range(options.seeds):
                own.append((interval, _asked(asker, array, interval, seed, options.time_limit)))
            rows.append([f"`{array}`", interval, *_figures(own)])
            entries += own
    rows.append(["all", "", *_figures(entries)])
    heads = ("array", "planted II", "loops", "found", "1 more", "worse", "none")
    yield table((*heads, "median s", "longest s"), rows)
    found = sum(entry["ii"] == interval for interval, entry in entries)
    yield f"{found} of {len(entries)} ({found / len(entries):.1%}) at the planted II.\n"


def _asked(asker: Asker, array: str, interval: int, seed: int, limit: float) -> Entry:
    """Return what `solvers.min_ii` says of a loop."""
    words = ["solvers.min_ii", "{dfg}", array, "--time-limit", f"{limit:g}", *COUNTED]
    words += ["--json", "--quiet"]

    def measure() -> Entry:
        dfg, _ = planted_loop(architecture_preset(array), interval, FILL, seed)
        with written({"dfg": dfg_to_json(dfg)}) as filled:
            done = run(*map(filled, words))
        names = ("status", "ii", "lower_bound", "lower_bound_reason", "found_by")
        return {"operations": len(dfg.operations), **done.entry(*names)}

    return asker.entry({"words": " ".join(words), "planted": interval, "seed": seed}, measure)


def _figures(entries: list[tuple[int, Entry]]) -> list[object]:
    """Return how many were mapped at the planted II, one above, above that, not at all; seconds."""
    above = Counter(
        NONE if entry["ii"] is None else min(entry["ii"] - interval, 2)
        for interval, entry in entries
    )
    if min(above, default=0) < 0:
        raise AssertionError("an II is smaller than the issue slots allow")
    seconds = [entry["seconds"] for _, entry in entries]
    counts = [above[key] or "" for key in (0, 1, 2, NONE)]
    return [len(entries), *counts, f"{median(seconds):.1f}", f"{max(seconds):.1f}"]


if __name__ == "__main__":
    sys.exit(main())
