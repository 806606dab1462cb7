"""LISA's comparison: ILP, annealing, labels and the exact search, and gaps to proven minima."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from functools import partial

from archs.presets import architecture_preset
from bench.asking import LIMITS, interval
from bench.lisa_arrays import ARRAYS, bodies, unrolled
from bench.page import Cell, Fault, Page
from bench.process import Answer, Run
from bench.rows import Case, Row, Rows
from bench.tables import median, pivot, spread, table, verdict
from learn.labels.random_dfgs import random_dfg
from models.data.dfg import Dfg
from models.formats.native_json import dfg_to_json

LIMIT, ILP_LIMIT, ILP_INTERVALS, SEEDS = 20, 20, 2, 3
GROUPS = {
    "3×3": ("lisa:3x3", bodies),
    "4×4": ("lisa:4x4", bodies),
    "4×4 with less routing: one register": ("lisa:4x4,registers=1", bodies),
    "4×4 with less memory: ports on the left": ("lisa:4x4,memory=left", bodies),
    "8×8": ("lisa:8x8", bodies),
    "The systolic array": ("lisa-systolic:5x5", bodies),
    "4×4, unrolled twice": ("lisa:4x4", unrolled),
    "8×8, unrolled twice": ("lisa:8x8", unrolled),
}
METHODS = ("ILP", "SA", "LISA", "exact")
NAMES = ("status", "ii", "lower_bound", "seconds")

COUNT, GAP_LIMIT, GAP_SEEDS, FIRST_SEED = 120, 5, 2, 10_000_000
"""Random DFGs of seeds far above those of training, and the runs of SA and LISA for each."""
FAR = 3
"""Gaps from here on share a column."""


def cells() -> Iterator[Cell]:
    """Ask every method for every body on every array, and for random graphs."""
    for group, (array, loops) in GROUPS.items():
        for name, graph in loops().items():
            for method in METHODS:
                case: Case = {"group": group, "loop": name, "method": method}
                if method == "ILP":
                    yield _ilp(case, graph, array)
                    continue
                for seed in range(SEEDS if method != "exact" else 1):
                    words = ("--method", method.lower(), "--seed", str(seed))
                    yield interval({**case, "seed": seed}, graph, array, LIMIT, *words, names=NAMES)
    for number in range(COUNT):
        seed, array = FIRST_SEED + number, ARRAYS[number % len(ARRAYS)]
        graph = partial(_random, array, seed)
        for method in METHODS[1:]:
            for again in range(GAP_SEEDS if method != "exact" else 1):
                words = ("--method", method.lower(), "--seed", str(again))
                case = {"dfg": seed, "array": array, "method": method, "seed": again}
                yield interval(case, graph, array, GAP_LIMIT, *words, names=NAMES)


def _random(array: str, seed: int) -> Dfg:
    return random_dfg(architecture_preset(array), seed)


def _ilp(case: Case, graph: Callable[[], Dfg], array: str) -> Cell:
    words = ["bench.studies.ilp", "{dfg}", array, str(ILP_LIMIT), str(ILP_INTERVALS)]

    def keep(done: Run, _: object) -> Answer:
        found = done.answer
        found["seconds"] = found.pop("spent")
        return found

    return Cell(case, words, keep, {"dfg": lambda: dfg_to_json(graph())})


def tables(rows: Rows) -> Iterator[str]:
    """Counts of what is mapped, bodies by array, times, and gaps."""
    asked = Rows(row for row in rows if "group" in row.case)
    yield "## How many are mapped\n"
    yield "Of the feasible combinations: mapped / at the proven minimum.\n"
    yield _mapped(asked)
    yield (
        "Of the feasible combinations: those that LISA alone maps, and those for which the method,"
        " or LISA, has the smaller II.\n"
    )
    yield _beside(asked)
    for (group,), own in asked.by("group").items():
        yield f"## {group}\n"
        yield pivot(own, ["loop"], "method", [("II", _interval), ("s", median("seconds"))])
    yield "## Compile time as ratios to LISA (Fig. 11)\n"
    yield (
        "Seconds of whole processes. A method without a mapping counts with the time until it"
        " ended, as in the paper, so ratios depend on the limits.\n"
    )
    yield _times(asked)
    yield "## The gap to the proven minimum\n"
    yield (
        f"{COUNT} random DFGs, as networks are trained on but of other seeds, on LISA's arrays in"
        f" turn; {GAP_LIMIT} s for every run, the median over {GAP_SEEDS} seeds. `none`: the median"
        " run has no mapping.\n"
    )
    yield from _gaps(Rows(row for row in rows if "dfg" in row.case))


def _interval(own: Rows) -> str:
    if own[0]["method"] in ("SA", "LISA"):
        return spread("ii", own)
    return verdict(own[0]).replace("unknown", "none")


def _ii(own: Rows) -> int | None:
    """Return the lower median of intervals; None counts as infinite."""
    found = sorted(math.inf if row["ii"] is None else row["ii"] for row in own)
    middle = found[(len(found) - 1) // 2] if found else math.inf
    return int(middle) if math.isfinite(middle) else None


def _mapped(rows: Rows) -> str:
    lines: list[list[object]] = []
    for title in ["all", *rows.values("group")]:
        mine = rows if title == "all" else rows.where(group=title)
        loops = list(mine.by("group", "loop").values())
        feasible = [own for own in loops if not _said(own, "infeasible")]
        line: list[object] = [title, len(loops), len(loops) - len(feasible)]
        for method in METHODS:
            some = [(own, _ii(found)) for own in feasible if (found := own.where(method=method))]
            least = sum(_said(own, "optimal") and ii == _ii(_exact(own)) for own, ii in some)
            mapped = sum(ii is not None for _, ii in some)
            line.append(f"{mapped} / {least} of {len(some)}")
        lines.append(line)
    return table(["array", "combinations", "infeasible", *METHODS], lines)


def _beside(rows: Rows) -> str:
    lines: list[list[object]] = []
    loops = [own for own in rows.by("group", "loop").values() if not _said(own, "infeasible")]
    for method in ("ILP", "SA"):
        pairs = [(_ii(own.where(method=method)), _ii(own.where(method="LISA"))) for own in loops]
        alone = sum(lisa is not None and other is None for other, lisa in pairs)
        values = [[math.inf if ii is None else ii for ii in pair] for pair in pairs]
        better = [sum(one < two for one, two in values), sum(two < one for one, two in values)]
        lines.append([method, len(loops), alone, *better])
    return table(["beside", "of", "LISA alone", "smaller II", "LISA's smaller"], lines)


def _exact(own: Rows) -> Rows:
    return own.where(method="exact")


def _said(own: Rows, status: str) -> bool:
    return any(row["status"] == status for row in _exact(own))


def _times(rows: Rows) -> str:
    lines: list[list[object]] = []
    for title in list(GROUPS)[:2]:
        ratios: dict[str, list[float]] = {}
        for own in rows.where(group=title).by("loop").values():
            base = own.where(method="LISA").numbers("seconds")
            for method in METHODS if base else ():
                spent = own.where(method=method).numbers("seconds")
                if spent:
                    ratio = statistics.median(spent) / statistics.median(base)
                    ratios.setdefault(method, []).append(ratio)
        for name, mean in (("mean", statistics.fmean), ("geometric", statistics.geometric_mean)):
            found = [mean(ratios[m]) if m in ratios else None for m in METHODS]
            lines.append([title, name, *(f and round(f, 1) for f in found)])
    return table(["array", "ratio", *METHODS], lines)


def _gaps(rows: Rows) -> Iterator[str]:
    graphs = list(rows.by("dfg").values())
    lines: list[list[object]] = []
    for array in [*rows.values("array"), "all"]:
        mine = [own for own in graphs if array in ("all", own[0]["array"])]
        proven = [own for own in mine if _said(own, "optimal")]
        for method in ("SA", "LISA"):
            found = [own.where(method=method) for own in proven]
            gaps = [_gap(own, _ii(runs)) for own, runs in zip(proven, found, strict=True) if runs]
            known = [gap for gap in gaps if gap is not None]
            spent = [row["seconds"] for runs in found for row in runs]
            lines.append([array, method, len(mine), len(proven)])
            lines[-1] += [sum(min(gap, FAR) == k for gap in known) for k in range(FAR + 1)]
            lines[-1] += [len(gaps) - len(known), statistics.fmean(known) if known else None]
            lines[-1] += [float(statistics.median(spent)) if spent else None]
    heads = ["array", "method", "DFGs", "minimum proven", "+0", "+1", "+2", "+3 or more", "none"]
    yield table([*heads, "mean gap", "median s"], lines)
    for own in graphs:
        for row in own:
            if _contradicts(row, own):
                yield Fault(f"* **{row.case} contradicts a proof: II {row['ii']}.**\n")


def _gap(own: Rows, ii: int | None) -> int | None:
    least = _ii(_exact(own))
    return None if ii is None or least is None else ii - least


def _contradicts(row: Row, own: Rows) -> bool:
    least = _ii(_exact(own))
    below = _said(own, "optimal") and (row["ii"] or math.inf) < (least or 0)
    return below or (_said(own, "infeasible") and row["ii"] is not None)


PAGE = Page(
    "lisa",
    "LISA, ILP, annealing and the exact search",
    "`xyzmap min-ii DFG ARRAY --method …`. SA and LISA: the median over the seeds"
    f" ({SEEDS}), in brackets the smallest and the largest II; {LIMIT} s for each run. ILP is HiGHS"
    " with one thread on the model of this toolkit, with schedules of at most 3 cycles more than"
    f" arithmetic allows at least, {ILP_LIMIT} s for each II, and at most {ILP_INTERVALS} of them."
    f" All methods start at the lower bound that arithmetic proves. Every mapping was checked and"
    f" simulated. {LIMITS}",
    cells,
    tables,
    smoke=[{"group": "4×4, unrolled twice", "loop": "atax ×2", "method": "LISA", "seed": 0}],
)
