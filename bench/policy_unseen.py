"""The shipped policy on programs it has not seen: `python -m bench.policy_unseen`.

A hundred random programs of 10 to 30 instructions, of seeds that no training uses; the policy, its
samples and a beam, greedy and random placement, and the exact method with as much time, against the
exact method with a minute. Writes `docs/results/policy_unseen.md`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from functools import partial

from bench.frame import Asker, Namespace, Parts, bench, number, option, time_limit
from bench.page import table
from learn.ppo.measure import Result, measured
from learn.ppo.predict import Mapper
from learn.ppo.tasks import HELD_OUT, Task
from models.errors import InfeasibleError
from models.streaming.engine import Engine
from models.streaming.recipes import RECIPES, Recipe, random_program
from models.streaming.rules import Rules
from solvers.questions.entries import Entry
from solvers.questions.streaming.search import StreamingSearch
from solvers.questions.streaming.state import Settings

II = 6
SIZES = range(10, 31)
METHODS = ("policy", "samples", "beam", "greedy", "greedy, samples", "random", "exact, as long")
BANDS = ((10, 16), (17, 23), (24, 30))


@bench(
    "policy_unseen",
    "The policy on programs it has not seen",
    number("--count", 100, "programs"),
    number("--samples", 32),
    number("--beam", 16),
    time_limit(60, "exact"),
    option("--policy", metavar="FILE", help="weights (default: those shipped)"),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Map all programs by all methods."""
    mapper = Mapper.load(options.policy)
    rows: list[dict[str, Result]] = []
    exact: list[Entry] = []
    for k in range(options.count):
        size, recipe = SIZES[k % len(SIZES)], RECIPES[k % len(RECIPES)]
        task = _task(size, HELD_OUT + 100_000 * k, recipe)
        found = {
            r.method: r for r in measured(task, mapper.on(task), options.samples, options.beam, k)
        }
        longest = max(found[name].milliseconds for name in ("samples", "beam"))
        found["exact, as long"] = _exact_result(task, longest / 1000)
        key: dict[str, object] = {"program": k, "size": size, "recipe": recipe}
        key["limit"] = options.time_limit
        exact.append(asker.entry(key, partial(_exact, task, options.time_limit)))
        rows.append(found)
    groups: dict[str, Sequence[int]] = {"All": range(len(rows))}
    for least, most in BANDS:
        inside = [k for k in range(len(rows)) if least <= SIZES[k % len(SIZES)] <= most]
        groups[f"{least} to {most} instructions"] = inside
    for n, recipe in enumerate(RECIPES):
        groups[f"Of the recipe '{recipe}'"] = range(n, len(rows), len(RECIPES))
    yield _about(exact, options)
    for title, chosen in groups.items():
        yield f"## {title}\n"
        yield _table([rows[k] for k in chosen], [exact[k] for k in chosen])


def _task(size: int, seed: int, recipe: Recipe) -> Task:
    """Return the first program from a seed on that arithmetic does not refute."""
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


def _exact(task: Task, limit: float) -> Entry:
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


def _exact_result(task: Task, limit: float) -> Result:
    entry = _exact(task, limit)
    name, milliseconds = task.rules.program.name, 1000 * entry["seconds"]
    return Result(
        "exact, as long", name, task.rules.size, task.least, entry["cycles"], milliseconds
    )


def _table(rows: list[dict[str, Result]], exact: list[Entry]) -> str:
    pairs = [(row, entry) for row, entry in zip(rows, exact, strict=True) if entry["cycles"]]
    lines: list[list[object]] = []
    for name in METHODS:
        found = [(row[name], entry["cycles"]) for row, entry in pairs]
        right = [(r, cycles) for r, cycles in found if r.cycles is not None and r.fault is None]
        gaps = [r.cycles / cycles - 1 for r, cycles in right if r.cycles is not None]
        lines.append(
            [
                name,
                f"{len(right)} of {len(found)}",
                sum(r.fault is not None for r, _ in found),
                f"{100 * statistics.mean(gaps):.1f} %" if gaps else "-",
                f"{100 * max(gaps):.0f} %" if gaps else "-",
                sum(gap <= 0 for gap in gaps),
                f"{statistics.median(r.milliseconds for r, _ in found):.1f}",
            ]
        )
    return table(["method", "mapped", "wrong", "gap", "largest", "optimal", "ms"], lines)


if __name__ == "__main__":
    sys.exit(main())
