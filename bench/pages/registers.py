"""Many registers: which solvers win at large K; and what register files of each kind cost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from archs.presets import architecture_preset
from bench.asking import LIMITS, SECONDS, compared, interval, side_by_side
from bench.hardware_loops import loop
from bench.page import Cell, Page
from bench.process import Answer
from bench.rows import Row, Rows
from bench.tables import geometric, one, pivot, table, verdict
from examples.loops.kernels import kernel_loop
from examples.loops.polybench import BODIES, polybench
from examples.sums import MULTIPLY, operation
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.register_files.files import KINDS

LIMIT, FILES_LIMIT = 15, 5
SIZES, HORIZONS, INPUTS = (4, 8, 16, 32), (14, 15), 2.5
ENCODED = (
    ("cadical195", "sequential"),
    ("cadical195", "totalizer"),
    ("cadical195", "commander"),
    ("cadical195", "native"),
    ("glucose4", "sequential"),
    ("gluecard4", "native"),
    ("minicard", "native"),
)
WAYS: dict[str, tuple[str, ...]] = {
    f"{solver}, {kind}": ("--solver", solver, "--at-most-k", kind) for solver, kind in ENCODED
} | {solver: ("--solver", solver) for solver in ("cp-sat", "highs")}
COMMANDER, MOST = "cadical195, commander", 8
"""An encoding that has more than two million clauses for one limit above so many registers."""

ARRAYS = ("hycube:4x4,io=memory", "lisa:4x4,io=memory", "adres:4x4,io=memory", "s4:4x4")
SMALL = ("mesh:2x2,io=all", "hycube:2x2,io=memory", "lisa:2x2,io=memory", "adres:2x2,io=memory")
UNROLLED = ("2mm", "atax", "bicg", "gemm", "gesummv", "syrk")
LOOPS = ("align", "biquad", "crc32", "fletcher", "gsm-add", "shift-or")
GROUPS: dict[str, tuple[dict[str, Callable[[], Dfg]], tuple[str, ...]]] = {
    "PolyBench bodies on 4×4": (
        {name: partial(polybench, name, 1, "operations") for name in BODIES},
        ARRAYS,
    ),
    "PolyBench bodies, unrolled 2 times, on 4×4": (
        {f"{name} ×2": partial(polybench, name, 2, "operations") for name in UNROLLED},
        ARRAYS,
    ),
    "Loops with recurrences on 4×4": ({name: partial(kernel_loop, name) for name in LOOPS}, ARRAYS),
    "Random loops on 2×2": (
        {f"random {seed}": partial(loop, seed, most=8) for seed in range(4)},
        SMALL,
    ),
}
NAMES = ("status", "ii", "lower_bound", "seconds", "stopped")


def pairs(inputs: int, operations: int, seed: int) -> Dfg:
    """Return products of different random pairs of the inputs; every input is read."""
    chance = random.Random(seed)
    names = [f"x_{n}" for n in range(inputs)]
    chosen: dict[frozenset[str], None] = {}
    while len(chosen) < operations:
        pair = frozenset((names[len(chosen) % inputs], chance.choice(names)))
        if len(pair) == 2:
            chosen[pair] = None
    steps = tuple(operation(f"p_{n}", "*", *sorted(pair)) for n, pair in enumerate(chosen))
    return Dfg(
        name=f"pairs{inputs}x{operations}",
        operators=(MULTIPLY,),
        inputs=tuple(names),
        operations=steps,
        results=tuple(step.name for step in steps),
    )


def instance(registers: int) -> tuple[Dfg, Architecture]:
    """Return a kernel and an array whose every limit grows with the number of registers."""
    many = max(1, registers // 4)
    arch = architecture_preset(f"single:registers={registers},width={many},units={many}")
    return pairs(round(INPUTS * registers), 3 * registers, 0), arch


def cells() -> Iterator[Cell]:
    """Ask every way at every K, and for intervals with every kind of register files."""
    for count in HORIZONS:
        for way, words in WAYS.items():
            for size in SIZES:
                if way != COMMANDER or size <= MOST:
                    case = {"cycles": count, "way": way, "question": f"K = {size}"}
                    yield compared(case, *instance(size), count, LIMIT, *words)
    for group, (loops, arrays) in GROUPS.items():
        for name, graph in loops.items():
            for array in arrays:
                for kind in ("counted", *KINDS):
                    case = {"group": group, "loop": name, "array": array, "files": kind}
                    words = ("--register-files", kind)
                    yield interval(
                        case, graph, array, FILES_LIMIT, *words, names=NAMES, more=_rounds
                    )


def _rounds(answer: Answer) -> Answer:
    contexts, ii = answer.get("kernel_contexts"), answer.get("ii")
    return {"rounds": contexts // ii if contexts and ii else None}


def tables(rows: Rows) -> Iterator[str]:
    """Seconds at every K, then IIs by kind of files."""
    for (count,), own in rows.by("cycles").items():
        if count is not None:
            yield f"## Large K: {count} cycles\n"
            yield from side_by_side(own, LIMIT, "solver, at most K")
    files = Rows(row for row in rows if "files" in row.case)
    for (group,), own in files.by("group").items():
        yield f"## Files: {group}\n"
        yield pivot(own, ("loop", "array"), "files", [("II", one(_shown)), ("s", one("seconds"))])
    if files:
        yield "## Files: all loops, beside counted registers\n"
        yield _beside(files)


def _shown(row: Row) -> str:
    rounds = row["rounds"] or 1
    return verdict(row) + (f" ×{rounds}" if rounds > 1 else "")


def _beside(rows: Rows) -> str:
    heads = ("files", "loops", "same II and status", "larger II", "none found", "proven", "s ×")
    counted = {(row["loop"], row["array"]): row for row in rows.where(files="counted")}
    lines = []
    for kind in rows.values("files")[1:]:
        own = [(row, counted[row["loop"], row["array"]]) for row in rows.where(files=kind)]
        ended = [(a, b) for a, b in own if not (a["stopped"] or b["stopped"])]
        lines.append((
            kind,
            len(own),
            sum((a["ii"], a["status"]) == (b["ii"], b["status"]) for a, b in own),
            sum(bool(a["ii"] and b["ii"] and a["ii"] > b["ii"]) for a, b in own),
            sum(bool(b["ii"] and not a["ii"]) for a, b in own),
            sum(a["status"] == "optimal" for a, _ in own),
            geometric(a["seconds"] / b["seconds"] for a, b in ended),
        ))  # fmt: skip
    return table(heads, lines)


PAGE = Page(
    "registers",
    "Many registers, and register files",
    "Large K: one processing element with K registers, K/4 units, and paths of width K/4 from and"
    f" to the external memory; 3K products of random pairs of {INPUTS:g}K inputs, so that every"
    f" limit is an at-most-K constraint over all values. One run each, given up after {LIMIT} s."
    f' "too large": more than two million clauses for one limit. {SECONDS}\n\nFiles: IIs by'
    f" `xyzmap min-ii DFG ARRAY --register-files KIND`, {FILES_LIMIT} s each. No kind"
    " has a smaller II than `counted`; `×3` are the rounds of an unrolled kernel. `s ×` is the"
    f" geometric mean over counted registers, where both end within the limit. {LIMITS}",
    cells,
    tables,
    smoke=[
        {"cycles": 15, "way": "minicard, native", "question": "K = 4"},
        {"loop": "gemm", "array": ARRAYS[2], "files": "counted"},
        {"loop": "gemm", "array": ARRAYS[2], "files": "moves"},
    ],
)
