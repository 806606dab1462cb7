"""PT-Map's Fig. 7, 8 and 9 and its Table 6, ours: programs transformed for arrays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.asking import COUNTED
from bench.page import Cell, Page
from bench.process import Answer, Run
from bench.rows import ROOT, Case, Row, Rows
from bench.tables import geometric, table
from programs.cost import BUFFERS

LIMIT = 120
PROGRAMS = ROOT / "examples" / "programs"
APPLICATIONS = {
    "gemver": "GEM",
    "trisolv": "TRI",
    "covariance": "COV",
    "doitgen": "DOI",
    "3mm": "TMM",
    "atax": "ATA",
    "blur2d": "BLU",
    "harris": "HAR",
    "convolution": "CON",
    "transposed_convolution": "TCO",
    "winograd": "WIN",
}
"""In the order of the paper, with its names."""
ARRAYS = ("s4", "r4", "h6", "sl8")
BASE, GNN = "none", "gnn"
METHODS: dict[str, tuple[str, ...]] = {
    BASE: ("--space", "none"),
    "interchange": ("--space", "interchange"),
    "fusion": ("--space", "fusion"),
    "full": (),
    GNN: ("--predictor", "gnn"),
    "random": ("--method", "random", "--map-time", "60"),
    "random-6s": ("--method", "random", "--map-time", "6"),
}
FOR_ENERGY = (BASE, "interchange", "fusion", GNN)
SCALES = (1, 2)
"""Sizes of the data buffer in multiples of the array's, for energy times delay."""


def cells() -> Iterator[Cell]:
    """Ask every method for every program and array, in two modes; random ones on SL8 alone."""
    for array in ARRAYS:
        for name in APPLICATIONS:
            for method, words in METHODS.items():
                if "random" not in method or array == "sl8":
                    yield _asked({"array": array, "program": name, "method": method}, words)
            for scale in SCALES:
                for method in FOR_ENERGY:
                    case: Case = {"array": array, "program": name, "method": method}
                    yield _asked({**case, "buffer": scale}, METHODS[method])


def _asked(case: Case, words: tuple[str, ...]) -> Cell:
    array, scale = str(case["array"]), case.get("buffer")
    mode = "performance" if scale is None else "pareto"
    asked = ["programs.optimize", "{program}", array, *COUNTED, *words, "--mode", mode]
    asked += ["--time-limit", str(LIMIT)]
    if scale == 2:
        asked += ["--buffer", str(2 * BUFFERS[array].data_bytes)]
    files = {"program": (PROGRAMS / f"{case['program']}.c").read_text(encoding="utf-8")}
    return Cell(case, [*asked, "--json", "--quiet"], _kept if scale is None else _energy, files)


def _kept(done: Run, _: Path) -> Answer:
    (region,) = done.answer["regions"]
    winner = region["winner"]
    names = ("cycles", "computing", "proven")
    found: Answer = {name: None if winner is None else winner[name] for name in names}
    loops = [] if winner is None else winner["loops"]
    found["loops"] = [[x["ii"], x["lower_bound"]] for x in loops if x["ii"] is not None]
    return {**found, "seconds": round(done.seconds, 2)}


def _energy(done: Run, _: Path) -> Answer:
    (region,) = done.answer["regions"]
    return {"edp": None if region["winner"] is None else region["winner"]["edp"]}


def tables(rows: Rows) -> Iterator[str]:
    """Cycles by array, then energy times delay."""
    for (array,), own in rows.by("array").items():
        yield f"## {array}: cycles\n"
        yield from _cycles(Rows(row for row in own if "buffer" not in row.case))
    energy = Rows(row for row in rows if "buffer" in row.case)
    if energy:
        yield "## Energy times delay\n"
        yield f"Pareto mode, as a share of `{BASE}`, geometric means: less is better.\n"
        lines: list[list[object]] = []
        for (array, scale), own in energy.by("array", "buffer").items():
            means = [_mean(own, method, "edp") for method in FOR_ENERGY]
            lines.append([array, f"× {scale}", *(1 / mean if mean else None for mean in means)])
        yield table(["array", "buffer", *FOR_ENERGY], lines)


def _cycles(rows: Rows) -> Iterator[str]:
    methods = rows.values("method")
    lines: list[list[object]] = []
    for (program,), own in rows.by("program").items():
        found = [own.first(method=method) for method in methods]
        loops = None if found[0] is None else len(found[0]["loops"])
        line: list[object] = [APPLICATIONS[program], loops, *map(_shown, found)]
        line.append(_intervals(own.first(method=GNN)))
        lines.append(
            [*line, " / ".join("-" if x is None else f"{x['seconds']:.0f}" for x in found)]
        )
    for title, what in (("speed-up, computing", "computing"), ("speed-up, all", "cycles")):
        lines.append([title, "", *(_mean(rows, method, what) for method in methods), "", ""])
    yield table(["program", "loops", *methods, f"II of {GNN} (at least)", "seconds"], lines)
    guided = [row["seconds"] for row in rows if "random" not in row["method"]]
    yield f"Longest run: {max(guided, default=0):.0f} s.\n"


def _shown(row: Row | None) -> str | None:
    if row is None:
        return None
    if row["cycles"] is None:
        return "fail"
    return f"{row['computing']}{'' if row['proven'] else '*'} ({row['cycles']})"


def _intervals(row: Row | None) -> str | None:
    if row is None:
        return None
    return " ".join(str(ii) if ii == least else f"{ii} ({least})" for ii, least in row["loops"])


def _mean(rows: Rows, method: str, what: str) -> float | None:
    """Return the geometric mean of what `none` takes over what a method takes."""
    ratios = []
    for own in rows.by("program").values():
        base, mine = own.first(method=BASE), own.first(method=method)
        if base and mine and base[what] and mine[what]:
            ratios.append(base[what] / mine[what])
    return geometric(ratios)


PAGE = Page(
    "programs",
    "Programs transformed for arrays",
    "`xyzmap optimize`: every loop of every program is mapped, cycles are counted"
    " execution by execution, and the mapped program computed what the C program does wherever it"
    " was executed. Cells are cycles of computation, then those of the whole with contexts and"
    " data; `*`: not all IIs are proven minimal; speed-ups are geometric means over"
    f" `{BASE}`. Registers are counted; {LIMIT} s for a run, seconds with the start of Python.\n\n"
    "- `none` (RAMP): each loop as it is; `interchange` (IP): orders of loops; `fusion` (PBP):"
    " fusion, fission and orders;\n- `full`: all of it, IIs predicted by their lower bounds;"
    " `gnn`: by the network;\n- `random` (AL): drawn from it for a minute, `random-6s` for six"
    " seconds.\n\nThe paper's sizes of problems, its energies per event, and the way to its memory"
    " are not published: compare columns, not cycles.",
    cells,
    tables,
    smoke=[{"array": "s4", "program": "trisolv", "method": BASE}],
)
