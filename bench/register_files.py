"""What register files cost: the same loops with counted registers and with files of every kind.

`python -m bench.register_files` asks `solvers.min_ii` for the smallest interval of the PolyBench
bodies, as written and some of them unrolled, and of loops with recurrences, on arrays of 4×4, and
of random loops on arrays of 2×2, with each kind of register files, and writes
`docs/results/register_files.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import chain
from statistics import geometric_mean
from typing import Any, NamedTuple

from bench.frame import Asker, Fault, Namespace, Parts, bench, number, some, time_limit
from bench.hardware_loops import loop
from bench.min_ii import asked, verdict
from bench.page import table
from examples.loops.kernels import kernel_loop
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg
from models.data.problem import counted_contexts
from models.hardware.files import KINDS
from solvers.questions.entries import Entry

ARRAYS = ("hycube:4x4,io=memory", "lisa:4x4,io=memory", "adres:4x4,io=memory", "s4:4x4")
SMALL = ("mesh:2x2,io=all", "hycube:2x2,io=memory", "lisa:2x2,io=memory", "adres:2x2,io=memory")
UNROLLED = ("2mm", "atax", "bicg", "gemm", "gesummv", "syrk")
LOOPS = ("align", "biquad", "crc32", "fletcher", "gsm-add", "shift-or")
COUNTED = "counted"
MOST_RATIO = 1.5
"""Of the seconds of static files to those of counted registers, in the geometric mean."""


class Row(NamedTuple):
    """What is known of a loop on an array, by kind of files."""

    name: str
    spec: str
    entries: dict[str, Entry]


@bench(
    "register_files",
    "Register files",
    time_limit(5.0),
    number("--loops", 5, "random loops"),
    number("--unroll", 2, "of the bodies in the second table"),
    some("--kinds", KINDS, "KIND"),
    number("--most", None, "loops and arrays of a section (default all)"),
    smoke="--time-limit 60 --loops 1 --kinds moves --most 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure all sections."""
    kinds = (COUNTED, *options.kinds)
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY --register-files KIND`, wall time."
        " An II without a figure behind it is proven minimal; `4 (≥ 3)` is the best that was found,"
        " and what is proven, always for counted registers: no kind of file ever does with less. A"
        " mapping was checked to have a register for each value that is kept, in files of its kind;"
        " `×3` are the rounds of an unrolled kernel. `moves` is the search of `counted`, because"
        " counting is exact for such files; what differs is chance and noise.\n\n"
    )
    sections = (
        (
            "PolyBench bodies on 4×4",
            [(name, polybench(name, 1, "operations")) for name in BODIES],
            ARRAYS,
        ),
        (
            f"PolyBench bodies, unrolled {options.unroll} times, on 4×4",
            [
                (f"{name} ×{options.unroll}", polybench(name, options.unroll, "operations"))
                for name in UNROLLED
            ],
            ARRAYS,
        ),
        (
            "Loops with recurrences (`python -m examples loop`) on 4×4",
            [(name, kernel_loop(name)) for name in LOOPS],
            ARRAYS,
        ),
        (
            "Random loops on 2×2, of 2 to 10 operations and up to two recurrences",
            [(f"random {seed}", loop(seed, most=8)) for seed in range(options.loops)],
            SMALL,
        ),
    )
    every = list[Row]()
    for title, loops, arrays in sections:
        chosen = loops[: options.most], arrays[: options.most]
        rows = list(measured(asker, *chosen, options.time_limit, kinds))
        yield f"\n## {title}\n\n"
        yield table(("loop", "array", *chain(*((kind, "s") for kind in kinds))), shown(rows, kinds))
        yield "\n" + compared(rows, options.kinds)
        every += rows
    yield "\n## All of them\n\n" + compared(every, options.kinds)
    yield (
        "\nSeconds are compared with those of counted registers in the geometric mean: where both"
        " end within the limit (how many do), and of all, where the limit may end either.\n"
    )
    if (found := ratios(every, "static")) and geometric_mean(found) > MOST_RATIO:
        yield Fault(f"\nStatic files take more than {MOST_RATIO} times the seconds of counting.\n")


def measured(
    asker: Asker,
    loops: Iterable[tuple[str, Dfg]],
    arrays: Iterable[str],
    limit: float,
    kinds: Iterable[str],
) -> Iterable[Row]:
    """Yield the answers for each kind of register files, loop by loop."""
    arrays, kinds = list(arrays), list(kinds)
    for name, dfg in loops:
        for spec in arrays:
            entries = {
                kind: asked(asker, dfg, spec, limit, ("--register-files", kind), kernel)
                for kind in kinds
            }
            yield Row(name, spec, entries)


def kernel(answer: dict[str, Any]) -> Entry:
    """Return how many rounds the kernel has."""
    contexts, interval = answer.get("kernel_contexts"), answer.get("ii")
    return {"rounds": contexts // interval if contexts and interval else None}


def shown(rows: Iterable[Row], kinds: Iterable[str]) -> list[list[object]]:
    """Return a row of the table for each loop and array."""
    table_rows: list[list[object]] = []
    for row in rows:
        cells: list[object] = [row.name, row.spec]
        for kind in kinds:
            entry = row.entries[kind]
            rounds = f" ×{entry['rounds']}" if (entry["rounds"] or 1) > 1 else ""
            cells += [verdict(entry) + rounds, float(entry["seconds"])]
        table_rows.append(cells)
    return table_rows


def ratios(rows: Iterable[Row], kind: str) -> list[float]:
    """Return seconds of a kind over those of counted, where both have ended by themselves."""
    pairs = [(row.entries[COUNTED], row.entries[kind]) for row in rows if kind in row.entries]
    return [
        own["seconds"] / counted["seconds"]
        for counted, own in pairs
        if not (counted["stopped"] or own["stopped"])
    ]


def compared(rows: list[Row], kinds: Iterable[str]) -> str:
    """Return a table of how many answers differ from those of counting, and what they take."""
    heads = (
        "files", "loops", "same II and status", "larger II", "by", "smaller II", "none found",
        "proven", "both end", "seconds ×", "at most ×", "of all ×",
    )  # fmt: skip
    lines = []
    for kind in kinds:
        pairs = [(row.entries[COUNTED], row.entries[kind]) for row in rows]
        both = [(one["ii"], own["ii"]) for one, own in pairs if one["ii"] and own["ii"]]
        larger = [own - one for one, own in both if own > one]
        found = ratios(rows, kind)
        lines.append((
            kind,
            len(rows),
            sum((one["ii"], one["status"]) == (own["ii"], own["status"]) for one, own in pairs),
            len(larger),
            counted_contexts(sum(larger)) if larger else None,
            sum(own < one for one, own in both),
            sum(bool(one["ii"]) and not own["ii"] for one, own in pairs),
            sum(own["status"] == "optimal" for _, own in pairs),
            len(found),
            geometric_mean(found) if found else None,
            max(found, default=None),
            geometric_mean([own["seconds"] / one["seconds"] for one, own in pairs]),
        ))  # fmt: skip
    return table(heads, lines)


if __name__ == "__main__":
    sys.exit(main())
