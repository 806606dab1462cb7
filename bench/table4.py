"""Table 4 of the SAT-mapping paper: with and without the freedom to reorder, one SAT run a cell.

`python -m bench.table4` writes `docs/results/table4.md`. Every cell is one run of one solver on one
formula in a process of its own: with the constraints of the paper only, by the default solver and
by Kissat, and with the implied ones that the tool adds. The search that the tool runs by default
is beside it.
`--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from bench.asker import run
from bench.frame import Asker, Namespace, Option, Parts, bench, number, option, some, time_limit
from bench.page import table
from bench.proofs import Cycles, reason
from examples.ring import ring
from models.data.computation import Transform
from models.data.problem import Problem
from models.space_time.index import Index
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.questions.entries import Entry

METHODS: tuple[Transform, ...] = ("none", "enumerate", "xbtree", "select")
NAMES = {"none": "without", "enumerate": "enumeration", "xbtree": "XBTree", "select": "select"}

KISSAT = "kissat404"

Cell = tuple[int, int, Transform]
"""Size, cycles, and how operations may be reordered."""

GIVEN_UP = "> 10800"
"""What the paper prints where Kissat has no answer in three hours."""

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
    (6, 8, "enumerate"): GIVEN_UP,
    (6, 8, "xbtree"): "UNSAT 2879.8",
    (6, 9, "none"): "UNSAT 45.7",
    (6, 9, "enumerate"): GIVEN_UP,
    (6, 9, "xbtree"): "SAT 3284.0",
    (6, 10, "none"): "SAT 54.0",
    (6, 10, "enumerate"): "SAT 4248.2",
    (6, 10, "xbtree"): "SAT 92.8",
}
"""The paper's results and seconds (Kissat; its limit was three hours)."""

ORDERED: dict[Cell, int] = {
    (4, 7, "enumerate"): 8,
    (4, 8, "none"): 8,
    (4, 8, "enumerate"): 8,
    (4, 8, "xbtree"): 8,
    (5, 7, "enumerate"): 8,
    (5, 7, "xbtree"): 8,
    (5, 9, "xbtree"): 8,
    (6, 10, "none"): 2,
    (6, 10, "xbtree"): 2,
}
"""Cells that Kissat decides later than in the paper, and how often it is asked again."""

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


def size_option(*known: int) -> Option:
    """Return the choice of some of these sizes, all by default."""
    how = {"type": int, "nargs": "+", "choices": known, "default": list(known), "metavar": "N"}
    return option("--sizes", **how, help=f"only these: {', '.join(map(str, known))}")


