"""Partitions of large loops, 500 to 1,500 operations: `python -m bench.partition_scale`.

Whole processes of `heuristics.partition` on syrk, unrolled. Writes
`docs/results/partition_scale.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.counted import SAID
from bench.frame import Asker, Fault, Namespace, Parts, bench, option, time_limit
from bench.page import columns
from bench.partition_ask import MAX_II, Method, Partitioner
from bench.partition_sets import Kernel
from examples.loops.polybench import polybench
from models.data.dfg import Dfg
from models.process.command import positive
from solvers.questions.entries import Entry

LOOP, ARRAY = "syrk", "adres:4x4,io=memory"
UNROLLED = (62, 125, 187)
"""How often syrk is unrolled: 500, 1,004 and 1,500 operations."""

AUTO = Method("auto", ("--method", "auto"), ("ortools",))


@dataclass(frozen=True)
class Unrolled(Kernel):
    """A generated graph, unrolled so often."""

    times: int = 1

    def dfg(self) -> Dfg:
        """Return the graph."""
        return polybench(LOOP, unroll=self.times)


def unrolled(times: int) -> Unrolled:
    """Return the loop, unrolled so often."""
    return Unrolled(f"{LOOP} x{times}", "", 0, 0, 0, 0.0, arch=ARRAY, times=times)


@bench(
    "partition_scale",
    "Partitions of large loops",
    time_limit(300),
    option("--unroll", type=positive, nargs="+", default=UNROLLED, metavar="N"),
    smoke="--unroll 2",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask about every size; a loop that was not mapped in time is a fault."""
    ask = Partitioner(asker, options.time_limit).ask
    kernels = [unrolled(times) for times in options.unroll]
    found = [(kernel.times, ask(kernel, AUTO)) for kernel in kernels]
    yield from page(found, options.time_limit)


def page(found: Sequence[tuple[int, Entry]], limit: float) -> Parts:
    """Yield the parts of the page, of how often a loop is unrolled and the answer."""
    yield (
        f"Whole processes of `python -m heuristics.partition DFG {ARRAY} --max-ii {MAX_II}`,"
        f" limited to {limit:g} s. The search goes on until then, unless the total is proven"
        " minimal."
        " Every part is mapped, every mapping checked, and all parts executed one after another"
        f" through a memory.{SAID}\n"
    )
    mapped = all(entry["total"] is not None for _, entry in found)
    yield (str if mapped else Fault)(
        columns(
            found,
            ("loop", lambda own: f"{LOOP}, unrolled {own[0]} times"),
            ("operations", lambda own: own[1]["operations"]),
            ("parts", lambda own: len(own[1]["intervals"]) or None),
            ("total II", lambda own: own[1]["total"] or "none"),
            ("at least", lambda own: own[1]["bound"]),
            ("stores and loads", lambda own: own[1]["extra"]),
            ("s", lambda own: f"{own[1]['seconds']:.1f}"),
            ("MB", lambda own: own[1]["megabytes"]),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
