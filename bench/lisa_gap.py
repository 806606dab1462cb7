"""How far SA and LISA are from the proven minimum: `python -m bench.lisa_gap`.

Random DFGs that no network has seen, on LISA's six arrays in turn. The minimum is that of
`solvers.min_ii`, whole processes; SA and LISA anneal within processes that stay. Writes
`docs/results/lisa_gap.md`; `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.lisa_ask import Limits, LisaAsker
from bench.lisa_runs import Task, Variant, measured
from bench.lisa_sets import ARRAYS, array
from bench.lisa_weights import Shelf, add_weights
from bench.measure import table, write
from bench.resume import Entry, Resume
from learn.labels.random_dfgs import random_dfg
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.process.command import guarded, natural, positive, seconds

FIRST_SEED = 10_000_000
"""Training uses seeds far below."""

FAR = 3
"""Gaps from here on share a column."""


@dataclass
class Measured:
    """A random DFG: what is proven of it, and the runs of SA and LISA."""

    seed: int
    arch: str
    dfg: Dfg
    exact: Entry
    runs: dict[str, list[Entry]] = field(default_factory=dict)

    @property
    def minimum(self) -> int | None:
        """The proven minimum, if there is one."""
        return self.exact["ii"] if self.exact["status"] == "optimal" else None

    def gap(self, method: str) -> int | None:
        """The median interval minus the minimum; None where the median run maps nothing."""
        found = sorted(run["ii"] or 1 << 30 for run in self.runs[method])
        middle = found[(len(found) - 1) // 2]
        assert self.minimum is not None
        return None if middle == 1 << 30 else middle - self.minimum

    def contradicts(self, method: str) -> bool:
        """Whether a mapping is better than what is proven."""
        found = [run["ii"] for run in self.runs[method] if run["ii"] is not None]
        if self.exact["status"] == "infeasible":
            return bool(found)
        return self.minimum is not None and min(found, default=self.minimum) < self.minimum


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page; 1 where a mapping contradicts a proof."""
    parser = argparse.ArgumentParser(prog="bench.lisa_gap", description="Optimality gaps")
    parser.add_argument("--count", type=positive, default=200, metavar="N", help="of DFGs")
    parser.add_argument("--first-seed", type=natural, default=FIRST_SEED, metavar="S")
    parser.add_argument("--seeds", type=positive, default=3, metavar="N", help="of SA and LISA")
    parser.add_argument("--time-limit", type=seconds, default=20.0, metavar="S", help="of each run")
    parser.add_argument("--only", nargs="+", choices=ARRAYS, default=list(ARRAYS), metavar="ARRAY")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="but exact alone")
    add_weights(parser)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    resume, shelf = Resume(options.resume), Shelf(options.weights)
    asker = LisaAsker(resume, shelf, Limits(options.time_limit))
    found: list[Measured] = []
    for number in range(options.count):
        seed, spec = options.first_seed + number, ARRAYS[number % len(ARRAYS)]
        if spec in options.only:
            dfg = random_dfg(array(spec), seed)
            found.append(Measured(seed, spec, dfg, asker.ask(dfg, spec, "exact")))
    for method, variant in METHODS.items():
        mine = [each for each in found if variant(shelf, each.arch) is not None]
        tasks = [
            Task(dfg_to_json(m.dfg), m.arch, chosen, options.seeds, options.time_limit)
            for m in mine
            if (chosen := variant(shelf, m.arch)) is not None
        ]
        for each, entry in zip(mine, measured(resume, tasks, options.jobs), strict=True):
            # What arithmetic refutes is not tried.
            each.runs[method] = entry["runs"] or [{"ii": None, "seconds": 0.0}]
    command = f"python -m bench.lisa_gap --count {options.count} --seeds {options.seeds}"
    command += f" --time-limit {options.time_limit:g} --jobs {options.jobs}"
    if options.first_seed != FIRST_SEED:
        command += f" --first-seed {options.first_seed}"
    if len(options.only) < len(ARRAYS):
        command += " --only " + " ".join(options.only)
    parts = page(found, options.seeds, options.time_limit)
    print(write("lisa_gap", "SA and LISA against the proven minimum", command, parts))
    return 1 if any(m.contradicts(method) for m in found for method in m.runs) else 0


