"""What of LISA helps: `python -m bench.lisa_ablation`.

Plain annealing, with routing priority only (Fig. 12), with ten times the movements (Fig. 13), and
guided by trivial labels and by the networks of each teacher, over several seeds. Within processes
that stay, so that times are those of annealing alone. Writes `docs/results/lisa_ablation.md` and a
plot beside it; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.lisa_plots import plot_ablation
from bench.lisa_runs import Task, Variant, measured
from bench.lisa_sets import (
    GROUPS,
    Combination,
    Group,
    absent,
    array,
    chosen,
    combinations,
)
from bench.lisa_weights import Shelf, add_weights
from bench.measure import RESULTS, table, write
from bench.resume import Entry, Resume
from models.formats.dfg_json import dfg_to_json
from models.process.command import guarded, positive, seconds

PLAIN, MORE = Variant("SA"), Variant("SA-M", factor=10)
TRIVIAL = Variant("trivial labels", "always", "trivial")
ROUTING = "SA + routing priority"
NAMES = [group.name for group in GROUPS if "8x8" not in group.name]

NEARLY = 1.1
"""Times that differ by less than this factor are the same."""

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
    """The answers for a combination, by variant; one run per seed each."""

    combination: Combination
    entries: dict[str, Entry]

    def intervals(self, variant: str) -> list[float]:
        """The interval of every seed, infinite where none was found."""
        runs = self.entries[variant]["runs"]
        return [math.inf if run["ii"] is None else float(run["ii"]) for run in runs]

    def mapped(self, variant: str) -> list[float]:
        """1 for every seed with a mapping, 0 for the others."""
        return [float(math.isfinite(ii)) for ii in self.intervals(variant)]

    def seconds(self, variant: str) -> list[float]:
        """The seconds of every seed."""
        return [float(run["seconds"]) for run in self.entries[variant]["runs"]]


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure the chosen groups and write the page."""
    parser = argparse.ArgumentParser(prog="bench.lisa_ablation", description="Figures 12 and 13")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="GROUP")
    parser.add_argument("--seeds", type=positive, default=5, metavar="N")
    parser.add_argument("--time-limit", type=seconds, default=20.0, metavar="S", help="of each run")
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help="SA-M, …")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="at a time")
    add_weights(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    shelf, groups = Shelf(options.weights), chosen(options.only)
    tasks: list[tuple[Combination, Task]] = []
    for group in groups:
        for combination in combinations(group):
            text = dfg_to_json(combination.dfg)
            for variant in variants(shelf, group.arch):
                if variant.name not in options.without:
                    task = Task(text, group.arch, variant, options.seeds, options.time_limit)
                    tasks.append((combination, task))
    entries = measured(Resume(options.resume), [task for _, task in tasks], options.jobs)
    found = gathered(tasks, entries)
    parts = [*absent(groups), *page(groups, found, options)]
    rates = quantities(found)
    if rates:
        plot_ablation(rates, RESULTS / "lisa_ablation.svg")
        parts.append("![Mean and range over the seeds](lisa_ablation.svg)\n")
    command = f"python -m bench.lisa_ablation --seeds {options.seeds}"
    command += f" --time-limit {options.time_limit:g} --jobs {options.jobs}"
    if len(groups) < len(NAMES):
        command += " --only " + " ".join(group.name for group in groups)
    if options.without:
        command += " --without " + " ".join(f"'{name}'" for name in options.without)
    print(write("lisa_ablation", "What of LISA helps", command, parts))
    return 0


def variants(shelf: Shelf, spec: str) -> list[Variant]:
    """Return what is compared on an array; what needs weights only where there are some."""
    found = [PLAIN, MORE, TRIVIAL]
    trained = list(shelf.of(array(spec)))
    if trained:
        found.insert(1, Variant(ROUTING, "routing", str(trained[0].path)))
    return found + [Variant(each.name, "always", str(each.path)) for each in trained]


def gathered(tasks: list[tuple[Combination, Task]], entries: list[Entry]) -> list[Measured]:
    """Return the answers by combination, without what is proven infeasible."""
    found: dict[tuple[str, str], Measured] = {}
    for (combination, task), entry in zip(tasks, entries, strict=True):
        if entry["lower"] is not None:
            key = combination.group.name, combination.loop
            mine = found.setdefault(key, Measured(combination, {}))
            mine.entries[task.variant.name] = entry
    return list(found.values())


def page(groups: list[Group], found: list[Measured], options: argparse.Namespace) -> list[str]:
    """Return the parts of the page."""
    parts = [
        ABOUT,
        f"Seeds: {options.seeds}. Limit of a run: {options.time_limit:g} s. Runs at a time:"
        f" {options.jobs}.\n",
    ]
    if not found:
        return parts
    parts += ["## All arrays\n", *summary(found), *duels(found)]
    for group in groups:
        mine = [each for each in found if each.combination.group == group]
        if mine:
            parts += [f"## {group.title}\n", *summary(mine), *details(mine)]
    return parts


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


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Return mean ± standard deviation."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):.{digits}f} ± {deviation:.{digits}f}"


def summary(found: list[Measured]) -> list[str]:
    """Return a table with a row per variant: what it maps, mean II and seconds with spread."""
    variants = names(found)
    same = common(found, variants)
    rows: list[list[object]] = []
    for name in variants:
        every = [ii for each in found for ii in each.intervals(name)]
        least = [each.entries[name]["lower"] for each in found for _ in each.intervals(name)]
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
    if mine * NEARLY < other:
        return "faster"
    return "slower" if other * NEARLY < mine else "same"


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


def details(found: list[Measured]) -> list[str]:
    """Return a table with a row per loop: median II with its range, and median seconds."""
    variants = names(found)
    heads = ["loop", "bound", *(word for name in variants for word in (name, "s"))]
    rows: list[list[object]] = []
    for each in found:
        row: list[object] = [each.combination.loop, each.entries[variants[0]]["lower"]]
        for name in variants:
            row.append(ranged(each.intervals(name)))
            row.append(f"{statistics.median(each.seconds(name)):.2f}")
        rows.append(row)
    return [table(heads, rows)]


def ranged(intervals: list[float]) -> str:
    """Return the median interval, with the smallest and the largest where they differ."""

    def word(ii: float) -> str:
        return f"{ii:g}" if math.isfinite(ii) else "none"

    text = word(statistics.median_low(intervals))
    if min(intervals) != max(intervals):
        text += f" ({word(min(intervals))}–{word(max(intervals))})"
    return text


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


main = guarded(run, "bench.lisa_ablation")

if __name__ == "__main__":
    sys.exit(main())
