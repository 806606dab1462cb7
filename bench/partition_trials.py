"""Cost against trials, as the poster's Fig. 5: `python -m bench.partition_trials`.

TPE and NSGA-II, with part numbers as they come and made acyclic, over several seeds, beside the
proven optimum of the same cost. Within processes that stay. Writes
`docs/results/partition_trials.md` and a plot; `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.measure import RESULTS, table, write
from bench.partition_ask import PACKAGES, ranged
from bench.partition_balance import cheapest
from bench.partition_curves import Curve, Panel, duel, plot_trials
from bench.partition_sets import NAMES, Kernel, chosen, coarse_graph, package_versions
from bench.partition_tasks import Task, answered, opened
from bench.resume import Entry, Resume
from heuristics.partition import Coarse, Cost, Search, Weights, coarsen, graph_partition
from heuristics.partition.bayes import Sampler
from heuristics.partition.encoding import Encoding
from models.partition.limits import Limits
from models.process.command import guarded, positive, seconds
from models.process.packages import require_package

PARTS = 2
KERNELS = ("matmul", "matinv")
VARIANTS: dict[str, tuple[Sampler, Encoding]] = {
    "TPE, raw": ("tpe", "raw"),
    "NSGA-II, raw": ("nsga2", "raw"),
    "TPE, acyclic": ("tpe", "acyclic"),
    "NSGA-II, acyclic": ("nsga2", "acyclic"),
}
LONGER = 10
"""How many times the trials of TPE NSGA-II has: it takes about as long for them."""

DUELS = (("TPE, raw", "NSGA-II, raw"), ("TPE, acyclic", "NSGA-II, acyclic"))
WHOLE, COARSENED = "optimum", "optimum, coarsened"

ABOUT = (
    "The cost of the best partition into two parts so far: edges cut, and a quarter of the"
    " difference in operations between the parts. These are the command's own weights, since the"
    " poster does not publish its own; the term for how evenly pairs of parts exchange values is 0"
    " for two parts. A trial has a number for every node of the coarsened graph. `raw`: part"
    " numbers as they come, as in the poster; an edge that leads backward and an empty part cost"
    " more than all the rest together can. `acyclic`: each number is raised to those of its"
    " predecessors. Seconds are those of the search alone.\n"
)
PROVEN = (
    "The optima of the same cost by CP-SAT, one proof of a smallest cut after another, for"
    " partitions that are ever less balanced: on the coarsened graph, where the trials are, and on"
    " the whole graph. Their seconds have all proofs and the starts of the solver's processes.\n"
)


@dataclass(frozen=True)
class Trials(Task):
    """A task with a seed and a number of trials; an optimum has neither."""

    seed: int = 0
    trials: int = 0

    def words(self) -> dict[str, object]:
        """Return what the answer depends on, but for the graph."""
        return {**super().words(), "seed": self.seed, "trials": self.trials}


@dataclass
class Measured:
    """The searches of a graph by variant, one per seed, and the optima."""

    kernel: Kernel
    runs: dict[str, list[Entry]] = field(default_factory=dict)
    optima: dict[str, Entry] = field(default_factory=dict)

    def curves(self, variant: str) -> list[Curve]:
        """Return the searches of a variant."""
        return [
            Curve(tuple(map(tuple, run["steps"])), run["trials"], run["seconds"])
            for run in self.runs[variant]
        ]

    def panel(self) -> Panel:
        """Return what is drawn."""
        price = next(run["price"] for runs in self.runs.values() for run in runs)
        known = {name: e["value"] for name, e in self.optima.items() if e["proven"]}
        curves = {variant: self.curves(variant) for variant in self.runs}
        return Panel(f"{self.kernel.name}, {PARTS} parts", curves, known, price)

    def faults(self) -> Iterator[str]:
        """Yield what is below a proven bound."""
        whole, coarsened = self.optima[WHOLE], self.optima[COARSENED]
        if coarsened["value"] is not None and coarsened["value"] < whole["bound"]:
            yield f"{COARSENED}: {coarsened['value']:g}, less than {whole['bound']:g}"
        for variant, runs in self.runs.items():
            for seed, run in enumerate(runs):
                if run["valid"] and run["cost"] < coarsened["bound"]:
                    below = f"{run['cost']:g}, less than {coarsened['bound']:g}"
                    yield f"{variant}, seed {seed}: {below}"


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure, write the page and draw; 1 where something is below a proven bound."""
    parser = argparse.ArgumentParser(
        prog="bench.partition_trials", description="The poster's Fig. 5"
    )
    parser.add_argument("--only", nargs="+", choices=NAMES, default=list(KERNELS), metavar="GRAPH")
    parser.add_argument("--seeds", type=positive, default=5, metavar="N")
    parser.add_argument("--trials", type=positive, default=600, metavar="N")
    parser.add_argument(
        "--time-limit", type=seconds, default=300.0, metavar="S", help="of the proofs of an optimum"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="at a time")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    require_package("optuna", "Bayesian optimisation", "partition")
    require_package("ortools", "proving cuts", "partition")
    kernels, tasks = chosen(options.only), list[Trials]()
    for kernel in kernels:
        for optimum in (WHOLE, COARSENED):
            tasks.append(Trials(kernel, optimum, PARTS, options.time_limit))
        for variant in VARIANTS:
            for seed in range(options.seeds):
                trials = options.trials * (LONGER if VARIANTS[variant][0] == "nsga2" else 1)
                tasks.append(Trials(kernel, variant, PARTS, 0, seed, trials))
    entries = answered(Resume(options.resume), tasks, measure, options.jobs)
    found = gathered(tasks, entries)
    command = f"python -m bench.partition_trials --seeds {options.seeds} --trials {options.trials}"
    command += f" --time-limit {options.time_limit:g} --jobs {options.jobs}"
    if tuple(options.only) != KERNELS:
        command += " --only " + " ".join(kernel.name for kernel in kernels)
    parts = page(found, options)
    plot_trials([each.panel() for each in found], RESULTS / "partition_trials.svg")
    print(write("partition_trials", "Cost against trials", command, parts))
    return 1 if any(list(each.faults()) for each in found) else 0


