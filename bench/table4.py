"""Table 4 of the SAT-mapping paper: with and without the freedom to reorder, one SAT run a cell.

`python -m bench.table4` writes `docs/results/table4.md`. Every cell is one run of the default
solver on one formula in a process of its own: with the constraints of the paper only, and with
the implied ones that the tool adds. The search that the tool runs by default is beside it.
`--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import SUPPRESS

from bench.frame import Asker, Namespace, Parts, bench, option, time_limit
from bench.page import table
from bench.proofs import Cycles, reason
from examples.ring import ring
from models.data.computation import Transform
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.questions.entries import Entry

METHODS: tuple[Transform, ...] = ("none", "enumerate", "xbtree", "select")
NAMES = {"none": "without", "enumerate": "enumeration", "xbtree": "XBTree", "select": "select"}

Cell = tuple[int, int, Transform]
"""Size, cycles, and how operations may be reordered."""

PAPER_CELLS: dict[Cell, str] = {
    (4, 6, "none"): "UNSAT < 0.1",
    (4, 6, "enumerate"): "UNSAT 0.2",
    (4, 6, "xbtree"): "UNSAT 0.1",
    (4, 7, "none"): "UNSAT 0.5",
    (4, 7, "enumerate"): "SAT 1.2",
    (4, 7, "xbtree"): "SAT 0.8",
    (4, 8, "none"): "SAT 0.1",
    (4, 8, "enumerate"): "SAT 0.3",
    (4, 8, "xbtree"): "SAT 0.5",
    (5, 7, "none"): "UNSAT 0.2",
    (5, 7, "enumerate"): "UNSAT 3.7",
    (5, 7, "xbtree"): "UNSAT 0.8",
    (5, 8, "none"): "UNSAT 2.8",
    (5, 8, "enumerate"): "SAT 761.1",
    (5, 8, "xbtree"): "SAT 109.8",
    (5, 9, "none"): "SAT 1.8",
    (5, 9, "enumerate"): "SAT 61.0",
    (5, 9, "xbtree"): "SAT 4.2",
    (6, 8, "none"): "UNSAT 0.3",
    (6, 8, "enumerate"): "> 10800",
    (6, 8, "xbtree"): "UNSAT 2879.8",
    (6, 9, "none"): "UNSAT 45.7",
    (6, 9, "enumerate"): "> 10800",
    (6, 9, "xbtree"): "SAT 3284.0",
    (6, 10, "none"): "SAT 54.0",
    (6, 10, "enumerate"): "SAT 4248.2",
    (6, 10, "xbtree"): "SAT 92.8",
}
"""The paper's results and seconds (Kissat; its limit was three hours)."""

PAPER_SIZES = {
    (4, "none"): (48, 0),
    (4, "enumerate"): (80, 0),
    (4, "xbtree"): (48, 8),
    (5, "none"): (75, 0),
    (5, "enumerate"): (185, 0),
    (5, "xbtree"): (75, 12),
    (6, "none"): (108, 0),
    (6, "enumerate"): (420, 0),
    (6, "xbtree"): (108, 16),
}
"""The paper's numbers of values and blocks."""


