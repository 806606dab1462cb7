"""The shipped policy on programs it has not seen: `python -m bench.policy_unseen`.

A hundred random programs of 10 to 30 instructions, of seeds that no training uses; the policy, its
samples and a beam, greedy and random placement, and the exact method with as much time, against the
exact method with a minute. Writes `docs/results/policy_unseen.md`.
"""

from __future__ import annotations

import functools
import statistics
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.frame import Asker, Namespace, Parts, bench, number, option, time_limit
from bench.page import table
from learn.ppo.tasks import HELD_OUT, Task
from models.errors import InfeasibleError
from models.streaming.engine import Engine
from models.streaming.recipes import RECIPES, random_program
from models.streaming.rules import Rules
from solvers.questions.entries import Entry
from solvers.questions.streaming.search import StreamingSearch
from solvers.questions.streaming.state import Settings

if TYPE_CHECKING:
    from learn.ppo.predict import Mapper

II = 6
SIZES = range(10, 31)
METHODS = ("policy", "samples", "beam", "greedy", "greedy, samples", "random")
AS_LONG = "exact, as long"
BANDS = ((10, 16), (17, 23), (24, 30))


@bench(
    "policy_unseen",
    "The policy on programs it has not seen",
    number("--count", 100, "programs"),
    number("--samples", 32),
    number("--beam", 16),
    time_limit(60, "exact"),
    option("--policy", metavar="FILE", help="weights (default: those shipped)"),
    smoke="--count 2 --samples 2 --beam 2",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Map all programs by all methods."""

    @functools.cache
    def all_guided(k: int) -> dict[str, Entry]:
        from learn.ppo.measure import measured

        guide = _mapper(options.policy).on(_task(k))
        found = measured(_task(k), guide, options.samples, options.beam, k)
        return {
            r.method: {"cycles": r.cycles, "seconds": r.milliseconds / 1000, "fault": r.fault}
            for r in found
        }

    def guided(k: int, name: str) -> Entry:
        return all_guided(k)[name]

    drawn = {"samples": options.samples, "beam": options.beam}
    drawn["policy"] = options.policy and Path(options.policy).name
    rows: list[dict[str, Entry]] = []
    exact: list[Entry] = []
    for k in range(options.count):
        program = {"program": k, "size": SIZES[k % len(SIZES)], "recipe": RECIPES[k % len(RECIPES)]}
        row: dict[str, Entry] = {}
        for name in METHODS:
            key = {**program, **drawn, "method": name}
            row[name] = asker.entry(key, partial(guided, k, name))
        longest = max(row[name]["seconds"] for name in ("samples", "beam"))
        key = {**program, **drawn, "method": AS_LONG}
        row[AS_LONG] = asker.entry(key, partial(_exact, k, longest))
        rows.append(row)
        key = {**program, "limit": options.time_limit}
        exact.append(asker.entry(key, partial(_exact, k, options.time_limit)))
    groups: dict[str, Sequence[int]] = {"All": range(len(rows))}
    for least, most in BANDS:
        inside = [k for k in range(len(rows)) if least <= SIZES[k % len(SIZES)] <= most]
        groups[f"{least} to {most} instructions"] = inside
    for n, recipe in enumerate(RECIPES):
        groups[f"Of the recipe '{recipe}'"] = range(n, len(rows), len(RECIPES))
    yield _about(exact, options)
    for title, chosen in groups.items():
        if not chosen:
            continue
        yield f"## {title}\n"
        yield _table([rows[k] for k in chosen], [exact[k] for k in chosen])


@functools.cache
def _mapper(path: str | None) -> Mapper:
    # Needs torch, which is not needed to make the page again.
    from learn.ppo import predict

    return predict.Mapper.load(path)


@functools.cache
def _task(k: int) -> Task:
    """Return the first program from a seed on that arithmetic does not refute."""
    size, recipe, seed = SIZES[k % len(SIZES)], RECIPES[k % len(RECIPES)], HELD_OUT + 100_000 * k
    while True:
        task = Task(Rules(random_program(size, seed, recipe), Engine()), II)
        try:
            task.board.copy()
        except InfeasibleError:
            seed += 1
        else:
            return task


def _about(exact: list[Entry], options: Namespace) -> str:
    mapped = [entry for entry in exact if entry["cycles"] is not None]
    proven = sum(entry["status"] == "optimal" for entry in mapped)
    none = sum(entry["status"] == "infeasible" for entry in exact)
    return (
        f"{len(exact)} random programs on 16 tiles at II {II}, of seeds that training never uses"
        " and that arithmetic does not refute. The exact method maps"
        f" {len(mapped)} of them within {options.time_limit:g} s, {proven} proven minimal, and"
        f" proves that {none} cannot be mapped. `gap` is the mean of cycles over those of the exact"
        " method, `optimal` how many have just as few, `wrong` what the checker or the simulator"
        f" rejects. `policy` takes the likeliest places, `samples` the best of {options.samples}"
        f" mappings drawn, `beam` the best of a beam of {options.beam}; `greedy` takes a place with"
        " the earliest start, its `samples` the best of as many; `random` takes any place that the"
        " masks allow. `exact, as long` has the time that samples or beam took, whichever is more."
        " Times are of one process without its start, of the median program.\n"
    )


def _exact(k: int, limit: float) -> Entry:
    task = _task(k)
    begun = time.perf_counter()
    search = StreamingSearch(task.rules, Settings(task.ii), begun + limit, lambda line: None)
    answer = search.run()
    cycles = None if answer.schedule is None else answer.schedule.cycles
    return {
        "status": answer.status,
        "cycles": cycles,
        "bound": answer.cycles.value,
        "seconds": round(time.perf_counter() - begun, 3),
    }


def _table(rows: list[dict[str, Entry]], exact: list[Entry]) -> str:
    pairs = [(row, entry) for row, entry in zip(rows, exact, strict=True) if entry["cycles"]]
    lines: list[list[object]] = []
    for name in (*METHODS, AS_LONG):
        found = [(row[name], entry["cycles"]) for row, entry in pairs]
        wrong = sum(entry.get("fault") is not None for entry, _ in found)
        gaps = [
            entry["cycles"] / cycles - 1
            for entry, cycles in found
            if entry["cycles"] is not None and entry.get("fault") is None
        ]
        lines.append(
            [
                name,
                f"{len(gaps)} of {len(found)}",
                wrong,
                f"{100 * statistics.mean(gaps):.1f} %" if gaps else "-",
                f"{100 * max(gaps):.0f} %" if gaps else "-",
                sum(gap <= 0 for gap in gaps),
                f"{1000 * statistics.median(entry['seconds'] for entry, _ in found):.1f}",
            ]
        )
    return table(["method", "mapped", "wrong", "gap", "largest", "optimal", "ms"], lines)


if __name__ == "__main__":
    sys.exit(main())
