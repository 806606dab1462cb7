"""Loops in any order of computation: every number of `docs/results/orders.md`.

`python -m bench.orders` asks `solvers.min_ii` for unrolled sums and products as written, and in any
order with induction variables of their own, in turn. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from math import exp, log

from bench.counted import SAID
from bench.frame import Asker, Namespace, Parts, bench, option, some, time_limit
from bench.min_ii import asked
from bench.page import table
from examples.loops.memory import ArrayLoop, unrolled_arrays
from examples.loops.polybench import polybench
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

KERNELS = ("gesummv", "gemm", "atax", "mvt", "bicg", "dot", "fir")
TAPS = 16
ARRAYS = (
    "sl8:8x8,io=memory,registers=4",
    "hycube:4x4,io=memory",
    "hycube:6x6,io=memory",
    "lisa:4x4,io=memory",
    "adres:4x4,io=memory",
)
ANY = ("--transform", "auto", "--inductions", "own")


@bench(
    "orders",
    "Loops in any order of computation",
    time_limit(60, "of a question"),
    some("--kernels", KERNELS, "KERNEL"),
    some("--arrays", ARRAYS, "ARRAY"),
    option("--unroll", type=int, nargs="+", default=[4, 8, 16], metavar="U", help="default 4 8 16"),
    smoke="--kernels dot --unroll 2 --arrays hycube:4x4,io=memory",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every kernel, factor and array."""
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY`, as written and with"
        f" `{' '.join(ANY)}`, {options.time_limit:g} s each. `4` is proven minimal"
        " for what was asked: the order as written, or any order of the graph whose induction"
        " variables are its own; `4 (≥ 3)` is the best that was found, and what is proven; `–`:"
        f" nothing was found. Seconds are those of the whole process.{SAID}\n"
    )
    pairs: list[tuple[Entry, Entry]] = []
    rows: list[list[object]] = []
    for name, dfg in _loops(options.kernels, options.unroll):
        for array in options.arrays:
            rows.append([name, len(dfg.operations), f"`{array}`"])
            rows[-1] += _compared(asker, dfg, array, options.time_limit, pairs)
    heads = ("loop", "operations", "array", "as written", "s", "any order", "s")
    yield table(heads, rows)
    yield _summary(pairs)


def _loops(kernels: Iterable[str], factors: Iterable[int]) -> Iterator[tuple[str, Dfg]]:
    """Yield the kernels, unrolled but for a filter that adds up its products one by one."""
    for name in kernels:
        if name == "fir":
            yield f"FIR {TAPS}", unrolled_arrays("fir", ("x", "y"), _fir)
            continue
        for factor in factors:
            if name == "dot":
                loop = unrolled_arrays(name, ("A", "B"), _dot, factor)
            else:
                loop = polybench(name, factor, "operations")
            yield f"{name} ×{factor}", loop


def _dot(loop: ArrayLoop) -> None:
    """s += A[k]·B[k]."""
    product = loop.op("mul", loop.load("A"), loop.load("B"))
    loop.final(loop.carry("s", "add", product))


def _fir(loop: ArrayLoop) -> None:
    """y[k] = Σ h·x[k - t], with samples from earlier iterations."""
    sample = loop.load("x")
    loop.initial(sample, *([0] * (TAPS - 1)))
    total = loop.op("mul", sample, 1)
    for tap in range(1, TAPS):
        total = loop.op("add", total, loop.op("mul", loop.previous(sample, tap), tap + 1))
    loop.store("y", total)


def _compared(
    asker: Asker, dfg: Dfg, array: str, limit: float, pairs: list[tuple[Entry, Entry]]
) -> list[object]:
    written = asked(asker, dfg, array, limit)
    free = asked(asker, dfg, array, limit, ANY)
    pairs.append((written, free))
    cells: list[object] = []
    for entry in (written, free):
        cells += [_shown(entry), f"{entry['seconds']:.1f}"]
    return cells


def _shown(entry: Entry) -> str:
    if entry["ii"] is None:
        return "–"
    return str(entry["ii"]) + (
        "" if entry["status"] == "optimal" else f" (≥ {entry['lower_bound']})"
    )


def _summary(pairs: list[tuple[Entry, Entry]]) -> str:
    found = [free for _, free in pairs if free["ii"] is not None]
    closed = sum(free["status"] == "optimal" for free in found)
    near = sum(free["ii"] <= free["lower_bound"] + 1 for free in found)
    both = [(w["ii"], f["ii"]) for w, f in pairs if w["ii"] is not None and f["ii"] is not None]
    worse = sum(free > written for written, free in both)
    mean = exp(sum(log(written / free) for written, free in both) / max(len(both), 1))
    return (
        f"Of {len(pairs)} questions, {closed} are proven minimal in any order"
        f" ({closed / max(len(pairs), 1):.0%}), {near} are at most 1 above the bound, and"
        f" {len(pairs) - len(found)} have no mapping. Any order is worse in {worse}. Where both"
        " have a mapping, the geometric mean of II as written / in any order is"
        f" {mean:.2f}.\n"
    )


if __name__ == "__main__":
    sys.exit(main())
