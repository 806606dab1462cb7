"""Cost against trials, as the poster's Fig. 5: `python -m bench.partition_trials`.

TPE and NSGA-II, with part numbers as they come and made acyclic, over several seeds, beside the
proven optimum of the same cost. Within processes that stay. Writes
`docs/results/partition_trials.md` and a plot; `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.figures import numbers, ranged
from bench.frame import Asker, Fault, Namespace, Parts, bench, jobs, number, option, time_limit
from bench.page import columns, table
from bench.partition_balance import cheapest
from bench.partition_curves import Curve, Panel, duel, plot_trials
from bench.partition_sets import NAMES, Kernel, Task, chosen, coarse_graph, opened
from bench.workers import answered
from heuristics.partition import Coarse, Cost, Search, Weights, coarsen, graph_partition
from heuristics.partition.bayes import Sampler
from heuristics.partition.encoding import Encoding
from models.partition.limits import Limits
from models.process.packages import require_package
from solvers.questions.entries import Entry

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


@bench(
    "partition_trials",
    "Cost against trials",
    number("--seeds", 5),
    number("--trials", 600),
    time_limit(300, "of the proofs of an optimum"),
    jobs(),
    option("--only", nargs="+", choices=NAMES, default=list(KERNELS), metavar="GRAPH"),
    smoke="--seeds 1 --trials 5 --only feedback",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Search, prove and draw; what is below a proven bound is a fault."""
    tasks = list[Trials]()
    for kernel in chosen(options.only):
        for optimum in (WHOLE, COARSENED):
            tasks.append(Trials(kernel, optimum, PARTS, options.time_limit))
        for variant in VARIANTS:
            for seed in range(options.seeds):
                trials = options.trials * (LONGER if VARIANTS[variant][0] == "nsga2" else 1)
                tasks.append(Trials(kernel, variant, PARTS, 0, seed, trials))
    found = gathered(tasks, answered(asker, tasks, measure, options.jobs))
    plot_trials([each.panel() for each in found], asker.folder / "partition_trials.svg")
    yield from page(found, options)


def measure(task: Trials) -> Entry:
    """Answer one question: a search, or an optimum."""
    require_package("optuna", "Bayesian optimisation", "partition")
    require_package("ortools", "proving cuts", "partition")
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


def page(found: list[Measured], options: Namespace) -> Parts:
    """Yield the parts of the page."""
    yield ABOUT
    yield (
        f"Trials of TPE: {options.trials}; of NSGA-II, which draws them faster: {LONGER} times as"
        f" many. Seeds: {options.seeds}. At a time: {options.jobs}.\n"
    )
    yield "![Cost against trials and seconds](partition_trials.svg)\n"
    yield "The median of the seeds, and the range.\n"
    yield PROVEN
    for each in found:
        yield f"## {each.kernel.name}\n"
        yield columns(
            each.optima.items(),
            ("", lambda own: own[0]),
            ("nodes", lambda own: own[1]["nodes"]),
            ("cost", lambda own: "?" if own[1]["value"] is None else f"{own[1]['value']:g}"),
            ("proven", lambda own: own[1]["proven"] or f"at least {own[1]['bound']:g}"),
            ("s", lambda own: f"{own[1]['seconds']:.1f}"),
        )
        yield _searches(each)
        yield _duels(each)
        for fault in each.faults():
            yield Fault(f"* **A bound is contradicted: {fault}.**\n")


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
                ranged(numbers(runs, "seconds"), 1),
            ]
        )
    heads = ["", "seeds with a partition", "first one in trial", "cost", "at the optimum"]
    return table([*heads, "trials", "s"], rows)


def _duels(each: Measured) -> str:
    rows: list[list[object]] = []
    for left, right in DUELS:
        for timed in (False, True):
            same = "seconds" if timed else "trials"
            counts = duel(each.curves(left), each.curves(right), timed)
            rows.append([f"{left} against {right}", same, *counts])
    return table(["", "for the same", "TPE cheaper", "NSGA-II cheaper", "same"], rows)


if __name__ == "__main__":
    sys.exit(main())
