"""LISA's comparison on its six arrays: `python -m bench.lisa_quality`.

The interval that ILP, plain simulated annealing, LISA and the exact search reach (Fig. 9 of the
paper), their times as ratios to LISA (Fig. 11) and the power efficiency of the mappings (Fig. 10).
Writes `docs/results/lisa_quality.md` and a plot beside it; `--resume FILE` keeps what is done
across interruptions, `--only` measures some arrays.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.lisa_ask import METHODS, NO_WEIGHTS, Limits, LisaAsker, middle, together
from bench.lisa_figures import power_parts, time_parts
from bench.lisa_plots import plot_quality
from bench.lisa_sets import (
    GROUPS,
    PAPER_MAPPED,
    RELEASED,
    Combination,
    Group,
    absent,
    chosen,
    combinations,
    first_interval,
    paper_start,
)
from bench.lisa_weights import Shelf, add_weights
from bench.measure import RESULTS, table, write
from bench.resume import Entry, Resume
from models.process.command import guarded, positive, seconds

ABOUT = (
    "Whole processes of `python -m solvers.min_ii DFG ARRAY --method …`, wall time. ILP is HiGHS"
    " with one thread on the model of this toolkit, one process for each interval, with schedules"
    " of at most 3 cycles more than arithmetic allows at least. All methods start at the lower"
    " bound that arithmetic proves, not at ceil(nodes / PEs), at which published methods start and"
    " which is no bound on these PEs; both are in the tables. What arithmetic refutes at every"
    " interval is no method's failure. Every mapping was checked and simulated; those of the"
    " released tool are not checked for timing, so that its II may stand for a mapping that"
    " computes something else.\n"
)


@dataclass
class Cell:
    """A combination, and the median answer of each method."""

    combination: Combination
    answers: dict[str, Entry] = field(default_factory=dict)

    @property
    def minimum(self) -> int | None:
        """The proven minimum, None where none is proven."""
        exact = self.answers["exact"]
        return exact["ii"] if exact["status"] == "optimal" else None

    @property
    def infeasible(self) -> bool:
        """Whether it is proven that there is no mapping."""
        return bool(self.answers["exact"]["status"] == "infeasible")

    def faults(self) -> Iterator[str]:
        """Yield what contradicts a proof: a smaller interval, or a mapping where none can be."""
        for method, answer in self.answers.items():
            below = self.minimum is not None and (answer["ii"] or self.minimum) < self.minimum
            if below or (self.infeasible and answer["ii"] is not None):
                what = f"{self.combination.loop} on `{self.combination.arch}`"
                yield f"* **{method} contradicts the proof for {what}: II {answer['ii']}.**"


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure the chosen groups and write the page; 1 where answers contradict each other."""
    options = _parser().parse_args(arguments)
    limits = Limits(options.time_limit, options.ilp_limit, options.ilp_intervals)
    asker = LisaAsker(Resume(options.resume), Shelf(options.weights), limits)
    groups = chosen(options.only)
    cells = measured(asker, groups, options.methods, options.seeds, options.jobs)
    parts = page(groups, cells, limits, options.seeds, options.jobs)
    if cells:
        plot_quality(
            [(cell.combination.group.title, cell.combination.loop, cell.answers) for cell in cells],
            RESULTS / "lisa_quality.svg",
        )
        parts.append("![II of every combination](lisa_quality.svg)\n")
    command = f"python -m bench.lisa_quality --time-limit {limits.whole:g}"
    command += f" --ilp-limit {limits.ilp:g} --ilp-intervals {limits.intervals}"
    command += f" --seeds {options.seeds} --jobs {options.jobs}"
    if len(groups) < len(GROUPS):
        command += " --only " + " ".join(group.name for group in groups)
    if len(options.methods) < len(METHODS):
        command += " --methods " + " ".join(options.methods)
    print(write("lisa_quality", "LISA, ILP, annealing and the exact search", command, parts))
    return 1 if any(True for cell in cells for _ in cell.faults()) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.lisa_quality", description="Figures 9 to 11")
    names = [group.name for group in GROUPS]
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="GROUP")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--seeds", type=positive, default=3, metavar="N", help="of SA and LISA")
    parser.add_argument(
        "--time-limit", type=seconds, default=30.0, metavar="S", help="of SA, LISA and exact"
    )
    parser.add_argument(
        "--ilp-limit", type=seconds, default=60.0, metavar="S", help="of ILP, for each interval"
    )
    parser.add_argument(
        "--ilp-intervals", type=positive, default=3, metavar="N", help="that ILP tries"
    )
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="at a time, but exact alone"
    )
    add_weights(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    return parser


def measured(
    asker: LisaAsker, groups: list[Group], methods: Sequence[str], seeds: int, jobs: int
) -> list[Cell]:
    """Return all combinations with their answers."""
    cells = [Cell(combination) for group in groups for combination in combinations(group)]
    # The exact search takes both cores, so nothing runs beside it.
    for cell in cells:
        answer = {"status": "not asked", "ii": None, "seconds": 0.0}
        if "exact" in methods:
            answer = asker.ask(cell.combination.dfg, cell.combination.arch, "exact")
        cell.answers["exact"] = answer
    for method in ("ILP", "SA", "LISA"):
        if method not in methods:
            continue
        runs = [0] if method == "ILP" else list(range(seeds))
        ask = [
            partial(asker.ask, cell.combination.dfg, cell.combination.arch, method, seed)
            for cell in cells
            for seed in runs
        ]
        said = together(jobs, ask)
        for number, cell in enumerate(cells):
            mine = said[number * len(runs) : (number + 1) * len(runs)]
            cell.answers[method] = middle(mine)
    return cells


def page(
    groups: list[Group], cells: list[Cell], limits: Limits, seeds: int, jobs: int
) -> list[str]:
    """Return the parts of the page."""
    parts = [
        ABOUT,
        f"SA and LISA: the median over the seeds ({seeds}), in brackets the smallest and the"
        f" largest II, {limits.whole:g} s each; exact: {limits.whole:g} s; ILP: {limits.ilp:g} s"
        f" for each II, and at most {limits.intervals} of them. Processes at a time: {jobs}, but"
        " exact alone. An II of exact without a figure behind it is proven minimal.\n",
        *absent(groups),
        *_summary(groups, cells),
    ]
    faults = [fault for cell in cells for fault in cell.faults()]
    parts += ["\n".join(faults) + "\n"] if faults else []
    for group in groups:
        mine = [cell for cell in cells if cell.combination.group == group]
        if mine:
            parts += [f"## {group.title}\n", *_group(group, mine)]
    parts += time_parts(_of(cells, "3x3"), _of(cells, "4x4"))
    parts += power_parts(_of(cells, "3x3"), _of(cells, "4x4"))
    return parts


def _of(cells: list[Cell], name: str) -> list[tuple[Combination, dict[str, Entry]]]:
    return [(c.combination, c.answers) for c in cells if c.combination.group.name == name]


def _summary(groups: list[Group], cells: list[Cell]) -> list[str]:
    methods = [method for method in METHODS if any(method in cell.answers for cell in cells)]
    rows: list[list[object]] = []
    everywhere = ["all", *(group.title for group in groups)]
    for title in everywhere:
        mine = [c for c in cells if title in ("all", c.combination.group.title)]
        if mine:
            feasible = [cell for cell in mine if not cell.infeasible]
            row: list[object] = [title, len(mine), len(mine) - len(feasible)]
            rows.append(row + [_counted(feasible, method) for method in methods])
    printed = [str(PAPER_MAPPED.get(method, "-")) for method in methods]
    rows.append(["the paper's own", 71, "left out", *printed])
    heads = ["array", "combinations", "infeasible", *methods]
    return [
        "## How many are mapped\n",
        "Of the feasible combinations: mapped / at the proven minimum.\n",
        table(heads, rows),
        *_duel(cells),
    ]


def _counted(cells: list[Cell], method: str) -> str:
    asked = [cell for cell in cells if cell.answers[method]["status"] != NO_WEIGHTS]
    if cells and not asked:
        return NO_WEIGHTS
    mapped = sum(cell.answers[method]["ii"] is not None for cell in asked)
    least = sum(c.minimum is not None and c.answers[method]["ii"] == c.minimum for c in asked)
    return f"{mapped} / {least} of {len(asked)}"


def _duel(cells: list[Cell]) -> list[str]:
    """How often LISA is better than plain SA."""
    both = [c for c in cells if {"SA", "LISA"} <= c.answers.keys() and not c.infeasible]
    both = [c for c in both if c.answers["LISA"]["status"] != NO_WEIGHTS]
    if not both:
        return []
    best = float("inf")
    counts = {"better": 0, "worse": 0, "faster": 0, "slower": 0}
    for cell in both:
        sa, lisa = cell.answers["SA"], cell.answers["LISA"]
        ours = best if lisa["ii"] is None else lisa["ii"]
        theirs = best if sa["ii"] is None else sa["ii"]
        if ours != theirs:
            counts["better" if ours < theirs else "worse"] += 1
        elif lisa["seconds"] != sa["seconds"]:
            counts["faster" if lisa["seconds"] < sa["seconds"] else "slower"] += 1
    return [
        f"Of {len(both)} feasible combinations, LISA has a smaller II than plain SA in"
        f" {counts['better']} and a larger one in {counts['worse']}; where the II is the same, LISA"
        f" is faster in {counts['faster']} and slower in {counts['slower']}.\n"
    ]


def _group(group: Group, cells: list[Cell]) -> list[str]:
    methods = [method for method in METHODS if method in cells[0].answers]
    released = {} if group.unrolled else RELEASED.get(group.name, {})
    heads = ["loop", "operations", "bound", "paper's start"]
    for method in methods:
        heads += [method, "s"]
    heads += ["released LISA", "released SA"] if released else []
    rows: list[list[object]] = []
    notes: list[str] = []
    for cell in cells:
        dfg, loop = cell.combination.dfg, cell.combination.loop
        exact = cell.answers["exact"]
        bound, _ = first_interval(dfg, group.arch)
        row: list[object] = [loop, len(dfg.operations), bound or "none"]
        row.append(paper_start(dfg, group.arch))
        for method in methods:
            answer = cell.answers[method]
            row += [shown(answer), f"{answer['seconds']:.2f}"]
        rows.append(row + list(released.get(loop, ("-", "-")) if released else []))
        if cell.infeasible:
            notes.append(f"* {loop}: {exact['lower_bound_reason']}.")
    title = "Infeasible, as arithmetic or a solver proves:\n\n"
    return [table(heads, rows), *([title + "\n".join(notes) + "\n"] if notes else [])]


def shown(answer: Entry) -> str:
    """Return the II with what is proven or how much it varies, or why there is none."""
    if answer["ii"] is None:
        why = {"unknown": "none", "error": "error"}.get(answer["status"], answer["status"])
        return str(why)
    text = str(answer["ii"])
    smallest, largest = answer.get("range", [answer["ii"], answer["ii"]])
    if smallest != largest:
        text += f" ({smallest}–{'none' if largest is None else largest})"
    if answer["status"] == "feasible" and "range" not in answer and "lower_bound" in answer:
        text += f" (≥ {answer['lower_bound']})"
    return text


main = guarded(run, "bench.lisa_quality")

if __name__ == "__main__":
    sys.exit(main())
