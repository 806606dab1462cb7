"""How far SA and LISA are from the proven minimum: `python -m bench.lisa_gap`.

Random DFGs that no network has seen, on LISA's six arrays in turn, mapped by whole processes of
`solvers.min_ii`. Writes `docs/results/lisa_gap.md`.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from dataclasses import dataclass, field

from bench.figures import mean, middle
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
from bench.lisa_ask import NO_WEIGHTS, SEEDED, Limits, LisaAsker, answers
from bench.lisa_sets import ARRAYS, array
from bench.lisa_weights import WEIGHTS, Shelf
from bench.loop_sets import Loop
from bench.page import columns, table
from learn.labels.random_dfgs import random_dfg
from models.process.command import natural
from solvers.questions.entries import Entry

FIRST_SEED = 10_000_000
"""Training uses seeds far below."""

FAR = 3
"""Gaps from here on share a column."""


@dataclass
class Measured:
    """A random DFG: what is proven of it, and the runs of SA and LISA."""

    seed: int
    arch: str
    loop: Loop
    exact: Entry
    runs: dict[str, list[Entry]] = field(default_factory=dict)

    @property
    def minimum(self) -> int | None:
        """The proven minimum, if there is one."""
        return self.exact["ii"] if self.exact["status"] == "optimal" else None

    def gap(self, method: str) -> int | None:
        """The median interval minus the minimum; None where the median run maps nothing."""
        found = middle(self.runs[method], "ii")["ii"]
        assert self.minimum is not None
        return None if found is None else found - self.minimum

    def contradicts(self, method: str) -> bool:
        """Whether a mapping is better than what is proven."""
        found = [run["ii"] for run in self.runs[method] if run["ii"] is not None]
        if self.exact["status"] == "infeasible":
            return bool(found)
        return self.minimum is not None and min(found, default=self.minimum) < self.minimum


@bench(
    "lisa_gap",
    "SA and LISA against the proven minimum",
    number("--count", 200, "of DFGs"),
    number("--seeds", 3, "of SA and LISA"),
    time_limit(20, "of each run"),
    jobs(2, "but exact alone"),
    option("--first-seed", type=natural, default=FIRST_SEED, metavar="S"),
    some("--only", ARRAYS, "ARRAY"),
    WEIGHTS,
    smoke="--count 1 --seeds 1 --time-limit 60",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure; a mapping that contradicts a proof is a fault."""
    ask = LisaAsker(asker, Shelf(options.weights), Limits(options.time_limit))
    drawn = [(options.first_seed + n, ARRAYS[n % len(ARRAYS)]) for n in range(options.count)]
    drawn = [(seed, spec) for seed, spec in drawn if spec in options.only]
    loops = [(Loop.of("", random_dfg(array(spec), seed)), spec) for seed, spec in drawn]
    said = answers(ask, loops, ("exact", *SEEDED), options.seeds, options.jobs)
    found = []
    for (seed, spec), (loop, _), own in zip(drawn, loops, said, strict=True):
        runs = {name: own[name] for name in SEEDED if own[name][0]["status"] != NO_WEIGHTS}
        found.append(Measured(seed, spec, loop, own["exact"][0], runs))
    yield from page(found, options.seeds, options.time_limit)


def page(found: list[Measured], seeds: int, limit: float) -> Parts:
    """Yield the parts of the page."""
    arrays = [spec for spec in ARRAYS if any(m.arch == spec for m in found)]
    sizes = [m.loop.operations for m in found]
    yield (
        f"{len(found)} random DFGs of {min(sizes)} to {max(sizes)} operations, as networks are"
        f" trained on but of other seeds, on LISA's arrays in turn. {limit:g} s for every run;"
        " SA and LISA from the lower bound that arithmetic proves, the median over the seeds"
        f" ({seeds}). The gap is their II minus the minimum, where that is proven; `none` is where"
        " the median run maps nothing. Every mapping was checked and simulated.\n"
    )
    groups = {
        (spec, method): [m for m in found if spec in ("all", m.arch) and method in m.runs]
        for spec in (*arrays, "all")
        for method in SEEDED
    }
    for method in SEEDED:
        missing = [f"`{spec}`" for spec in arrays if not groups[spec, method]]
        if missing:
            yield f"No weights, and so no {method}, for {', '.join(missing)}.\n"
    gaps = [*(f"+{gap}" for gap in range(FAR)), f"+{FAR} or more"]
    heads = ["array", "method", "DFGs", "infeasible", "minimum proven", *gaps, "none"]
    rows = [_row(*which, mine) for which, mine in groups.items() if mine]
    yield table([*heads, "mean gap", "median s", "slowest s"], rows)
    left = [m for m in found if m.exact["status"] not in ("optimal", "infeasible")]
    if left:
        yield f"## Minimum not proven: {len(left)}\n"
        yield columns(
            left,
            ("seed", lambda m: m.seed),
            ("array", lambda m: f"`{m.arch}`"),
            ("at least", lambda m: m.exact["lower_bound"]),
            ("exact", lambda m: m.exact["ii"] or "none"),
            ("SA", lambda m: _intervals(m, "SA")),
            ("LISA", lambda m: _intervals(m, "LISA")),
        )
    for m in found:
        for method in m.runs:
            if m.contradicts(method):
                what = f"{method} contradicts the proof for seed {m.seed} on `{m.arch}`"
                yield Fault(f"* **{what}: II {_intervals(m, method)}.**\n")


def _row(spec: str, method: str, mine: list[Measured]) -> list[object]:
    proven = [m for m in mine if m.minimum is not None]
    gaps = [m.gap(method) for m in proven]
    known = [gap for gap in gaps if gap is not None]
    histogram = Counter(min(gap, FAR) for gap in known)
    spent = [float(run["seconds"]) for m in proven for run in m.runs[method]]
    return [
        spec if spec == "all" else f"`{spec}`",
        method,
        len(mine),
        sum(m.exact["status"] == "infeasible" for m in mine),
        len(proven),
        *(histogram[gap] for gap in range(FAR + 1)),
        len(gaps) - len(known),
        mean(known),
        statistics.median(spent) if spent else None,
        max(spent, default=None),
    ]


def _intervals(m: Measured, method: str) -> str | None:
    return ", ".join(str(run["ii"] or "none") for run in m.runs.get(method, [])) or None


if __name__ == "__main__":
    sys.exit(main())
