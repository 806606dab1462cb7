"""Partitions of large loops, 500 to 1,500 operations: `python -m bench.partition_scale`.

Whole processes of `heuristics.partition` on syrk, unrolled. Writes
`docs/results/partition_scale.md`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import table, write
from bench.partition_ask import MAX_II, PACKAGES, Asker, Method
from bench.partition_sets import Kernel, package_versions
from bench.resume import Entry, Resume
from examples.loops.polybench import polybench
from models.formats.dfg_files import save_dfg
from models.process.command import guarded, positive, seconds

LOOP, ARRAY = "syrk", "adres:4x4,io=memory"
UNROLLED = (62, 125, 187)
"""How often syrk is unrolled: 500, 1,004 and 1,500 operations."""

AUTO = Method("auto", ("--method", "auto"), ("ortools",))


@dataclass(frozen=True)
class Unrolled(Kernel):
    """A generated graph in a folder of its own."""

    folder: Path = Path()

    @property
    def path(self) -> Path:
        """Where the graph has been written."""
        return self.folder / f"{self.file}.json"


def unrolled(times: int, folder: Path) -> Unrolled:
    """Write the loop, unrolled so often."""
    dfg = polybench(LOOP, unroll=times)
    kernel = Unrolled(f"{LOOP} x{times}", f"{LOOP}{times}", 0, 0, 0, 0.0, arch=ARRAY, folder=folder)
    save_dfg(dfg, str(kernel.path))
    return kernel


def run(arguments: Sequence[str] | None = None) -> int:
    """Measure and write the page; 1 where a loop was not mapped in time."""
    parser = argparse.ArgumentParser(prog="bench.partition_scale", description="Large loops")
    parser.add_argument("--unroll", type=positive, nargs="+", default=UNROLLED, metavar="N")
    parser.add_argument("--time-limit", type=seconds, default=300.0, metavar="S", help="of a run")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished entries here")
    options = parser.parse_args(arguments)
    asker = Asker(Resume(options.resume), options.time_limit)
    with tempfile.TemporaryDirectory() as folder:
        kernels = [unrolled(times, Path(folder)) for times in options.unroll]
        found = [(len(kernel.dfg().operations), asker.ask(kernel, AUTO)) for kernel in kernels]
    command = f"python -m bench.partition_scale --time-limit {options.time_limit:g}"
    if tuple(options.unroll) != UNROLLED:
        command += " --unroll " + " ".join(map(str, options.unroll))
    parts = page(list(zip(options.unroll, found, strict=True)), options.time_limit)
    print(write("partition_scale", "Partitions of large loops", command, parts))
    return 0 if all(entry["total"] is not None for _, entry in found) else 1


def page(found: Sequence[tuple[int, tuple[int, Entry]]], limit: float) -> list[str]:
    """Return the parts of the page: (unrolled, (operations, answer))."""
    heads = ["loop", "operations", "parts", "total II", "at least", "stores and loads", "s", "MB"]
    rows: list[list[object]] = []
    for times, (operations, entry) in found:
        total = "none" if entry["total"] is None else entry["total"]
        extra = "-" if entry["extra"] is None else entry["extra"]
        row: list[object] = [f"{LOOP}, unrolled {times} times", operations]
        row += [len(entry["intervals"]) or "-", total, entry["bound"], extra]
        rows.append([*row, f"{entry['seconds']:.1f}", entry["megabytes"]])
    return [
        f"Whole processes of `python -m heuristics.partition DFG {ARRAY} --max-ii {MAX_II}`,"
        f" limited to {limit:g} s. The search goes on until then, unless the total is proven"
        " minimal."
        " Every part is mapped, every mapping checked, and all parts executed one after another"
        f" through a memory. Packages: {package_versions(*PACKAGES) or 'none'}.\n",
        table(heads, rows),
    ]


main = guarded(run, "bench.partition_scale")

if __name__ == "__main__":
    sys.exit(main())
