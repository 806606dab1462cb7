"""Table 1 of the SAT-mapping paper: SAT against ILP, on the 4×4 product on a ring of four."""

from __future__ import annotations

from collections.abc import Iterator

from bench.asking import SECONDS, compared, side_by_side
from bench.page import Cell, Page
from bench.rows import Rows
from examples.ring import ring

LIMIT, RUNS = 100, 3
WAYS = {
    "Kissat": "kissat404",
    "CaDiCaL": "cadical195",
    "Glucose": "glucose4",
    "CP-SAT, one thread": "cp-sat",
    "HiGHS through Pyomo": "pyomo",
    "HiGHS": "highs",
    "LP relaxation (HiGHS)": "lp",
}
SLOW = ("pyomo", "highs", "lp")
"""These run once."""
PAPER = {"Kissat": "8.9, 1.2", "HiGHS": "3,568, 767 (CPLEX)"}
"""The paper's seconds at 9 and 10 cycles, on its authors' machine; its ILP solver was CPLEX."""
SECTIONS = {"off": "The paper's constraints", "on": "With implied constraints"}


def cells() -> Iterator[Cell]:
    """Ask for 9 cycles (none) and 10 cycles (one)."""
    for implied, section in SECTIONS.items():
        for way, solver in WAYS.items():
            for count in (9, 10):
                runs = 1 if solver in SLOW else RUNS
                words = ["--multi-node", "off", "--implied", implied]
                words += ["--solver", solver, "--runs", str(runs)]
                case = {"section": section, "way": way, "question": f"cycles, {count}"}
                yield compared(case, *ring(4), count, LIMIT, *words)


def tables(rows: Rows) -> Iterator[str]:
    """A table of seconds and one of sizes for each set of constraints."""
    for (section,), own in rows.by("section").items():
        yield f"## {section}\n"
        yield from side_by_side(own, LIMIT, "solver", PAPER)


PAGE = Page(
    "table1",
    "Table 1: SAT against ILP",
    "The 4×4 matrix-vector product on a ring of four processing elements with 2 registers each,"
    f" multiplications and additions only. Medians of {RUNS} runs, one each of HiGHS and the"
    f" relaxation, given up after {LIMIT} s. ILP has a row for every limit and every clause; SAT"
    " has bimander at-most-one constraints and sequential counters. The LP relaxation can only"
    f" refute. {SECONDS}",
    cells,
    tables,
    smoke=[{"section": SECTIONS["on"], "way": "CaDiCaL", "question": "cycles, 9"}],
)
