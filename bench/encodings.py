"""Which encodings of at-most-one and at-most-K win where, and the default chosen from it.

`python -m bench.encodings` writes `docs/results/encodings.md`. `--resume FILE` keeps what is done
across interruptions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench.compared import DECIDED, compared, headed, seconds
from bench.figures import shifted_mean
from bench.frame import Asker, Namespace, Parts, bench, number, option, time_limit
from bench.page import table
from examples.aes import aes
from examples.matrices import mmm
from examples.ring import ring
from models.architecture import Architecture
from models.dfg import Dfg
from solvers.entries import Entry

ONE = ("pairwise", "commander:3", "binary", "bimander:2", "product", "ladder")
MANY = ("sequential", "totalizer", "commander", "binomial")
USUAL = ("bimander:2", "sequential")

INSTANCES: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...]]] = {
    "ring 4": (ring(4), ("--cycles", "9,10")),
    "ring 5": (ring(5), ("--cycles", "11,12")),
    "ring 6": (ring(6), ("--cycles", "14,15")),
    "mmm 3": (mmm(3, "operator"), ("--cycles", "8,9", "--contexts", "3")),
    "aes 3": (aes(3), ("--cycles", "51,52")),
}
"""Name to inputs, and the last number of cycles without and the first with a mapping."""


@bench(
    "encodings",
    "Encodings compared",
    time_limit(20),
    number("--runs", 3),
    option("--implied", choices=["on", "off"], default="on"),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare the encodings."""
    limit = options.time_limit
    common = ("--implied", options.implied, "--runs", str(options.runs))
    kinds = ("--at-most-one", ",".join(ONE), "--at-most-k", USUAL[1], "--solver", "cadical195")
    others = ("--at-most-one", USUAL[0], "--at-most-k", ",".join((*MANY, "native")))
    solvers = ("--solver", "cadical195", "gluecard4")
    one, many = {}, {}
    for name, (inputs, words) in INSTANCES.items():
        one[name] = compared(asker, *inputs, limit, *words, *common, *kinds)
        many[name] = compared(asker, *inputs, limit, *words, *common, *others, *solvers)
    yield from page(one, many, limit, options.runs)


def page(
    one: dict[str, list[Entry]], many: dict[str, list[Entry]], limit: float, runs: int
) -> Parts:
    """Yield the parts of the page."""
    yield (
        "Seconds of the whole process, from the start to the checked mapping or the refutation:"
        f" medians of {runs} runs with different orders of the clauses, given up after {limit:g} s."
        " The mean is exp(mean(log(1 + s))) - 1, where an undecided question counts as twice the"
        ' limit. "clauses" is the sum over all questions.\n'
    )
    yield f"## At most one, by CaDiCaL; at most K is {USUAL[1]}\n"
    yield _table(one, limit, lambda line: str(line["at_most_one"]))
    yield f"## At most K; at most one is {USUAL[0]}\n"
    yield (
        'The limits are 2 registers in these instances. "native" are at-most-K constraints of the'
        " solver's own: in CaDiCaL a propagator in Python, in Gluecard a part of the engine.\n"
    )
    yield _table(many, limit, lambda line: f"{line['solver']}, {line['at_most_k']}")


def _table(found: dict[str, list[Entry]], limit: float, label: Callable[[Entry], str]) -> str:
    asked = [
        (f"{name}, {cycles}", {label(line): line for line in lines if line["cycles"] == cycles})
        for name, lines in found.items()
        for cycles in sorted({line["cycles"] for line in lines})
    ]
    body: list[list[object]] = []
    for kind in asked[0][1]:
        cells = [own[kind] for _, own in asked]
        shown = [seconds(line, limit) for line in cells]
        clauses = sum(line["rows"] or 0 for line in cells)
        mean = shifted_mean(_counted(line, limit) for line in cells)
        body.append([kind, *shown, mean, f"{clauses:,}"])
    heads = [headed(*column) for column in asked]
    return table(["encoding", *heads, "mean", "clauses"], body)


def _counted(line: Entry, limit: float) -> float:
    decided = line["status"] in DECIDED and line["median"] is not None
    return float(line["median"]) if decided else 2 * limit


if __name__ == "__main__":
    sys.exit(main())
