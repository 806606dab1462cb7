"""What static register files cost: the same loops with counted registers and with static files.

`python -m bench.register_files` asks `solvers.min_ii` for the smallest interval of the PolyBench
bodies, as written and unrolled, on arrays of 4×4, and of random loops with recurrences on arrays of
2×2, with both kinds of register files, and writes `docs/results/register_files.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from statistics import geometric_mean

from bench.frame import Asker, Namespace, Parts, bench, number, time_limit
from bench.hardware_loops import loop
from bench.min_ii import asked, verdict
from bench.page import table
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg
from models.data.problem import counted_contexts
from solvers.questions.entries import Entry

ARRAYS = ("hycube:4x4,io=memory", "lisa:4x4,io=memory", "adres:4x4,io=memory", "s4:4x4")
SMALL = ("mesh:2x2,io=all", "hycube:2x2,io=memory", "lisa:2x2,io=memory", "adres:2x2,io=memory")
KINDS = ("counted", "static")
Row = tuple[str, str, Entry, Entry]


@bench(
    "register_files",
    "Static register files",
    time_limit(12.0),
    number("--loops", 20, "random loops"),
    number("--unroll", 2, "of the bodies in the second table"),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure all sections."""
    yield (
        "Whole processes of `python -m solvers.min_ii DFG ARRAY --register-files KIND`, wall time."
        " An II without a figure behind it is proven minimal; `4 (≥ 3)` is the best that was found,"
        " and what is proven, always for counted registers: static files never do with less. A"
        " mapping of a static file was checked to have an address for each value that is kept."
        " Times are compared where both kinds end within the limit.\n\n"
    )
    bodies = [(name, polybench(name, 1, "operations")) for name in BODIES]
    rows = measured(asker, bodies, ARRAYS, options.time_limit)
    yield from section("PolyBench bodies on 4×4", rows)
    every = rows
    if options.unroll > 1:
        many = [
            (f"{name} ×{options.unroll}", polybench(name, options.unroll, "operations"))
            for name in BODIES
        ]
        rows = measured(asker, many, ARRAYS, options.time_limit)
        yield from section(f"PolyBench bodies, unrolled {options.unroll} times, on 4×4", rows)
        every = every + rows
    yield (
        f"\n## Random loops on 2×2\n\n{options.loops} loops of 2 to 10 operations with up to two"
        " recurrences of distances to 4 on each array.\n\n"
    )
    loops = [(f"random {seed}", loop(seed, most=8)) for seed in range(options.loops)]
    rows = measured(asker, loops, SMALL, options.time_limit)
    by_array = [[row for row in rows if row[1] == spec] for spec in SMALL]
    heads = ("array", "loops", "same II and status", "larger II", "none found", "proven", "ratio")
    yield table(heads, [summary(own) for own in by_array])
    yield "\n" + compared(rows)
    yield "\n## All of them\n\n" + compared(every + rows)


def section(title: str, rows: list[Row]) -> Parts:
    """Yield a table with a row for each loop and array."""
    yield f"\n## {title}\n\n"
    shown = [
        (name, spec, verdict(one), one["seconds"], verdict(two), two["seconds"])
        for name, spec, one, two in rows
    ]
    yield table(("loop", "array", "counted", "s", "static", "s"), shown)
    yield "\n" + compared(rows)


def measured(
    asker: Asker, loops: Iterable[tuple[str, Dfg]], arrays: Iterable[str], limit: float
) -> list[Row]:
    """Return the answers for counted registers and static files, loop by loop."""
    rows = []
    for name, dfg in loops:
        for spec in arrays:
            one, two = (
                asked(asker, dfg, spec, limit, ("--register-files", kind)) for kind in KINDS
            )
            rows.append((name, spec, one, two))
    return rows


def ratios(rows: list[Row]) -> list[float]:
    """Return seconds of static over those of counted, where both have ended by themselves."""
    ended = [row for row in rows if not (row[2]["stopped"] or row[3]["stopped"])]
    return [two["seconds"] / one["seconds"] for _, _, one, two in ended]


def summary(rows: list[Row]) -> tuple[object, ...]:
    """Return a row of the table of random loops."""
    both = [row for row in rows if row[2]["ii"] is not None]
    same = sum((one["ii"], one["status"]) == (two["ii"], two["status"]) for *_, one, two in both)
    larger = sum(two["ii"] is not None and two["ii"] > one["ii"] for *_, one, two in both)
    none = sum(two["ii"] is None for *_, two in both)
    proven = sum(two["status"] == "optimal" for *_, two in both)
    found = ratios(both)
    ratio = f"{geometric_mean(found):.2f}" if found else "-"
    return rows[0][1], len(both), same, larger, none, proven, ratio


def compared(rows: list[Row]) -> str:
    """Return a paragraph on how many answers differ, and what static files take in time."""
    found = ratios(rows)
    same = sum((one["ii"], one["status"]) == (two["ii"], two["status"]) for *_, one, two in rows)
    both = [(one["ii"], two["ii"]) for *_, one, two in rows if one["ii"] and two["ii"]]
    larger = [two - one for one, two in both if two > one]
    smaller = sum(two < one for one, two in both)
    lost = sum(bool(one["ii"]) and not two["ii"] for *_, one, two in rows)
    text = (
        f"{same} of {len(rows)} answers have the same II and status. Static files have a larger II"
        f" in {len(larger)} of {len(both)} that both map, by {counted_contexts(sum(larger))} in"
        f" all, a smaller one in {smaller}, and no mapping within the limit in {lost}."
    )
    if found:
        text += (
            f" Static files take {geometric_mean(found):.2f} times the seconds of counted"
            f" registers in the geometric mean of {len(found)} that end within the limit,"
            f" {max(found):.2f} times at most"
        )
        every = [two["seconds"] / one["seconds"] for *_, one, two in rows]
        text += f"; of all, where the limit may end either, {geometric_mean(every):.2f} times."
    return text + "\n"


if __name__ == "__main__":
    sys.exit(main())
