"""Which solvers to race by default: configurations side by side on the benchmark set.

`python -m bench.portfolio` measures whole processes of `solvers.min_cycles` and writes
`docs/results/portfolio.md`. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import sys

from bench.asker import texts
from bench.figures import shifted_mean
from bench.frame import Asker, Namespace, Parts, bench, time_limit
from bench.page import table
from bench.proofs import DECIDED
from examples.aes import aes
from examples.filters import fir
from examples.matrices import mmm, sparse
from examples.ring import ring
from models.architecture import Architecture
from models.dfg import Dfg
from solvers.entries import Entry

INSTANCES: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...]]] = {
    "ring 4": (ring(4), ()),
    "ring 5": (ring(5), ()),
    "ring 4, MAC": (ring(4, "operator"), ()),
    "ring 5, MAC": (ring(5, "operator"), ()),
    "ring 5, MAC, 9 cycles": (ring(5, "operator"), ("--cycles", "9")),
    "ring 6, MAC, 9 cycles": (ring(6, "operator"), ("--cycles", "9")),
    "ring 5, any order": (ring(5, "pattern"), ("--transform", "auto")),
    "mmm 3": (mmm(3, "operator"), ("--contexts", "3")),
    "sparse 3, full": (sparse(3, "511", "pattern"), ("--contexts", "3")),
    "sparse 3, 5 zeros": (sparse(3, "85", "pattern"), ("--contexts", "3")),
    "aes 3": (aes(3), ()),
    "fir 8": (fir(8), ()),
}
"""Name to inputs and options: refutations, mappings that are hard to find, and both."""

RACES: dict[str, tuple[str, ...]] = {
    "auto": (),
    "glucose4": ("glucose4",),
    "cadical195, glucose4": ("cadical195", "glucose4"),
    "cadical195, cp-sat": ("cadical195", "cp-sat"),
    "auto, cp-sat": ("auto", "cp-sat"),
    "auto, highs": ("auto", "highs"),
    "cp-sat": ("cp-sat",),
    "cp-sat, 2 threads": ("cp-sat:workers=2",),
}
REPEATS = 2


@bench("portfolio", "Solvers that race", time_limit(30))
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every configuration on every instance."""
    found = {
        name: {race: _entry(asker, name, race, options.time_limit) for race in RACES}
        for name in INSTANCES
    }
    yield from page(found, options.time_limit)


def _entry(asker: Asker, name: str, race: str, limit: float) -> Entry:
    """Return the `seconds` of all seeds, None where one is undecided."""
    inputs, words = INSTANCES[name]
    decided = (*DECIDED, "feasible") if "--cycles" in words else DECIDED
    asked = ["solvers.min_cycles", "{dfg}", "{arch}", *words, "--time-limit", f"{limit:g}"]
    asked += [part for solver in RACES[race] for part in ("--solver", solver)]
    runs = [
        asker.ask(
            [*asked, "--seed", str(seed), "--json", "--quiet"],
            texts(*inputs),
            lambda done, _: done.entry("status", "cycles"),
        )
        for seed in range(REPEATS)
    ]
    return {"seconds": [run["seconds"] if run["status"] in decided else None for run in runs]}


def page(found: dict[str, dict[str, Entry]], time_limit: float) -> Parts:
    """Yield the parts of the page; undecided runs count as twice the time limit in the mean."""
    rows: list[list[object]] = [
        [name, *(_shown(entries[race], time_limit) for race in RACES)]
        for name, entries in found.items()
    ]
    means: list[object] = ["shifted geometric mean"]
    for race in RACES:
        every = [s for entries in found.values() for s in entries[race]["seconds"]]
        means.append(shifted_mean(2 * time_limit if s is None else s for s in every))
    yield (
        f"Wall seconds of whole processes of `solvers.min_cycles --time-limit {time_limit:g}`:"
        f" the slower of {REPEATS} seeds and, in brackets, how many were undecided. The mean is"
        " exp(mean(log(1 + s))) - 1 over all runs, where an undecided run counts as twice the"
        ' time limit. "auto" is the default: CaDiCaL from below and from above; when one number'
        " of cycles is left, it is joined by tries with other orders of the clauses, every third"
        " of them with Glucose; restricted searches run beside them. In a race all solvers work"
        " on every question, restricted searches only where `auto` is one of them; list scheduling"
        " runs beside all.\n"
    )
    yield table(["instance", *RACES], [*rows, means])


def _shown(entry: Entry, time_limit: float) -> str:
    lost = sum(seconds is None for seconds in entry["seconds"])
    ordered = sorted(time_limit if s is None else s for s in entry["seconds"])
    middle = ordered[len(ordered) // 2]
    text = f"> {middle:.0f}" if lost > len(ordered) // 2 else f"{middle:.2f}"
    return text + (f" ({lost})" if lost else "")


if __name__ == "__main__":
    sys.exit(main())
