"""LISA's comparison on its six arrays: `python -m bench.lisa_quality`.

The interval that ILP, plain simulated annealing, LISA and the exact search reach (Fig. 9 of the
paper), their times as ratios to LISA (Fig. 11) and the power efficiency of the mappings (Fig. 10).
Writes `docs/results/lisa_quality.md` and a plot beside it; `--only` measures some arrays.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.counted import SAID
from bench.frame import (
    Asker,
    Fault,
    Namespace,
    Parts,
    bench,
    jobs,
    number,
    option,
    some,
    time_limit,
)
from bench.lisa_ask import ALONE, METHODS, NO_WEIGHTS, Limits, LisaAsker, answers, middle_run
from bench.lisa_figures import power_parts, time_parts
from bench.lisa_sets import (
    GROUPS,
    LOOPS,
    PAPER_MAPPED,
    RELEASED,
    Combination,
    Group,
    chosen,
    combinations,
    first_known,
    paper_start,
)
from bench.lisa_weights import WEIGHTS, Shelf
from bench.page import table
from solvers.questions.entries import Entry
from views.plots import drawing, legend_below
from views.style import BARS, TWO_COLUMNS

ABOUT = (
    "Whole processes of `python -m solvers.min_ii DFG ARRAY --method …`, wall time. ILP is HiGHS"
    " with one thread on the model of this toolkit, one process for each interval, with schedules"
    " of at most 3 cycles more than arithmetic allows at least. All methods start at the lower"
    " bound that arithmetic proves, not at ceil(nodes / PEs), at which published methods start and"
    " which is no bound on these PEs; both are in the tables. What arithmetic refutes at every"
    " interval is no method's failure. Every mapping was checked and simulated; those of the"
    " released tool are not checked for timing, so that its II may stand for a mapping that"
    f" computes something else.{SAID}\n"
)


@dataclass
class Cell:
    """A combination, the median answer of each method, and the bound of arithmetic."""

    combination: Combination
    answers: dict[str, Entry] = field(default_factory=dict)
    bound: int | None = None

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


@bench(
    "lisa_quality",
    "LISA, ILP, annealing and the exact search",
    time_limit(30, "of SA, LISA and exact"),
    time_limit(60, "of ILP, for each interval", "--ilp-limit"),
    number("--ilp-intervals", 3, "that ILP tries"),
    number("--seeds", 3, "of SA and LISA"),
    jobs(help="at a time, but exact alone"),
    some("--only", [group.name for group in GROUPS], "GROUP"),
    option("--methods", nargs="+", choices=METHODS, default=list(METHODS), metavar="METHOD"),
    LOOPS,
    WEIGHTS,
    smoke="--only 3x3 systolic --loops 1 --time-limit 60 --ilp-limit 1 --ilp-intervals 1 --seeds 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure the chosen groups; answers that contradict each other are faults."""
    limits = Limits(options.time_limit, options.ilp_limit, options.ilp_intervals)
    ask = LisaAsker(asker, Shelf(options.weights), limits)
    groups = chosen(options.only)
    every = [each for group in groups for each in combinations(asker, group, options.loops)]
    cells = measured(ask, every, options.methods, options.seeds, options.jobs)
    yield from page(groups, cells, limits, options.seeds, options.jobs)
    if cells:
        plot_quality(cells, asker.folder / "lisa_quality.svg")
        yield "![II of every combination](lisa_quality.svg)\n"


def measured(
    asker: LisaAsker, every: list[Combination], methods: Sequence[str], seeds: int, jobs: int
) -> list[Cell]:
    """Return all combinations with their answers."""
    order = sorted(methods, key=lambda name: name not in ALONE)
    found = answers(asker, [(each.graph, each.arch) for each in every], order, seeds, jobs)
    missing = {"exact": {"status": "not asked", "ii": None, "seconds": 0.0}}
    return [
        Cell(
            each,
            missing | {m: runs[0] if m in ALONE else middle_run(runs) for m, runs in own.items()},
            first_known(asker.asker, each.graph, each.arch)[0],
        )
        for each, own in zip(every, found, strict=True)
    ]


