"""Matrix-vector products on ever larger rings, operators reordered: the proven minimum.

`python -m bench.ring_sizes` measures whole processes, from the command line to the verified
certificate, and writes `docs/results/ring_sizes.md`.
"""

from __future__ import annotations

import sys

from bench.frame import Asker, Namespace, Parts, bench, option, time_limit
from bench.page import columns
from bench.proofs import Cycles, answer, reason, verdict
from examples.ring import ring
from solvers.questions.entries import Entry

SIZES = [4, 5, 6, 7, 8, 12, 16, 20, 24]

PAPER = {4: "0.1 + 0.8 = 0.9", 5: "0.8 + 109.8 = 110.6", 6: "2879.8 + 3284.0 = 6163.8"}
"""Seconds of the paper's XBTree method: the last UNSAT and the first SAT number of cycles."""


@bench(
    "ring_sizes",
    "Matrix-vector products on rings, operators reordered",
    time_limit(600, "per size"),
    option("--sizes", type=int, nargs="+", default=SIZES, metavar="N"),
    option("--no-verify", action="store_true", help="do not re-check certificates"),
    smoke="--sizes 3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every size."""
    cycles = Cycles(asker, options.time_limit, verify=not options.no_verify)
    found = {n: cycles.ask(*ring(n, "pattern"), "--transform", "auto") for n in options.sizes}
    yield from page(found)


def page(entries: dict[int, Entry]) -> Parts:
    """Yield the parts of the page."""
    yield (
        "The N×N matrix-vector product on a one-way ring of N processing elements, multiply-add"
        " enabled, `solvers.min_cycles --transform auto --certificate DIR`, one run. Wall time of"
        ' the whole process; peak memory of all its processes; "verify" is'
        " `python -m solvers.verify DIR`. The paper's seconds are those of its XBTree method for"
        " the last number of cycles that is impossible and the first that is not (Kissat, on its"
        " authors' machine); it has no larger sizes.\n"
    )
    yield columns(
        entries.items(),
        ("size", lambda own: own[0]),
        ("values", lambda own: 3 * own[0] ** 2),
        ("answer", lambda own: answer(own[1])),
        ("no fewer by", lambda own: reason(own[1])),
        ("found by", lambda own: own[1]["found_by"]),
        ("search s", lambda own: own[1]["seconds"]),
        ("verify s", lambda own: verdict(own[1])),
        ("MB", lambda own: own[1]["megabytes"]),
        ("the paper's s", lambda own: PAPER.get(own[0])),
    )


if __name__ == "__main__":
    sys.exit(main())
