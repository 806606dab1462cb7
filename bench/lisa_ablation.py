"""What of LISA helps: `python -m bench.lisa_ablation`.

Plain annealing, with routing priority only (Fig. 12), with ten times the movements (Fig. 13), and
guided by trivial labels and by the networks of each teacher, over several seeds. Within processes
that stay, so that times are those of annealing alone. Writes `docs/results/lisa_ablation.md` and a
plot beside it; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.figures import NEARLY, faster, numbers, ranged, spread
from bench.frame import Asker, Namespace, Parts, bench, jobs, number, option, some, time_limit
from bench.lisa_runs import Task, Variant, measure, warm
from bench.lisa_sets import GROUPS, LOOPS, Combination, Group, chosen, combinations
from bench.lisa_weights import WEIGHTS, Shelf
from bench.page import table
from bench.workers import answered
from solvers.questions.entries import Entry
from views.plots import drawing
from views.style import TEXT, TWO_COLUMNS

PLAIN, MORE = Variant("SA"), Variant("SA-M", factor=10)
TRIVIAL = Variant("trivial labels", "always", "trivial")
ROUTING = "SA + routing priority"
NAMES = [group.name for group in GROUPS if "8x8" not in group.name]

ABOUT = (
    "Annealing within processes that stay, from the lower bound that arithmetic proves on; each"
    " interval may take half of the time that is left, and numba's kernels are compiled before."
    " `SA`: no labels. `SA + routing priority`: only the fourth label, for the order of routing"
    " (Fig. 12). `SA-M`: ten times the movements at each temperature (Fig. 13). All others are LISA"
    " (Algorithm 1) with the labels named: `trivial labels` are ASAP order and constants, the rest"
    " is predicted by networks. Combinations that arithmetic refutes at every interval are left"
    " out. Every mapping was checked and simulated.\n"
)


@dataclass(frozen=True)
class Measured:
    """The answers for a combination, by variant, one per seed."""

    combination: Combination
    entries: dict[str, list[Entry]]

    @property
    def bound(self) -> int:
        """The lower bound of arithmetic."""
        return int(next(iter(self.entries.values()))[0]["lower_bound"])

    def intervals(self, variant: str) -> list[float]:
        """The interval of every seed, infinite where none was found."""
        return numbers(self.entries[variant], "ii")

    def mapped(self, variant: str) -> list[float]:
        """1 for every seed with a mapping, 0 for the others."""
        return [float(math.isfinite(ii)) for ii in self.intervals(variant)]

    def seconds(self, variant: str) -> list[float]:
        """The seconds of every seed."""
        return [float(run["seconds"]) for run in self.entries[variant]]


@bench(
    "lisa_ablation",
    "What of LISA helps",
    number("--seeds", 5),
    time_limit(20, "of each run"),
    jobs(2),
    some("--only", NAMES, "GROUP"),
    option("--without", nargs="+", default=[], metavar="NAME", help="SA-M, …"),
    LOOPS,
    WEIGHTS,
    smoke="--only 3x3 --loops 1 --seeds 1 --jobs 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure the chosen groups."""
    shelf, groups = Shelf(options.weights), chosen(options.only)
    every = [each for group in groups for each in combinations(asker, group, options.loops)]
    tasks = [
        (each, Task(each.graph, each.arch, variant, seed, options.time_limit))
        for each in every
        for variant in variants(shelf.told(asker, each.arch), shelf.folder)
        if variant.name not in options.without
        for seed in range(options.seeds)
    ]
    entries = answered(asker, [task for _, task in tasks], measure, options.jobs, warm)
    found = gathered(tasks, entries)
    yield from page(groups, found, options)
    rates = quantities(found)
    if rates:
        plot_ablation(rates, asker.folder / "lisa_ablation.svg")
        yield "![Mean and range over the seeds](lisa_ablation.svg)\n"


def variants(trained: list[Entry], folder: Path) -> list[Variant]:
    """Return what is compared on an array that these weights, files of a folder, are for."""
    files = {each["name"]: str(folder / each["file"]) for each in trained}
    routing = [Variant(ROUTING, "routing", file) for file in [*files.values()][:1]]
    networks = [Variant(name, "always", file) for name, file in files.items()]
    return [PLAIN, *routing, MORE, TRIVIAL, *networks]


def gathered(tasks: list[tuple[Combination, Task]], entries: list[Entry]) -> list[Measured]:
    """Return the answers by combination, without what is proven infeasible."""
    found: dict[tuple[str, str], Measured] = {}
    for (combination, task), entry in zip(tasks, entries, strict=True):
        if entry["lower_bound"] is not None:
            key = combination.group.name, combination.loop
            mine = found.setdefault(key, Measured(combination, {}))
            mine.entries.setdefault(task.variant.name, []).append(entry)
    return list(found.values())


def page(groups: list[Group], found: list[Measured], options: Namespace) -> Parts:
    """Yield the parts of the page."""
    yield ABOUT
    yield (
        f"Seeds: {options.seeds}. Limit of a run: {options.time_limit:g} s. Runs at a time:"
        f" {options.jobs}.\n"
    )
    if not found:
        return
    yield "## All arrays\n"
    yield from summary(found)
    yield from duels(found)
    for group in groups:
        mine = [each for each in found if each.combination.group == group]
        if mine:
            yield f"## {group.title}\n"
            yield from summary(mine)
            yield details(mine)