def page(groups: list[Group], cells: list[Cell], limits: Limits, seeds: int, jobs: int) -> Parts:
    """Yield the parts of the page."""
    yield ABOUT
    yield (
        f"SA and LISA: the median over the seeds ({seeds}), in brackets the smallest and the"
        f" largest II, {limits.whole:g} s each; exact: {limits.whole:g} s; ILP: {limits.ilp:g} s"
        f" for each II, and at most {limits.intervals} of them. Processes at a time: {jobs}, but"
        " exact alone. An II of exact without a figure behind it is proven minimal.\n"
    )
    yield from _summary(groups, cells)
    for cell in cells:
        for fault in cell.faults():
            yield Fault(f"{fault}\n")
    for group in groups:
        mine = [cell for cell in cells if cell.combination.group == group]
        if mine:
            yield f"## {group.title}\n"
            yield from _group(group, mine)
    yield from time_parts(_of(cells, "3x3"), _of(cells, "4x4"))
    yield from power_parts(_of(cells, "3x3"), _of(cells, "4x4"))


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
    pairs = [
        (cell.answers["LISA"], cell.answers["SA"])
        for cell in cells
        if {"SA", "LISA"} <= cell.answers.keys()
        and not cell.infeasible
        and cell.answers["LISA"]["status"] != NO_WEIGHTS
    ]
    if not pairs:
        return []
    counts = {"better": 0, "worse": 0, "faster": 0, "slower": 0}
    for ours, theirs in pairs:
        own, other = (math.inf if each["ii"] is None else each["ii"] for each in (ours, theirs))
        if own != other:
            counts["better" if own < other else "worse"] += 1
        elif ours["seconds"] != theirs["seconds"]:
            counts["faster" if ours["seconds"] < theirs["seconds"] else "slower"] += 1
    return [
        f"Of {len(pairs)} feasible combinations, LISA has a smaller II than plain SA in"
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
        loop, operations = cell.combination.loop, cell.combination.graph.operations
        row: list[object] = [loop, operations, cell.bound or "none"]
        row.append(paper_start(operations, group.arch))
        for method in methods:
            answer = cell.answers[method]
            row += [shown(answer), float(answer["seconds"])]
        rows.append(row + list(released.get(loop, ("-", "-")) if released else []))
        if cell.infeasible:
            notes.append(f"* {loop}: {cell.answers['exact']['lower_bound_reason']}.")
    title = "Infeasible, as arithmetic or a solver proves:\n\n"
    return [table(heads, rows), *([title + "\n".join(notes) + "\n"] if notes else [])]


def shown(answer: Entry) -> str:
    """Return the II with what is proven or how much it varies, or why there is none."""
    if answer["ii"] is None:
        return "none" if answer["status"] == "unknown" else str(answer["status"])
    text = str(answer["ii"])
    smallest, largest = answer.get("range", [answer["ii"], answer["ii"]])
    if smallest != largest:
        text += f" ({smallest}–{'none' if largest is None else largest})"
    if answer["status"] == "feasible" and "range" not in answer and "lower_bound" in answer:
        text += f" (≥ {answer['lower_bound']})"
    return text


def plot_quality(cells: Sequence[Cell], path: Path) -> None:
    """Draw bars of the II, a row per array."""
    titles = list(dict.fromkeys(cell.combination.group.title for cell in cells))
    methods = [method for method in METHODS if any(method in cell.answers for cell in cells)]
    with drawing(str(path), TWO_COLUMNS, 1.5 * len(titles) + 0.3) as figure:
        from matplotlib.ticker import MaxNLocator

        for place, title in enumerate(titles, 1):
            mine = [cell for cell in cells if cell.combination.group.title == title]
            axis = figure.add_subplot(len(titles), 1, place)
            width = 0.8 / len(methods)
            for number, method in enumerate(methods):
                heights = [cell.answers.get(method, {}).get("ii") or 0 for cell in mine]
                at = [x + (number - (len(methods) - 1) / 2) * width for x in range(len(mine))]
                colour = BARS[number % len(BARS)]
                axis.bar(at, heights, width, label=method, color=colour)
            axis.set_xticks(range(len(mine)), [cell.combination.loop for cell in mine])
            axis.set_title(title)
            axis.set_ylabel("II in cycles")
            axis.yaxis.set_major_locator(MaxNLocator(integer=True))
            axis.grid(False, axis="x")
        legend_below(figure, len(methods))


if __name__ == "__main__":
    sys.exit(main())