@bench(
    "table4",
    "Table 4: matrix-vector products on a ring",
    time_limit(120, "per cell"),
    option("--sizes", type=int, nargs="+", default=[4, 5, 6], metavar="N"),
    option("--cell", help=SUPPRESS),
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every cell of the chosen sizes; with `--cell`, print what one formula takes."""
    if options.cell is not None:
        print(json.dumps(solve(**json.loads(options.cell), time_limit=options.time_limit)))
        return
    asked = sorted({(size, cycles) for size, cycles, _ in PAPER_CELLS if size in options.sizes})
    rows = [_row(asker, size, cycles, options.time_limit) for size, cycles in asked]
    yield from page(rows, options.time_limit)


def solve(size: int, cycles: int, how: Transform, implied: bool, time_limit: float) -> Entry:
    """Build, load and solve one formula; `seconds` by phase, `result` SAT, UNSAT or None."""
    from models.judge.checker import check
    from models.space_time.decode import decode
    from models.space_time.xyz import build
    from solvers.backends.cnf import lower
    from solvers.backends.sat import SatSession

    problem = Problem(*ring(size, "pattern"), None, how)
    clock = time.perf_counter()
    model = build(problem, cycles, windowed=True, implied=implied)
    cnf = lower(model.constraints)
    built = time.perf_counter()
    session = SatSession(cnf)
    loaded = time.perf_counter()
    outcome = session.solve(keep_going=lambda _: time.perf_counter() - loaded < time_limit)
    solved = time.perf_counter()
    if outcome.satisfiable:
        faults = check(problem, decode(model, outcome.model))
        if faults:
            raise RuntimeError(f"the checker rejects the mapping: {faults[0]}")
    return {
        "result": {True: "SAT", False: "UNSAT", None: None}[outcome.satisfiable],
        "seconds": {
            "build": round(built - clock, 2),
            "load": round(loaded - built, 2),
            "solve": round(solved - loaded, 2),
        },
        "variables": cnf.variables,
        "clauses": cnf.clause_count,
        "conflicts": outcome.conflicts,
    }


def _row(asker: Asker, size: int, cycles: int, limit: float) -> Entry:
    """Return all measurements of one size and number of cycles."""

    def cell(how: Transform, implied: bool) -> Entry:
        asked = {"size": size, "cycles": cycles, "how": how, "implied": implied}
        words = ["bench.table4", "--cell", json.dumps(asked), "--time-limit", f"{limit:g}"]
        return asker.ask(words, {}, lambda done, _: done.entry() | done.answer)

    cells = {how: {"paper": cell(how, False), "implied": cell(how, True)} for how in METHODS}
    options = ("--transform", "auto", "--cycles", str(cycles))
    auto = Cycles(asker, limit, verify=False).ask(*ring(size, "pattern"), *options)
    return {"size": size, "cycles": cycles, "cells": cells, "auto": auto}


def page(rows: list[Entry], time_limit: float) -> list[str]:
    """Return the parts of the page."""
    sizes = sorted({row["size"] for row in rows})
    return [
        f"One run of CaDiCaL per cell, given up after {time_limit:g} s of solving: the answer and"
        " the seconds of pure SAT solving. \"paper's\" has the paper's constraints only, in the"
        ' cycles in which a variable can matter; "+ implied" adds constraints that follow from'
        ' them. "printed" is what the paper printed, with Kissat on its authors\' machine and a'
        ' limit of three hours. "select" is a third formulation: the blocks of XBTree without'
        " the paper's variables P[p,q,r] for the single inputs of a block."
        ' "auto" is'
        " `solvers.min_cycles --transform auto --cycles N`, the whole process: arithmetic bounds"
        " first, restricted searches beside the full formula.\n",
        *(_answers([row for row in rows if row["size"] == size]) for size in sizes),
        "## Values and blocks\n",
        _sizes(sizes),
        "The paper prints 8, 12 and 16 blocks, which is four times 2, 3 and 4. A sum of N terms"
        " takes N - 2 exchangers and sorters together, and there are N sums: 4 × 2 = 8, 5 × 3 = 15"
        " and 6 × 4 = 24.\n",
        "## Formulas\n",
        "Seconds to build the formula and to load it into the solver, and its size.\n",
        _formulas(rows),
    ]


def shown(entry: Entry) -> str:
    """Return a cell's answer and seconds, or that there is none in time."""
    seconds = f"{entry['seconds']['solve']:.1f}"
    return f"? > {seconds}" if entry["result"] is None else f"{entry['result']} {seconds}"


def _answers(rows: list[Entry]) -> str:
    heads = ["size", "cycles", "reordering", "paper's", "+ implied", "printed", "auto"]
    body: list[list[object]] = []
    for row in rows:
        for how in METHODS:
            cells = row["cells"][how]
            printed = PAPER_CELLS.get((row["size"], row["cycles"], how))
            auto = "" if how == "none" else _auto(row["auto"])
            answers = [shown(cells["paper"]), shown(cells["implied"])]
            body.append([row["size"], row["cycles"], NAMES[how], *answers, printed, auto])
    return table(heads, body)


def _auto(entry: Entry) -> str:
    words = {"feasible": "SAT", "optimal": "SAT", "infeasible": "UNSAT"}
    answer = words.get(entry["status"], "?")
    by = reason(entry) if answer == "UNSAT" else entry["found_by"]
    return f"{answer} {entry['seconds']:.1f}" + (f" ({by})" if by else "")


def _sizes(sizes: list[int]) -> str:
    body: list[list[object]] = []
    for size in sizes:
        for how in METHODS:
            printed = PAPER_SIZES.get((size, how))
            text = None if printed is None else f"{printed[0]} ({printed[1]})"
            values, blocks = counted(size, how)
            body.append([size, NAMES[how], f"{values} ({blocks})", text])
    return table(["size", "reordering", "values (blocks)", "printed"], body)


def counted(size: int, how: Transform) -> tuple[int, int]:
    """Return the numbers of values and of blocks of a transformed matrix-vector product."""
    computation = Index(Problem(*ring(size, "pattern"), None, how)).computation
    return len(computation.values), len(computation.blocks)


def _formulas(rows: list[Entry]) -> str:
    heads = ["size", "cycles", "reordering", "constraints", "build s", "load s", "variables"]
    heads += ["clauses", "conflicts", "MB"]
    body: list[list[object]] = []
    for row in rows:
        for how in METHODS:
            for name, entry in row["cells"][how].items():
                seconds = entry["seconds"]
                start = [row["size"], row["cycles"], NAMES[how]]
                start += ["paper's" if name == "paper" else "+ implied"]
                times = [seconds["build"], seconds["load"]]
                sizes = [f"{entry[n]:,}" for n in ("variables", "clauses", "conflicts")]
                body.append([*start, *times, *sizes, entry["megabytes"]])
    return table(heads, body)


if __name__ == "__main__":
    sys.exit(main())