def names(found: list[Measured]) -> list[str]:
    """Return the variants that every combination has."""
    first = found[0].entries
    return [name for name in first if all(name in each.entries for each in found)]


def common(found: list[Measured], variants: list[str]) -> list[Measured]:
    """Return the combinations that all variants map with every seed, so that means compare."""
    return [m for m in found if all(math.isfinite(max(m.intervals(v))) for v in variants)]


def per_seed(
    found: list[Measured],
    of: Callable[[Measured, str], list[float]],
    variant: str,
    over: Callable[[Sequence[float]], float] = statistics.fmean,
) -> list[float]:
    """Return the mean, or what `over` says, of all combinations for each seed."""
    return [over(row) for row in zip(*(of(each, variant) for each in found), strict=True)]


def summary(found: list[Measured]) -> list[str]:
    """Return a table with a row per variant: what it maps, mean II and seconds with spread."""
    variants = names(found)
    same = common(found, variants)
    rows: list[list[object]] = []
    for name in variants:
        every = [ii for each in found for ii in each.intervals(name)]
        least = [each.bound for each in found for _ in each.intervals(name)]
        mapped = sum(map(math.isfinite, every))
        at_bound = sum(ii == bound for ii, bound in zip(every, least, strict=True))
        mean = spread(per_seed(same, Measured.intervals, name)) if same else "-"
        spent = per_seed(found, Measured.seconds, name, sum)
        rows.append([name, f"{mapped} of {len(every)}", at_bound, mean, spread(spent, 1)])
    heads = ["", "runs that map", "at the bound", "mean II", "s for all"]
    return [
        table(heads, rows),
        f"The mean II is over the {len(same)} of {len(found)} combinations that all of these map"
        " with every seed; mean ± standard deviation over the seeds.\n",
    ]


def verdict(each: Measured, ours: str, theirs: str) -> str:
    """Return whether the median interval is better or worse, and if neither, which is faster."""
    left, right = (statistics.median_low(each.intervals(name)) for name in (ours, theirs))
    if left != right:
        return "better" if left < right else "worse"
    mine, other = (statistics.median(each.seconds(name)) for name in (ours, theirs))
    return faster(mine, other)


def duels(found: list[Measured]) -> list[str]:
    """Return wins and losses of every variant against plain SA and against trivial labels."""
    variants = list(dict.fromkeys(name for each in found for name in each.entries))
    outcomes = ("better", "worse", "faster", "slower", "same")
    rows: list[list[object]] = []
    for rival in (PLAIN.name, TRIVIAL.name):
        for name in variants:
            both = [each for each in found if {name, rival} <= each.entries.keys()]
            if both and name != rival:
                said = [verdict(each, name, rival) for each in both]
                rows.append([name, rival, *(said.count(outcome) for outcome in outcomes)])
    heads = ["", "against", "smaller II", "larger II", "faster", "slower", "same"]
    return [
        "Wins and losses by the median II of the seeds; where that is the same, by the median"
        f" seconds if they differ by more than {NEARLY - 1:.0%}.\n",
        table(heads, rows),
    ]


def details(found: list[Measured]) -> str:
    """Return a table with a row per loop: median II with its range, and median seconds."""
    variants = names(found)
    rows: list[list[object]] = []
    for each in found:
        row: list[object] = [each.combination.loop, each.bound]
        for name in variants:
            row += [ranged(each.intervals(name)), statistics.median(each.seconds(name))]
        rows.append(row)
    return table(["loop", "bound", *(word for name in variants for word in (name, "s"))], rows)


def quantities(found: list[Measured]) -> dict[str, dict[str, list[float]]]:
    """Return what is drawn: by quantity, by variant, one number per seed."""
    if not found:
        return {}
    variants = names(found)
    same = common(found, variants)
    drawn: dict[str, dict[str, list[float]]] = {}
    if same:
        mean = {v: per_seed(same, Measured.intervals, v) for v in variants}
        drawn["mean II, where all map"] = mean
    drawn["share of combinations mapped"] = {
        v: per_seed(found, Measured.mapped, v) for v in variants
    }
    drawn["seconds for all"] = {v: per_seed(found, Measured.seconds, v, sum) for v in variants}
    return drawn


def plot_ablation(found: Mapping[str, Mapping[str, Sequence[float]]], path: Path) -> None:
    """Draw mean and spread over the seeds: `found` has by quantity, by variant, one per seed."""
    with drawing(str(path), TWO_COLUMNS, 2.6) as figure:
        for place, (quantity, variants) in enumerate(found.items(), 1):
            axis = figure.add_subplot(1, len(found), place)
            for number, values in enumerate(variants.values()):
                mean = sum(values) / len(values)
                spread = [[mean - min(values)], [max(values) - mean]]
                axis.errorbar(mean, number, xerr=spread, fmt="o", capsize=3, color=TEXT)
            axis.set_yticks(range(len(variants)), list(variants) if place == 1 else [])
            axis.set_ylim(len(variants) - 0.5, -0.5)
            axis.set_xlabel(quantity)
            axis.grid(False, axis="y")


if __name__ == "__main__":
    sys.exit(main())