@bench(
    "table4",
    "Table 4: matrix-vector products on a ring",
    time_limit(60, "of a process with more constraints than the paper's or another reordering"),
    time_limit(600, "of a process with the paper's constraints", "--pure-limit"),
    time_limit(250, "of a process with them in another order", "--order-limit"),
    size_option(4, 5, 6),
    some("--methods", METHODS, "METHOD"),
    number("--orders", 8, "at most, of variables and clauses, for cells that are asked again"),
    smoke="--sizes 4 --methods xbtree --orders 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every cell of the chosen sizes."""
    rows = [
        _row(asker, size, cycles, options)
        for size, cycles in sorted({cell[:2] for cell in PAPER_CELLS})
        if size in options.sizes
    ]
    yield from page(rows, options.time_limit, options.pure_limit)
    ordered = [x for x in ORDERED if x[0] in options.sizes and x[2] in options.methods]
    if ordered:
        yield "## Variables and clauses in other orders\n"
        yield (
            "Seconds of Kissat on the paper's constraints, each with other numbers of the"
            " variables and another order of the clauses, ended after"
            f" {options.order_limit:g} s of the whole process.\n"
        )
        yield _orders(asker, ordered, options.orders, options.order_limit)


def _row(asker: Asker, size: int, cycles: int, options: Namespace) -> Entry:
    """Return all measurements of one size and number of cycles."""
    methods: Sequence[Transform] = options.methods

    def cell(how: Transform, solver: str, implied: bool, limit: float) -> Entry:
        return _cell(asker, (size, cycles, how), solver, limit, implied=implied)

    cells: dict[str, dict[str, Entry]] = {}
    for how in methods:
        answered = PAPER_CELLS.get((size, cycles, how)) not in (None, GIVEN_UP)
        limit = options.pure_limit if answered else options.time_limit
        cells[how] = {
            "paper's": cell(how, DEFAULT_SOLVER, False, limit),
            "+ implied": cell(how, DEFAULT_SOLVER, True, options.time_limit),
        }
        if how != "select":
            cells[how]["Kissat"] = cell(how, KISSAT, False, limit)
    asked = ("--transform", "auto", "--cycles", str(cycles))
    auto = Cycles(asker, options.time_limit, verify=False).ask(*ring(size, "pattern"), *asked)
    sizes = {how: counted(asker, size, how) for how in methods}
    return {"size": size, "cycles": cycles, "cells": cells, "auto": auto, "sizes": sizes}


def _cell(
    asker: Asker, cell: Cell, solver: str, limit: float, *, implied: bool = False, order: int = 0
) -> Entry:
    size, cycles, how = cell
    asked = {"size": size, "cycles": cycles, "how": how, "implied": implied, "solver": solver}
    return decided(asker, "bench.table4_cell", asked | ({"order": order} if order else {}), limit)


def decided(asker: Asker, module: str, asked: Entry, limit: float) -> Entry:
    """Return what a module prints of what it is asked; `result` is None where it was ended."""
    words = [module, json.dumps(asked)]

    def measure() -> Entry:
        done = run(*words, limit=limit)
        if done.code and done.seconds < limit:
            raise RuntimeError(f"exit code {done.code}: {' '.join(done.command)}")
        found: Entry = {"result": None, "solve": limit}
        for line in done.output.splitlines():
            found |= json.loads(line)
        return found | {"megabytes": round(done.megabytes), "seconds": round(done.seconds, 2)}

    return asker.entry({"words": " ".join(words), "limit": limit}, measure)


def _orders(asker: Asker, asked: Sequence[Cell], most: int, limit: float) -> str:
    """Return what Kissat makes of the same formulas with variables and clauses in other orders."""
    body: list[list[object]] = []
    for cell in asked:
        orders = range(1, min(ORDERED[cell], most) + 1)
        runs = [_cell(asker, cell, KISSAT, limit, order=order) for order in orders]
        times = [shown(run) for run in sorted(runs, key=lambda run: run["solve"])]
        body.append([*cell[:2], NAMES[cell[2]], times[0], ", ".join(times[1:]), PAPER_CELLS[cell]])
    return table(["size", "cycles", "reordering", "least", "others", "printed"], body)


def page(rows: list[Entry], limit: float, pure_limit: float) -> list[str]:
    """Return the parts of the page."""
    sizes = sorted({row["size"] for row in rows})
    return [
        "One run per cell, by CaDiCaL or by Kissat 4: with the paper's constraints ended after"
        f' {pure_limit:g} s of its whole process; "+ implied", "select" and what the paper gave up'
        f" after {limit:g} s."
        " Shown are the answer and the seconds of pure SAT solving. \"paper's\" has the paper's"
        ' constraints only, in the cycles in which a variable can matter; "+ implied" adds'
        ' constraints that follow from them. "printed" is what the paper printed, with Kissat on'
        ' its authors\' machine and a limit of three hours. "select" is a third formulation: the'
        " blocks of XBTree without the paper's variables P[p,q,r] for the single inputs of a block,"
        f" and not asked of Kissat. `? > {pure_limit:g}` is a process that was ended then, with"
        ' what it took to build and load. "auto" is'
        " `solvers.min_cycles --transform auto --cycles N`, the whole process: arithmetic bounds"
        " first, restricted searches beside the full formula.\n",
        *(_answers([row for row in rows if row["size"] == size]) for size in sizes),
        "## Values and blocks\n",
        _sizes(rows),
        "The paper prints 8, 12 and 16 blocks, which is four times 2, 3 and 4. A sum of N terms"
        " takes N - 2 exchangers and sorters together, and there are N sums: 4 × 2 = 8, 5 × 3 = 15"
        " and 6 × 4 = 24.\n",
        "## Formulas\n",
        "Seconds to build the formula and to load it into the solver, and its size.\n",
        _formulas(rows),
    ]


def shown(entry: Entry) -> str:
    """Return a cell's answer and seconds, or that there is none in time."""
    seconds = f"{entry['solve']:.1f}"
    return f"? > {seconds}" if entry["result"] is None else f"{entry['result']} {seconds}"


def _answers(rows: list[Entry]) -> str:
    heads = ["size", "cycles", "reordering", "paper's, CaDiCaL", "paper's, Kissat"]
    heads += ["+ implied, CaDiCaL", "printed", "auto"]
    body: list[list[object]] = []
    for row in rows:
        for how, cells in row["cells"].items():
            printed = PAPER_CELLS.get((row["size"], row["cycles"], how))
            auto = "" if how == "none" else _auto(row["auto"])
            known = {name: shown(cell) for name, cell in cells.items()}
            answers = [known["paper's"], known.get("Kissat"), known["+ implied"]]
            body.append([row["size"], row["cycles"], NAMES[how], *answers, printed, auto])
    return table(heads, body)


def _auto(entry: Entry) -> str:
    words = {"feasible": "SAT", "optimal": "SAT", "infeasible": "UNSAT"}
    answer = words.get(entry["status"], "?")
    by = reason(entry) if answer == "UNSAT" else entry["found_by"]
    return f"{answer} {entry['seconds']:.1f}" + (f" ({by})" if by else "")


def _sizes(rows: list[Entry]) -> str:
    body: list[list[object]] = []
    for size, found in {row["size"]: row["sizes"] for row in rows}.items():
        for how, own in found.items():
            printed = PAPER_SIZES.get((size, how))
            text = None if printed is None else f"{printed[0]} ({printed[1]})"
            body.append([size, NAMES[how], f"{own['values']} ({own['blocks']})", text])
    return table(["size", "reordering", "values (blocks)", "printed"], body)


def counted(asker: Asker, size: int, how: Transform) -> Entry:
    """Return the numbers of values and of blocks of a transformed matrix-vector product."""

    def measure() -> Entry:
        computation = Index(Problem(*ring(size, "pattern"), None, how)).computation
        return {"values": len(computation.values), "blocks": len(computation.blocks)}

    return asker.entry({"values and blocks of": size, "how": how}, measure)


def _formulas(rows: list[Entry]) -> str:
    heads = ["size", "cycles", "reordering", "constraints", "build s", "load s"]
    heads += ["variables", "clauses", "MB"]
    body: list[list[object]] = []
    for row in rows:
        for how, cells in row["cells"].items():
            for name in ("paper's", "+ implied"):
                entry = cells[name]
                start = [row["size"], row["cycles"], NAMES[how], name]
                times = [entry.get("build"), entry.get("load")]
                sizes = [f"{entry[n]:,}" if n in entry else None for n in ("variables", "clauses")]
                body.append([*start, *times, *sizes, entry["megabytes"]])
    return table(heads, body)


if __name__ == "__main__":
    sys.exit(main())
