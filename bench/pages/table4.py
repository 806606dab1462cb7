"""Table 4 of the SAT-mapping paper: with and without the freedom to reorder, one SAT run a cell.

Cells that take longer than printed are asked again, with other numbers of the variables, and by
other solvers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.asking import reason
from bench.page import Cell, Page, inputs
from bench.process import Answer, Run
from bench.rows import Case, Row, Rows
from bench.tables import columns, grouped, table
from examples.ring import ring

PURE_LIMIT, LIMIT, ORDER_LIMIT, SOLVER_LIMIT = 600, 60, 250, 60
"""Seconds with the paper's constraints, with others, with other numbers, and by other solvers."""
NAMES = {"none": "without", "enumerate": "enumeration", "xbtree": "XBTree", "select": "select"}
CADICAL, KISSAT = "cadical195", "kissat404"
GIVEN_UP = "> 10800"
"""What the paper prints where Kissat has no answer in three hours."""
PAPER = {
    (4, 6): ("UNSAT < 0.1", "UNSAT 0.2", "UNSAT 0.1"),
    (4, 7): ("UNSAT 0.5", "SAT 1.2", "SAT 0.8"),
    (4, 8): ("SAT 0.1", "SAT 0.3", "SAT 0.5"),
    (5, 7): ("UNSAT 0.2", "UNSAT 3.7", "UNSAT 0.8"),
    (5, 8): ("UNSAT 2.8", "SAT 761.1", "SAT 109.8"),
    (5, 9): ("SAT 1.8", "SAT 61.0", "SAT 4.2"),
    (6, 8): ("UNSAT 0.3", GIVEN_UP, "UNSAT 2879.8"),
    (6, 9): ("UNSAT 45.7", GIVEN_UP, "SAT 3284.0"),
    (6, 10): ("SAT 54.0", "SAT 4248.2", "SAT 92.8"),
}
"""Size and cycles to results and seconds: without reordering, by enumeration, by XBTrees."""
LOST = {
    (4, 7, "enumerate"): 8,
    (4, 8, "none"): 8,
    (4, 8, "enumerate"): 8,
    (4, 8, "xbtree"): 8,
    (5, 7, "enumerate"): 8,
    (5, 7, "xbtree"): 8,
    (5, 9, "xbtree"): 8,
    (6, 10, "none"): 4,
    (6, 10, "xbtree"): 4,
}
"""Cells that Kissat decides later than in the paper, and how often it is asked again."""
SOLVERS = (
    "kissat404 cadical103 cadical153 cadical195 glucose4 glucose421 lingeling maplechrono maplecm"
    " maplesat mergesat3 minisat22"
).split()
WAYS = {
    "paper's, CaDiCaL": {"solver": CADICAL, "implied": False},
    "paper's, Kissat": {"solver": KISSAT, "implied": False},
    "each tree once, Kissat": {"solver": KISSAT, "implied": False, "once": True},
    "+ implied, CaDiCaL": {"solver": CADICAL, "implied": True},
}


def formula(part: str, limit: int, /, **asked: Any) -> Cell:
    """Return the cell of one formula; it is killed after `limit` seconds."""
    case: Case = {"part": part, **asked}
    return Cell(case, ["bench.studies.formula", json.dumps(asked)], _kept, limit=limit)


def _kept(done: Run, _: Path) -> Answer:
    found: Answer = {"result": None}
    for line in done.output.splitlines():
        found |= json.loads(line)
    if done.code > 0:
        raise RuntimeError(done.errors)
    return found


def cells() -> Iterator[Cell]:
    """Ask for the paper's cells, and again for those in which ours is worse."""
    for size, count in PAPER:
        for how in NAMES:
            printed = _printed(size, count, how)
            pure = PURE_LIMIT if printed not in (None, GIVEN_UP) else LIMIT
            for way, asked in WAYS.items():
                plain = how != "select" and "once" not in asked
                if plain or how == "xbtree" or asked["solver"] == CADICAL:
                    limit = LIMIT if asked["implied"] else pure
                    yield formula(way, limit, size=size, cycles=count, how=how, **asked)
        words = ["solvers.min_cycles", "{dfg}", "{arch}", "--transform", "auto", "--cycles"]
        words += [str(count), "--seed", "0", "--time-limit", str(LIMIT), "--json", "--quiet"]
        names = ("status", "found_by", "lower_bound_reason", "seconds")
        case: Case = {"part": "auto", "size": size, "cycles": count}
        yield Cell(case, words, names, inputs(*ring(size, "pattern")))
    for (size, count, how), runs in LOST.items():
        own = {"size": size, "cycles": count, "how": how}
        for seed in range(1, runs + 1):
            yield formula("numbers", ORDER_LIMIT, **own, solver=KISSAT, numbers=seed)
        if (_printed(size, count, how) or "").startswith("UNSAT"):
            for solver in SOLVERS:
                yield formula("solvers", SOLVER_LIMIT, **own, solver=solver)


