"""The minimum number of cycles, proven, on the instances of the SAT-mapping paper and beyond.

`python -m bench.min_cycles` measures whole processes, from the command line to the verified
certificate, and writes `docs/results/min_cycles.md`.
"""

from __future__ import annotations

import statistics
import sys

from bench.asker import texts
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from bench.page import columns
from bench.proofs import answer, proven, reason, verdict
from examples.aes import aes
from examples.filters import accumulate
from examples.matrices import mmm
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

INSTANCES: dict[str, tuple[tuple[Dfg, Architecture], tuple[str, ...], str | None]] = {
    "ring 4, add and multiply": (ring(4), (), "10 in ≤ 3 s"),
    "ring 5, add and multiply": (ring(5), (), "12 decided in ≤ 60 s"),
    "ring 6, add and multiply": (ring(6), (), None),
    "ring 4, MAC operator": (ring(4, "operator"), (), None),
    "ring 5, MAC operator": (ring(5, "operator"), (), None),
    "ring 6, MAC operator": (ring(6, "operator"), (), None),
    "aes 3": (aes(3), (), "52 in ≤ 3 s"),
    "mmm 3, MAC operator": (mmm(3, "operator"), ("--contexts", "3"), "9 in ≤ 10 s"),
    "accumulating dot product": (accumulate(), ("--contexts", "1"), "3 in ≤ 1 s"),
}
"""Name to inputs, options, and what was asked for."""
STARTS = 10


@bench(
    "min_cycles",
    "Minimum cycles",
    time_limit(60),
    number("--repeats", 3),
    some("--only", INSTANCES, "INSTANCE"),
    smoke="--repeats 1 --only 'accumulating dot product'",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every instance."""
    found: dict[str, Entry] = {}
    for name in options.only:
        inputs, words, _ = INSTANCES[name]
        asked = ["solvers.min_cycles", "{dfg}", "{arch}", *words]
        runs = [
            proven(asker, asked, texts(*inputs), options.time_limit, again=n)
            for n in range(options.repeats)
        ]
        last = max(runs, key=lambda entry: entry["verify"] != "verified")
        found[name] = {
            **last,
            "seconds": statistics.median(entry["seconds"] for entry in runs),
            "verify_seconds": statistics.median(entry["verify_seconds"] or 0.0 for entry in runs),
            "megabytes": max(entry["megabytes"] for entry in runs),
        }
    yield (
        f"Median of {options.repeats} runs; wall time of the whole process; peak memory of all its"
        ' processes. "search" ends with the certificate written, "verify" is'
        " `python -m solvers.verify` on it.\n"
    )
    yield columns(
        found.items(),
        ("instance", lambda own: own[0]),
        ("answer", lambda own: answer(own[1])),
        ("decided by", lambda own: reason(own[1])),
        ("search s", lambda own: own[1]["seconds"]),
        ("verify s", lambda own: verdict(own[1])),
        ("MB", lambda own: own[1]["megabytes"]),
        ("asked for", lambda own: INSTANCES[own[0]][2]),
    )
    starts = [
        asker.ask(
            ["solvers.min_cycles", "--help"],
            {},
            lambda done, _: {"seconds": round(done.seconds, 4)},
            key={"again": n},
        )
        for n in range(STARTS)
    ]
    middle = statistics.median(entry["seconds"] for entry in starts)
    yield f"Start-up of `python -m solvers.min_cycles --help`: {middle:.3f} s.\n"


if __name__ == "__main__":
    sys.exit(main())