def _lisa(shelf: Shelf, spec: str) -> Variant | None:
    trained = shelf.first(array(spec))
    return None if trained is None else Variant("LISA", "always", str(trained.path))


METHODS: dict[str, Callable[[Shelf, str], Variant | None]] = {
    "SA": lambda shelf, spec: Variant("SA"),
    "LISA": _lisa,
}


def page(found: list[Measured], seeds: int, limit: float) -> list[str]:
    """Return the parts of the page."""
    arrays = [spec for spec in ARRAYS if any(m.arch == spec for m in found)]
    sizes = [len(m.dfg.operations) for m in found]
    parts = [
        f"{len(found)} random DFGs of {min(sizes)} to {max(sizes)} operations, as networks are"
        f" trained on but of other seeds, on LISA's arrays in turn. {limit:g} s for every run;"
        " SA and LISA from the lower bound that arithmetic proves, the median over the seeds"
        f" ({seeds}). The gap is their II minus the minimum, where that is proven; `none` is where"
        " the median run maps nothing. Every mapping was checked and simulated.\n",
    ]
    for method in METHODS:
        missing = [spec for spec in arrays if not _has(found, spec, method)]
        if missing:
            listed = ", ".join(f"`{spec}`" for spec in missing)
            parts.append(f"No weights, and so no {method}, for {listed}.\n")
    rows: list[list[object]] = []
    for spec in [*arrays, "all"]:
        mine = [m for m in found if spec in ("all", m.arch)]
        rows += [_row(spec, mine, method) for method in METHODS if _has(found, spec, method)]
    gaps = [*(f"+{gap}" for gap in range(FAR)), f"+{FAR} or more"]
    heads = ["array", "method", "DFGs", "infeasible", "minimum proven", *gaps, "none"]
    parts.append(table([*heads, "mean gap", "median s", "slowest s"], rows))
    return parts + _listed(found)


def _has(found: list[Measured], spec: str, method: str) -> bool:
    return any(method in m.runs for m in found if spec in ("all", m.arch))


def _row(spec: str, found: list[Measured], method: str) -> list[object]:
    mine = [m for m in found if method in m.runs]
    proven = [m for m in mine if m.minimum is not None]
    gaps = [m.gap(method) for m in proven]
    known = [gap for gap in gaps if gap is not None]
    histogram = Counter(min(gap, FAR) for gap in known)
    spent = [run["seconds"] for m in proven for run in m.runs[method]]
    return [
        spec if spec == "all" else f"`{spec}`",
        method,
        len(mine),
        sum(m.exact["status"] == "infeasible" for m in mine),
        len(proven),
        *(histogram[gap] for gap in range(FAR + 1)),
        len(gaps) - len(known),
        f"{statistics.fmean(known):.2f}" if known else "-",
        f"{statistics.median(spent):.2f}" if spent else "-",
        f"{max(spent):.2f}" if spent else "-",
    ]


def _listed(found: list[Measured]) -> list[str]:
    """What is not proven, and what contradicts a proof."""
    parts: list[str] = []
    open_ = [m for m in found if m.exact["status"] not in ("optimal", "infeasible")]
    if open_:
        rows: list[list[object]] = [
            [
                m.seed,
                f"`{m.arch}`",
                m.exact.get("lower_bound", "-"),
                m.exact["ii"] or "none",
                *(_intervals(m, method) for method in METHODS),
            ]
            for m in open_
        ]
        heads = ["seed", "array", "at least", "exact", *METHODS]
        parts += [f"## Minimum not proven: {len(open_)}\n", table(heads, rows)]
    for m in found:
        for method in m.runs:
            if m.contradicts(method):
                what = f"{method} contradicts the proof for seed {m.seed} on `{m.arch}`"
                parts.append(f"* **{what}: II {_intervals(m, method)}.**\n")
    return parts


def _intervals(m: Measured, method: str) -> str:
    return ", ".join(str(run["ii"] or "none") for run in m.runs.get(method, [])) or "-"


main = guarded(run, "bench.lisa_gap")

if __name__ == "__main__":
    sys.exit(main())