def _printed(size: int, count: int, how: str) -> str | None:
    place = list(NAMES).index(how)
    return PAPER[size, count][place] if place < 3 else None


def tables(rows: Rows) -> Iterator[str]:
    """The paper's table by size, then what is asked again."""
    for size in rows.values("size"):
        yield f"## {size}×{size}\n"
        yield _cells(rows.where(size=size))
    yield "## Lost cells: other numbers of the variables\n"
    yield (
        "The same clauses in the same order, by Kissat 4, with other numbers of the variables; they"
        " decide which of equal variables a solver takes first.\n"
    )
    yield columns(
        rows.where(part="numbers").by("size", "cycles", "how").items(),
        ("size", lambda own: own[0][0]),
        ("cycles", lambda own: own[0][1]),
        ("reordering", lambda own: NAMES[own[0][2]]),
        ("least", lambda own: _sorted(own[1])[0]),
        ("others", lambda own: ", ".join(_sorted(own[1])[1:])),
        ("printed", lambda own: _printed(*own[0])),
    )
    asked = rows.where(part="solvers")
    if asked:
        yield "## Lost cells: other solvers\n"
        questions = list(asked.by("size", "cycles", "how"))
        heads = ["solver", *(f"{n}×{n}, {NAMES[how]}" for n, _, how in questions)]
        lines = [[name, *map(_shown, own)] for (name,), own in asked.by("solver").items()]
        yield table(heads, [*lines, ["printed", *(_printed(*each) for each in questions)]])


def _cells(rows: Rows) -> str:
    lines = []
    for (count, how), own in rows.by("cycles", "how").items():
        first = own.first(part="paper's, CaDiCaL")
        if first is None:
            continue
        auto = rows.first(part="auto", cycles=count)
        found = [_shown(own.first(part=way)) for way in WAYS]
        size = f"{first['values']} ({first['blocks']})" if "values" in first.answer else None
        line = [first["size"], count, NAMES[how], *found, _printed(first["size"], count, how)]
        auto_said = _auto(auto) if auto is not None and how != "none" else None
        lines.append([*line, auto_said, grouped(first.answer.get("clauses")), size])
    heads = ["size", "cycles", "reordering", *WAYS, "printed", "auto", "clauses"]
    return table([*heads, "values (blocks)"], lines)


def _shown(row: Row | None) -> str | None:
    if row is None:
        return None
    if row["result"] is None:
        return f"? > {_limit(row):.1f}"
    return f"{row['result']} {row['solve']:.1f}"


def _limit(row: Row) -> int:
    if row["part"] == "solvers":
        return SOLVER_LIMIT
    if row["part"] == "numbers":
        return ORDER_LIMIT
    printed = _printed(row["size"], row["cycles"], row["how"])
    pure = printed not in (None, GIVEN_UP) and not row["implied"]
    return PURE_LIMIT if pure else LIMIT


def _sorted(rows: Rows) -> list[str]:
    ended = sorted(rows, key=lambda row: row.answer.get("solve", ORDER_LIMIT))
    return [_shown(row) or "" for row in ended]


def _auto(row: Row) -> str:
    answer = {"feasible": "SAT", "optimal": "SAT", "infeasible": "UNSAT"}.get(row["status"], "?")
    by = reason(row) if answer == "UNSAT" else row["found_by"]
    return f"{answer} {row['seconds']:.1f}" + (f" ({by})" if by else "")


PAGE = Page(
    "table4",
    "Table 4: matrix-vector products on a ring",
    "One run per cell, by CaDiCaL or by Kissat 4, in a process of its own: with the paper's"
    f" constraints ended after {PURE_LIMIT} s, others after {LIMIT} s. Shown are the answer and the"
    ' seconds of SAT solving alone. "+ implied" adds constraints that follow from the paper\'s.'
    " \"printed\" is the paper's, with Kissat on its authors' machine and a limit of three hours."
    ' "each tree once" leaves one setting of those with the same tree. "select" has the blocks of'
    f" XBTree without variables for the single inputs of a block. `? > {PURE_LIMIT}` was ended."
    ' "auto" is `xyzmap min-cycles'
    " --transform auto --cycles N`, the whole process. Every mapping passes the checker. At size 6,"
    ' CaDiCaL\'s cells of XBTree and "select", and those with other numbers, are of an older tree'
    " with 930 candidates, not 390; Kissat's are of this one.",
    cells,
    tables,
    smoke=[
        {"part": "paper's, CaDiCaL", "size": 4, "how": "none", "cycles": 7},
        {"part": "numbers", "size": 4, "how": "none", "numbers": 1},
    ],
)
