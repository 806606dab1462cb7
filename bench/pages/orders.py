"""Reassociation: IIs of unrolled sums, and products on rings of growing size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bench.asking import LIMITS, answer, cycles, interval, reason, rejected, verification
from bench.page import Cell, Page
from bench.rows import Row, Rows
from bench.tables import columns, geometric, one, pivot, tenths, verdict
from examples.loops.memory import ArrayLoop, unrolled_arrays
from examples.loops.polybench import polybench
from examples.ring import ring
from models.data.dfg import Dfg

LIMIT, RING_LIMIT, TAPS = 20, 120, 16
KERNELS = ("gesummv", "gemm", "atax", "mvt", "bicg")
ARRAYS = (
    "sl8:8x8,io=memory,registers=4",
    "hycube:4x4,io=memory",
    "hycube:6x6,io=memory",
    "lisa:4x4,io=memory",
    "adres:4x4,io=memory",
)
WRITTEN, ANY = "as written", "any order"
ORDERS = {WRITTEN: (), ANY: ("--transform", "auto", "--inductions", "own")}
RINGS = (4, 5, 6, 7, 8, 12, 16)
PAPER = {4: "0.1 + 0.8 = 0.9", 5: "0.8 + 109.8 = 110.6", 6: "2879.8 + 3284.0 = 6163.8"}
"""Seconds of the paper's XBTree method: the last UNSAT and the first SAT number of cycles."""


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


def loops() -> Iterator[tuple[str, Callable[[], Dfg]]]:
    """Yield unrolled kernels, and a filter that adds up its products one by one."""
    for factor in (4, 8):
        for name in KERNELS:
            yield f"{name} ×{factor}", partial(polybench, name, factor, "operations")
        yield f"dot ×{factor}", partial(unrolled_arrays, "dot", ("A", "B"), _dot, factor)
    yield f"FIR {TAPS}", partial(unrolled_arrays, "fir", ("x", "y"), _fir)


def cells() -> Iterator[Cell]:
    """Ask for every loop on every array, and for every ring."""
    for name, graph in loops():
        for array in ARRAYS:
            for order, words in ORDERS.items():
                case = {"loop": name, "array": array, "order": order}
                yield interval(case, graph, array, LIMIT, *words)
    for size in RINGS:
        graphs = ring(size, "pattern")
        yield cycles({"size": size}, *graphs, RING_LIMIT, "--transform", "auto", seed=0)


def tables(rows: Rows) -> Iterator[str]:
    """IIs as written and with reassociation, then the rings."""
    asked = Rows(row for row in rows if "order" in row.case)
    if asked:
        shown = [("II", one(verdict)), ("s", lambda own: tenths(own[0]["seconds"]))]
        yield "## Intervals\n"
        yield pivot(asked, ("loop", "array"), "order", shown)
        yield _summary(list(asked.by("loop", "array").values()))
    yield "## Matrix-vector products on rings\n"
    rings = [row for row in rows if "size" in row.case]
    yield columns(
        rings,
        ("size", lambda row: row["size"]),
        ("values", lambda row: 3 * row["size"] ** 2),
        ("answer", answer),
        ("no fewer by", reason),
        ("found by", lambda row: row["found_by"]),
        ("search s", lambda row: row["seconds"]),
        ("verify s", verification),
        ("MB", lambda row: row["megabytes"]),
        ("the paper's s", lambda row: PAPER.get(row["size"])),
    )
    yield from rejected(rings)


def _summary(pairs: list[Rows]) -> str:
    free = [row for pair in pairs for row in pair.where(order=ANY)]
    closed = sum(row["status"] == "optimal" for row in free)
    both = [own for own in pairs if len(own) == 2 and all(row["ii"] for row in own)]
    ratios = [_ii(own, WRITTEN) / _ii(own, ANY) for own in both]
    return (
        f"Of {len(free)} questions with reassociation, {closed} are proven minimal, and it is"
        f" worse in {sum(ratio < 1 for ratio in ratios)}. Where both have a mapping, the geometric"
        f" mean of II as written / reassociated is {geometric(ratios) or 0:.2f}.\n"
    )


def _ii(own: Rows, order: str) -> int:
    row: Row = own.where(order=order)[0]
    return int(row["ii"])


PAGE = Page(
    "orders",
    "Loops and rings with reassociation",
    "IIs: `xyzmap min-ii DFG ARRAY`, as written and with"
    f" `{' '.join(ORDERS[ANY])}`, {LIMIT} s each. {LIMITS}\n\nRings: the N×N matrix-vector product"
    " on a one-way ring of N processing elements, multiply-add enabled, by"
    " `xyzmap min-cycles --transform auto --certificate DIR`, and"
    " `xyzmap verify DIR`. The paper's seconds are those of its XBTree method for the"
    " last number of cycles that is impossible and the first that is not; it has no larger sizes.",
    cells,
    tables,
    smoke=[{"loop": "gemm ×4", "array": "adres:4x4,io=memory", "order": WRITTEN}, {"size": 4}],
)