def measure(task: Trials) -> Entry:
    """Answer one question: a search, or an optimum."""
    graph, limits = opened(task.kernel)
    coarse = coarsen(graph, task.parts)
    if task.what in (WHOLE, COARSENED):
        if task.what == COARSENED:
            graph = coarse_graph(graph, coarse)
            limits = Limits(graph, limits.arch)
        best = cheapest(graph, limits, Weights(), task.limit)
        entry: Entry = {"nodes": len(graph.blocks), "value": best.value, "bound": best.bound}
        return entry | {"proven": best.proven, "seconds": round(best.seconds, 2)}
    sampler, encoding = VARIANTS[task.what]
    search = Search(task.trials, sampler, encoding, seed=task.seed)
    done = graph_partition(coarse, task.parts, search)
    steps: list[tuple[int, float, float]] = []
    for trial in done.trace:
        if not steps or trial.best < steps[-1][1]:
            steps.append((trial.number + 1, trial.best, round(trial.seconds, 4)))
    return {
        "nodes": len(coarse.groups),
        "cost": done.cost,
        "valid": done.valid,
        "price": price(coarse, task.parts, search.weights),
        "trials": len(done.trace),
        "seconds": round(done.trace[-1].seconds, 3),
        "steps": steps,
    }


def price(coarse: Coarse, parts: int, weights: Weights) -> float:
    """Return what a backward edge or an empty part costs: no partition costs as much."""
    in_one = Cost(coarse, parts, weights)([0] * len(coarse.groups))
    return (in_one.cost - weights.beta * sum(coarse.sizes)) / (parts - 1)


def gathered(tasks: Sequence[Trials], entries: Sequence[Entry]) -> list[Measured]:
    """Return the answers by graph."""
    found: dict[str, Measured] = {}
    for task, entry in zip(tasks, entries, strict=True):
        mine = found.setdefault(task.kernel.name, Measured(task.kernel))
        if task.what in VARIANTS:
            mine.runs.setdefault(task.what, []).append(entry)
        else:
            mine.optima[task.what] = entry
    return list(found.values())


def page(found: list[Measured], options: argparse.Namespace) -> list[str]:
    """Return the parts of the page."""
    parts = [
        ABOUT,
        f"Trials of TPE: {options.trials}; of NSGA-II, which draws them faster: {LONGER} times as"
        f" many. Seeds: {options.seeds}. At a time: {options.jobs}."
        f" Packages: {package_versions(*PACKAGES)}.\n",
        "![Cost against trials and seconds](partition_trials.svg)\n",
        "The median of the seeds, and the range.\n",
        PROVEN,
    ]
    for each in found:
        parts += [f"## {each.kernel.name}\n", _optima(each), _searches(each), _duels(each)]
        parts += [f"* **A bound is contradicted: {fault}.**\n" for fault in each.faults()]
    return parts


def _optima(each: Measured) -> str:
    rows: list[list[object]] = []
    for name, entry in each.optima.items():
        value = "?" if entry["value"] is None else f"{entry['value']:g}"
        proven = "yes" if entry["proven"] else f"at least {entry['bound']:g}"
        rows.append([name, entry["nodes"], value, proven, f"{entry['seconds']:.1f}"])
    return table(["", "nodes", "cost", "proven", "s"], rows)


def _searches(each: Measured) -> str:
    best = each.optima[COARSENED]["value"]
    rows: list[list[object]] = []
    for variant, runs in each.runs.items():
        curves = each.curves(variant)
        firsts = [c.first_below(r["price"]) for c, r in zip(curves, runs, strict=True)]
        costs = [float(run["cost"]) if run["valid"] else float("inf") for run in runs]
        hits = sum(cost == best for cost in costs)
        first = [float("inf") if n is None else float(n) for n in firsts]
        rows.append(
            [
                variant,
                f"{sum(run['valid'] for run in runs)} of {len(runs)}",
                ranged(first),
                ranged(costs, 2),
                hits,
                runs[0]["trials"],
                ranged([run["seconds"] for run in runs], 1),
            ]
        )
    heads = [
        "",
        "seeds with a partition",
        "first one in trial",
        "cost",
        "at the optimum",
        "trials",
        "s",
    ]
    return table(heads, rows)


def _duels(each: Measured) -> str:
    rows: list[list[object]] = []
    for left, right in DUELS:
        for timed in (False, True):
            same = "seconds" if timed else "trials"
            counts = duel(each.curves(left), each.curves(right), timed)
            rows.append([f"{left} against {right}", same, *counts])
    return table(["", "for the same", "TPE cheaper", "NSGA-II cheaper", "same"], rows)


main = guarded(run, "bench.partition_trials")

if __name__ == "__main__":
    sys.exit(main())
