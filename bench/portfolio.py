"""Which solvers to race by default: configurations side by side on the benchmark set.

`python -m bench.portfolio` measures whole processes of `solvers.min_cycles` and writes
`docs/results/portfolio.md`. `--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import statistics
import sys

from bench.asker import texts
from bench.compared import MEAN, tables
from bench.frame import Asker, Namespace, Parts, bench, some, time_limit
from bench.proofs import DECIDED
from examples.aes import aes
from examples.filters import fir
from examples.matrices import mmm, sparse
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

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


@bench(
    "portfolio",
    "Solvers that race",
    time_limit(30),
    some("--races", RACES, "RACE"),
    some("--only", INSTANCES, "INSTANCE"),
    smoke="--races auto glucose4 --only 'ring 4'",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every configuration on every instance."""
    limit = options.time_limit
    yield (
        f"Whole processes of `solvers.min_cycles --time-limit {limit:g}`, the median of {REPEATS}"
        ' seeds. "auto" is the default: CaDiCaL from below and from above; when one number'
        " of cycles is left, it is joined by tries with other orders of the clauses, every third"
        " of them with Glucose; restricted searches run beside them. In a race all solvers work"
        " on every question, restricted searches only where `auto` is one of them; list scheduling"
        " runs beside all.\n"
    )
    yield MEAN
    found = {
        race: {name: answer(asker, name, race, limit) for name in options.only}
        for race in options.races
    }
    yield from tables(found, limit, "solvers")


def answer(asker: Asker, name: str, race: str, limit: float) -> Entry:
    """Return whether all seeds decide an instance, and the median of their seconds."""
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
    if any(run["status"] not in decided for run in runs):
        return {"status": "time limit", "median": None}
    said = "UNSAT" if runs[0]["status"] == "infeasible" else "SAT"
    return {"status": said, "median": statistics.median(run["seconds"] for run in runs)}


if __name__ == "__main__":
    sys.exit(main())
